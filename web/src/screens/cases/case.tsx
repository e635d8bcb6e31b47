import { Alert, Button, Grid, Group, Stack } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ChevronLeft, UserCheck } from 'lucide-react'
import { Copy } from '../../kit/copy.tsx'
import { useKeys } from '../../kit/keys.ts'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { printSearch, type Search } from '../../kit/search-state.ts'
import { Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import { useGo } from '../../kit/use-go.ts'
import { useRead } from '../../kit/use-read.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { useViewer } from '../../kit/viewer.ts'
import { BOOKING, type Booking } from '../bookings/documents.ts'
import { BookingFacts } from '../bookings/facts.tsx'
import { Penalties } from '../bookings/penalties.tsx'
import { CaseActions } from './actions.tsx'
import { CASE, CASES, type WholeCase } from './documents.ts'
import { askedOf, FIELDS } from './fields.ts'
import { CaseFacts, LastWord, Steps } from './parts.tsx'

/** Where the queue of the address leads from a case. */
function useQueue(id: string) {
  const [filters] = useSearchState(FIELDS)
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = useGo()
  const { data } = useRead(CASES, { ...askedOf(filters), after: search['after'] ?? null }, { isLive: true })
  const ids = data?.cases.items.map((one) => one.id) ?? []
  const here = ids.indexOf(id)
  function idAt(step: 1 | -1): string | null {
    return (here === -1 ? ids.find((one) => one !== id) : ids[here + step]) ?? null
  }
  // One case takes the place of another: Back leads to the queue.
  function open(to: string | null): void {
    if (to === null) go(`/cases${printSearch(search)}`)
    else void navigate({ to: `/cases/${to}`, search, replace: true } as never)
  }
  return {
    move: (step: 1 | -1) => {
      const to = idAt(step)
      if (to !== null) open(to)
    },
    /** The next one of the queue; the one before, or the queue, where there is none. */
    goOn: () => open(idAt(1) ?? (here > 0 ? idAt(-1) : null)),
    close: () => open(null),
  }
}

export type CaseQueue = ReturnType<typeof useQueue>

/** One case: why it is here, what was tried, what the supplier said last, and what can be done. */
export function CaseScreen() {
  const { id = '' }: { readonly id?: string } = useParams({ strict: false })
  const queue = useQueue(id)
  const read = useRead(CASE, { id }, { isLive: true })
  useKeys({ j: () => queue.move(1), k: () => queue.move(-1) })
  return (
    <Part what="The case" read={read}>
      {({ case: one }) => <Shown key={one.id} one={one} queue={queue} isCurrent={!read.isStale} />}
    </Part>
  )
}

type ShownProps = { readonly one: WholeCase; readonly queue: CaseQueue; readonly isCurrent: boolean }

function Shown({ one, queue, isCurrent }: ShownProps) {
  const { id, kind, why, bookingId } = one
  const read = useRead(BOOKING, { id: bookingId ?? '' }, { isLive: true, isOn: bookingId !== null })
  const booking = read.data?.booking.id === bookingId ? read.data?.booking : undefined
  return (
    <>
      <ScreenHead title={readable(kind)} answers={why}>
        <Turn queue={queue} />
      </ScreenHead>
      {isCurrent && <CaseActions one={one} booking={booking ?? null} goOn={queue.goOn} />}
      <Theirs one={one} />
      <Proposed booking={booking} />
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Stack gap="sm">
            <Panel
              title="Why it is here"
              aside={
                <>
                  <span className="mono">{id}</span> <Copy value={id} what="the case’s id" />
                </>
              }
            >
              <CaseFacts one={one} />
            </Panel>
            <LastWord one={one} />
            <Steps one={one} />
          </Stack>
        </Grid.Col>
        {bookingId !== null && (
          <Grid.Col span={{ base: 12, lg: 6 }}>
            <Part what="The booking" read={read}>
              {({ booking: whole }) => <AboutBooking booking={whole} />}
            </Part>
          </Grid.Col>
        )}
      </Grid>
    </>
  )
}

function Turn({ queue }: { readonly queue: CaseQueue }) {
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<ChevronLeft size={13} />} onClick={queue.close}>
        Queue
      </Button>
      <Button variant="default" rightSection={<kbd>k</kbd>} onClick={() => queue.move(-1)}>
        Before
      </Button>
      <Button variant="default" rightSection={<kbd>j</kbd>} onClick={() => queue.move(1)}>
        Next
      </Button>
    </Group>
  )
}

/** Somebody else works on it: their name, and how long. */
function Theirs({ one: { takenBy, takenUntil, closedAt, closedBy, settledHow, note } }: { readonly one: WholeCase }) {
  const { actor } = useViewer()
  if (closedAt !== null)
    return (
      <Alert mb="sm" color="gray" variant="light" title="It is over">
        {closedBy === 'system' ? 'Its cause went away' : `${closedBy} closed it`} <Time at={closedAt} as="ago" />
        {(note ?? settledHow) === null ? '.' : `: ${note ?? settledHow}`}
      </Alert>
    )
  if (takenUntil === null || takenBy === actor) return null
  return (
    <Alert mb="sm" color="petrol" variant="light" icon={<UserCheck size={16} />} title={`${takenBy} has it`}>
      Until <Time at={takenUntil} as="clock" />; then anybody may take it.
    </Alert>
  )
}

function Proposed({ booking }: { readonly booking: Booking | undefined }) {
  return booking?.proposals.map(({ id, action, proposedBy, reason, expiresAt }) => (
    <Alert key={id} mb="sm" color="petrol" variant="light" title={`${readable(action)}: waits for a second person`}>
      {proposedBy} has proposed it: {reason}. It lapses <Time at={expiresAt} as="ago" />.{' '}
      <ScreenLink to="/approvals" underline="always">
        Approve or reject
      </ScreenLink>
    </Alert>
  ))
}

function AboutBooking({ booking }: { readonly booking: Booking }) {
  return (
    <Stack gap="sm">
      <Panel
        title="The booking"
        aside={
          <ScreenLink to={`/bookings/${booking.id}`} className="mono">
            {booking.id}
          </ScreenLink>
        }
        isFlush
      >
        <BookingFacts booking={booking} isPartner={false} />
      </Panel>
      <Panel title="What cancelling costs">
        <Penalties booking={booking} />
      </Panel>
    </Stack>
  )
}
