import type { Column } from '../../kit/data-table.tsx'
import { Money } from '../../kit/money.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Age, CalendarDate, Deadline, Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import { useViewer } from '../../kit/viewer.ts'
import type { ListedCase } from './documents.ts'

const DUE: Column<ListedCase> = { key: 'due', head: 'Deadline', cell: ({ dueAt }) => <Deadline at={dueAt} /> }

const KIND: Column<ListedCase> = {
  key: 'kind',
  head: 'Kind',
  cell: ({ kind, why }) => <span title={why}>{readable(kind)}</span>,
}

const WHAT: Column<ListedCase> = {
  key: 'what',
  head: 'About',
  cell: ({ booking, subject }) =>
    booking === null ? (
      <span className="mono line-clamp">{subject}</span>
    ) : (
      <>
        <div className="line-clamp">{booking.hotelName ?? booking.hotelId}</div>
        <div className="quiet nowrap">
          <CalendarDate date={booking.checkIn} /> – <CalendarDate date={booking.checkOut} />
        </div>
      </>
    ),
}

const REST: readonly Column<ListedCase>[] = [
  {
    key: 'amount',
    head: 'At stake',
    align: 'end',
    cell: ({ atStake, booking }) => <Money of={atStake ?? booking?.total ?? null} none="–" />,
  },
  {
    key: 'partner',
    head: 'Partner',
    cell: ({ organizationId }) => organizationId ?? <span className="quiet">none</span>,
    isWide: true,
  },
  {
    key: 'supplier',
    head: 'Supplier',
    cell: ({ booking, connectionId }) => booking?.supplier ?? connectionId ?? '–',
    isWide: true,
  },
  { key: 'opened', head: 'Open for', cell: ({ openedAt }) => <Age since={openedAt} />, isWide: true },
  { key: 'claim', head: 'Taken', cell: (row) => <Claim {...row} /> },
]

const CLOSED: Column<ListedCase> = {
  key: 'closed',
  head: 'Closed',
  cell: ({ closedAt, closedBy }) => (
    <span>
      <Time at={closedAt} /> <span className="quiet">{closedBy}</span>
    </span>
  ),
}

/** Who has a case, and until when it is theirs. */
export function Claim({ takenBy, takenUntil }: Pick<ListedCase, 'takenBy' | 'takenUntil'>) {
  const { actor } = useViewer()
  if (takenBy === null) return <span className="quiet">by nobody</span>
  const who = takenBy === actor ? 'you' : takenBy.replace(/^operator:/, '')
  if (takenUntil === null) return <span className="quiet">was {who}’s</span>
  return (
    <span className="nowrap">
      <StatusBadge status="TAKEN" label={who} tone={takenBy === actor ? 'good' : 'busy'} /> until{' '}
      <Time at={takenUntil} as="clock" />
    </span>
  )
}

/** What is over has no deadline any more, but an end. */
export function caseColumns(isReviews: boolean, isClosed: boolean): readonly Column<ListedCase>[] {
  const about = isReviews ? [WHAT] : [KIND, WHAT]
  return isClosed ? [CLOSED, ...about, ...REST.slice(0, 3)] : [DUE, ...about, ...REST]
}
