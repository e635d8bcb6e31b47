import { Alert, Grid, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { Copy } from '../../kit/copy.tsx'
import { JsonView } from '../../kit/json-view.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import { useRead } from '../../kit/use-read.ts'
import { useViewer } from '../../kit/viewer.ts'
import { BookingActions } from './actions.tsx'
import { BOOKING, type Booking } from './documents.ts'
import { BookingFacts } from './facts.tsx'
import { BookingHistory } from './history.tsx'
import { Penalties } from './penalties.tsx'
import { People } from './people.tsx'
import { SupplierPanel } from './supplier-panel.tsx'

/** One booking: what happened, on whose word, what may be done, and what cancelling costs. */
export function BookingScreen() {
  const { id = '' }: { readonly id?: string } = useParams({ strict: false })
  const read = useRead(BOOKING, { id }, { isLive: true })
  return (
    <Part what="The booking" read={read}>
      {({ booking }) => <Shown booking={booking} />}
    </Part>
  )
}

function Shown({ booking }: { readonly booking: Booking }) {
  const { kind } = useViewer()
  const isPartner = kind === 'portal'
  return (
    <>
      <ScreenHead
        title={
          <>
            <span className="mono">{booking.id}</span> <Copy value={booking.id} what="the booking’s id" />
          </>
        }
        answers={
          <>
            <StatusBadge status={booking.status} /> {booking.reason && readable(booking.reason)}
            {booking.needsOperator && <StatusBadge status="NEEDS_OPERATOR" label="needs a person" />}
          </>
        }
      >
        <BookingActions booking={booking} />
      </ScreenHead>
      <Waiting booking={booking} />
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="sm">
            <BookingFacts booking={booking} isPartner={isPartner} />
            <Panel title="What happened">
              <BookingHistory booking={booking} />
            </Panel>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack gap="sm">
            {!isPartner && <SupplierPanel booking={booking} />}
            <Panel title="What cancelling costs">
              <Penalties booking={booking} />
            </Panel>
            <People booking={booking} />
            {Object.keys(booking.metadata).length > 0 && (
              <Panel title={isPartner ? 'What you have added' : 'What the partner has added'}>
                <JsonView value={booking.metadata} what="the metadata" />
              </Panel>
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  )
}

/** What one person has proposed and another one has to approve. */
function Waiting({ booking: { proposals } }: { readonly booking: Booking }) {
  return proposals.map(({ id, action, proposedBy, reason, expiresAt }) => (
    <Alert
      key={id}
      mb="sm"
      color="petrol"
      variant="light"
      icon={<Users size={16} />}
      title={`${readable(action)}: waits for a second person`}
    >
      {proposedBy} has proposed it: {reason}. It lapses <Time at={expiresAt} as="ago" />.{' '}
      <ScreenLink to="/approvals">Approve or reject</ScreenLink>
    </Alert>
  ))
}
