import { Checkbox, PasswordInput, Select, Textarea, TextInput } from '@mantine/core'
import type { ActionField } from './action.ts'

type ActionFieldInputProps = {
  readonly field: ActionField
  readonly value: string | boolean
  readonly error: string | null
  readonly isFirst: boolean
  readonly onChange: (value: string | boolean) => void
}

/** One field of an action's dialog, with its fault beside it. */
export function ActionFieldInput({ field, value, error, isFirst, onChange }: ActionFieldInputProps) {
  const { kind = 'text', label, hint, isRequired = false, options = [] } = field
  const common = { label, description: hint, error, required: isRequired, 'data-autofocus': isFirst || undefined }
  if (kind === 'flag')
    return (
      <Checkbox
        label={label}
        description={hint}
        error={error}
        data-autofocus={isFirst || undefined}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )
  const typed = { ...common, value: String(value), autoComplete: 'off' }
  if (kind === 'choice')
    return (
      <Select
        {...common}
        value={value === '' ? null : String(value)}
        data={options.map(([word, told]) => ({ value: word, label: told }))}
        openOnFocus={false}
        allowDeselect={!isRequired}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  if (kind === 'long')
    return (
      <Textarea
        {...typed}
        autosize
        minRows={3}
        maxRows={16}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  if (kind === 'secret')
    return <PasswordInput {...typed} size="xs" onChange={({ currentTarget }) => onChange(currentTarget.value)} />
  return (
    <TextInput
      {...typed}
      type={kind === 'date' ? 'date' : 'text'}
      placeholder={kind === 'instant' ? '2026-11-25T18:00:00Z' : undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
