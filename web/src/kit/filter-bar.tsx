import { Button, Group, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { SlidersHorizontal } from 'lucide-react'
import { Children, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'

/** Esc leaves a filter, so that the keys of the list count again. */
function leaveOnEscape({ key }: KeyboardEvent): void {
  if (key === 'Escape' && document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** The row of filters above a list. On a phone only its main field is there, and a button that shows the others, if there are any. */
export function FilterBar({ children }: { readonly children: ReactNode }) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const hasOthers = Children.toArray(children).length > 1
  return (
    <Group
      component="search"
      gap="xs"
      align="end"
      className="filter-bar"
      data-open={isOpen || undefined}
      onKeyDown={leaveOnEscape}
    >
      {children}
      {hasOthers && (
        <Button
          className="filter-more"
          variant="default"
          hiddenFrom="sm"
          leftSection={<SlidersHorizontal size={13} />}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          Filters
        </Button>
      )}
    </Group>
  )
}

type FilterTextProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  readonly width?: number
  /** The field that `/` leads to. */
  readonly isMain?: boolean
}

const PAUSE_MS = 350

/** A text filter that asks when the typing pauses. */
export function FilterText({ label, value, onChange, placeholder, width = 180, isMain = false }: FilterTextProps) {
  const [typed, setTyped] = useState(value)
  const tell = useDebouncedCallback(onChange, PAUSE_MS)
  useEffect(() => setTyped(value), [value])
  return (
    <TextInput
      label={label}
      value={typed}
      placeholder={placeholder}
      w={width}
      data-search={isMain || undefined}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        tell(currentTarget.value)
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') onChange(currentTarget.value)
        if (key === 'Escape') currentTarget.blur()
      }}
    />
  )
}

type FilterDateProps = {
  readonly label: string
  /** 2026-11-25, or nothing. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A day that asks when the typing pauses: until the year is whole, what is typed is a day of another century. */
export function FilterDate({ label, value, onChange }: FilterDateProps) {
  const [typed, setTyped] = useState(value)
  const tell = useDebouncedCallback((date: string) => {
    if (date === '' || date >= '1900') onChange(date)
  }, PAUSE_MS)
  useEffect(() => setTyped(value), [value])
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      w={140}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        tell(currentTarget.value)
      }}
    />
  )
}
