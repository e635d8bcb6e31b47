import { Button, Group, Progress, Text } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { type Action, type ActionDone, act } from '../../kit/action.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import type { Selected } from '../../kit/use-selection.ts'

/** So many bookings at once: each is one change with an entry of its own in the audit log. */
const MOST = 50

const LOOK: Action = { label: 'Look now', mutation: 'lookBooking', says: '' }

type Counter = {
  readonly read: () => number
  readonly count: (done: number) => void
  readonly follow: (told: () => void) => () => void
}

/** How far it has got, for a dialog that is open meanwhile. */
function makeCounter(): Counter {
  const followers = new Set<() => void>()
  let now = 0
  return {
    read: () => now,
    count: (done) => {
      now = done
      for (const told of followers) told()
    },
    follow: (told) => {
      followers.add(told)
      return () => void followers.delete(told)
    },
  }
}

/** What is done to the bookings that are selected; nothing while none is. */
export function LookSelected({ selected, clear }: Selected) {
  const [counter] = useState(makeCounter)
  const ids = [...selected]
  if (ids.length === 0) return null
  const told = ids.slice(0, MOST)
  const action: Action = {
    label: told.length === 1 ? 'Look at it now' : `Look at ${told.length} now`,
    title: 'Look now at the bookings that are selected',
    mutation: 'lookBooking',
    roles: ['support'],
    says: <Says of={told.length} all={ids.length} counter={counter} />,
    send: (values) => lookAt(told, String(values['reason']), counter),
  }
  return (
    <Group gap="xs" mb="xs">
      <Text size="sm" role="status">
        {ids.length} selected
      </Text>
      <ActionButton action={action} size="compact-sm" onDone={clear} />
      <Button size="compact-sm" variant="default" onClick={clear}>
        Select none
      </Button>
    </Group>
  )
}

/** One after the other; one that is refused does not keep the others from being looked at. */
async function lookAt(ids: readonly string[], reason: string, counter: Counter): Promise<ActionDone> {
  const rows: { readonly bookingId: string; readonly looks: string }[] = []
  counter.count(0)
  for (const id of ids) {
    const looks = await act(LOOK, { id, reason }).then(
      () => 'now',
      (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
    )
    rows.push({ bookingId: id, looks })
    counter.count(rows.length)
  }
  return { rows, proposal: null }
}

type SaysProps = { readonly of: number; readonly all: number; readonly counter: Counter }

function Says({ of, all, counter }: SaysProps) {
  const done = useSyncExternalStore(counter.follow, counter.read)
  return (
    <>
      Workers ask the supplier of each now instead of at the planned time, and act on the answers.
      {all > of && ` ${of} can be looked at at once, the first of ${all} that are selected.`}
      {done > 0 && (
        <div role="status">
          {done} of {of}
          <Progress value={(done / of) * 100} aria-label="Looked at" mt={4} />
        </div>
      )}
    </>
  )
}
