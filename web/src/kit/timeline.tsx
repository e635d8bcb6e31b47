import { Chip, Group } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { Time } from './time.tsx'
import { fullTime } from './time-format.ts'
import type { Tone } from './tone.ts'

export type TimelineItem = {
  readonly id: string
  /** RFC 3339. */
  readonly at: string
  /** The kind by which the reader filters: `Event`, `Attempt`, `Job`. */
  readonly kind: string
  readonly title: ReactNode
  readonly tone?: Tone
  /** Who or what did it. */
  readonly by?: ReactNode
  /** More, folded. */
  readonly detail?: ReactNode
  /** It has not happened yet. */
  readonly isPlanned?: boolean
}

type TimelineProps = {
  readonly items: readonly TimelineItem[]
  /** The kinds that are shown, from the address; empty: all. */
  readonly shown: readonly string[]
  readonly onShown: (kinds: readonly string[]) => void
  readonly what: string
}

/** What happened, the oldest first, filtered by kind. `#<id>` in the address leads to an item. */
export function Timeline({ items, shown, onShown, what }: TimelineProps) {
  const kinds = [...new Set(items.map(({ kind }) => kind))]
  const visible = items.filter(({ kind }) => shown.length === 0 || shown.includes(kind))
  const { hash } = useLocation()
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView({ block: 'center' })
  }, [hash])
  return (
    <div>
      {kinds.length > 1 && (
        <Group gap={6} mb="xs" role="group" aria-label={`What the ${what} shows`}>
          {kinds.map((kind) => (
            <Chip
              key={kind}
              size="xs"
              checked={shown.includes(kind)}
              onChange={(isOn) => onShown(isOn ? [...shown, kind] : shown.filter((each) => each !== kind))}
            >
              {kind} {items.filter((item) => item.kind === kind).length}
            </Chip>
          ))}
        </Group>
      )}
      <ol className="timeline" aria-label={what}>
        {visible.map((item, place) => (
          <Item
            key={item.id}
            item={item}
            isNewDay={dayOf(item) !== dayOf(visible[place - 1])}
            isTarget={hash === item.id}
          />
        ))}
      </ol>
    </div>
  )
}

function dayOf(item: TimelineItem | undefined): string | null {
  return item ? fullTime(item.at).slice(0, -9) : null
}

type ItemProps = { readonly item: TimelineItem; readonly isNewDay: boolean; readonly isTarget: boolean }

function Item({ item, isNewDay, isTarget }: ItemProps) {
  const { id, at, kind, title, tone = 'quiet', by, detail, isPlanned = false } = item
  const [isOpen, setOpen] = useState(isTarget)
  return (
    <>
      {isNewDay && <li className="timeline-day">{dayOf(item)}</li>}
      <li
        id={id}
        className="timeline-item"
        data-tone={tone}
        data-planned={isPlanned || undefined}
        data-target={isTarget || undefined}
      >
        <span className="timeline-at">
          <Time at={at} as="clock" />
        </span>
        <span className="timeline-dot" aria-hidden />
        <div className="timeline-text">
          <div>
            <span className="timeline-kind">{isPlanned ? `${kind}, planned` : kind}</span> {title}{' '}
            {by && <span className="quiet">by {by}</span>}
          </div>
          {detail && (
            <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
              <summary className="quiet">Details</summary>
              {isOpen && detail}
            </details>
          )}
        </div>
      </li>
    </>
  )
}
