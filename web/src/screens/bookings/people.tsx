import { Group, Stack } from '@mantine/core'
import { Eye } from 'lucide-react'
import { ActionButton } from '../../kit/action-button.tsx'
import { Panel } from '../../kit/panel.tsx'
import { RowsView } from '../../kit/rows-view.tsx'
import { Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import type { Booking } from './documents.ts'

/** The guests, masked; whoever may is shown them after saying why. */
export function People({ booking }: { readonly booking: Booking }) {
  const { id, people, redaction, actions } = booking
  const mayUnmask = actions.some(({ name }) => name === 'unmaskBooking')
  return (
    <Panel
      title="Guests"
      aside={
        mayUnmask && (
          <ActionButton
            size="compact-sm"
            icon={<Eye size={14} />}
            action={{
              label: 'Show the guests',
              mutation: 'unmaskBooking',
              values: { id },
              says: 'Shows names, e-mail and telephone until you close this. Who looked, and why, is in the audit log.',
              done: (rows) => <RowsView rows={rows} />,
            }}
          />
        )
      }
    >
      {redaction && (
        <span className="quiet">
          Deleted <Time at={redaction.at} none="at an unknown time" as="full" /> {redaction.by && `by ${redaction.by}`}
        </span>
      )}
      <Stack gap={2}>
        {people.map(({ role, masked, age }, place) => (
          <Group key={`${place}-${role}`} gap="xs">
            <span className="quiet">{readable(role)}</span>
            <span>{masked}</span>
            {age !== null && <span className="num quiet">{age} years</span>}
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}
