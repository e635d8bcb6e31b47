import { NativeSelect, Stack } from '@mantine/core'
import { Id } from '../../kit/copy.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Facts } from '../../kit/facts.tsx'
import { FilterBar, FilterText } from '../../kit/filter-bar.tsx'
import { JsonView } from '../../kit/json-view.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { oneOf, type StateOf, text } from '../../kit/search-state.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { Time } from '../../kit/time.tsx'
import { useList } from '../../kit/use-list.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { EVENTS, type EventsAnswer, type LoggedEvent } from './documents.ts'

const TYPES = [
  'booking.updated',
  'booking.confirmed',
  'booking.failed',
  'booking.cancelled',
  'booking.discrepancy',
  'webhook_endpoint.disabled',
  'webhook.test',
] as const

const FIELDS = { organization: text(), booking: text(), type: oneOf(TYPES, ''), event: text() }

const COLUMNS: readonly Column<LoggedEvent>[] = [
  { key: 'at', head: 'When', cell: ({ at }) => <Time at={at} />, width: 120 },
  { key: 'type', head: 'Event', cell: ({ type }) => <span className="mono">{type}</span> },
  {
    key: 'booking',
    head: 'Booking',
    cell: ({ bookingId, sequence }) =>
      bookingId === null ? (
        '–'
      ) : (
        <>
          <span className="mono">{bookingId}</span> <span className="quiet num">{sequence}</span>
        </>
      ),
  },
  {
    key: 'organization',
    head: 'Organization',
    cell: ({ organizationId }) => <span className="mono">{organizationId}</span>,
  },
  {
    key: 'request',
    head: 'Request',
    cell: ({ requestId }) => <span className="mono">{requestId ?? '–'}</span>,
    isWide: true,
  },
]

const LABELS = [
  ['organization', 'Organization'],
  ['booking', 'Booking'],
  ['type', 'Event'],
] as const

function pick({ events }: EventsAnswer): EventsAnswer['events'] {
  return events
}

/** The log of all events as it grows: what is new is announced, and what is read stays where it is. */
export function EventsScreen() {
  const [filters, setFilters] = useSearchState(FIELDS)
  const { organization, booking, type, event } = filters
  const list = useList(EVENTS, {
    variables: { organization: organization || null, booking: booking || null, type: type || null },
    pick,
    liveId: ({ id }) => id,
  })
  return (
    <>
      <ScreenHead title="Events" answers="What happened, to whom, and which request led to it?" />
      <EventFilterBar filters={filters} setFilters={setFilters} />
      <DataTable
        what="The events"
        list={list}
        columns={COLUMNS}
        idOf={({ id }) => id}
        openId={event}
        onOpen={({ id }) => setFilters({ event: id }, { keepsPage: true })}
        none={{ title: 'Nothing has happened yet', hint: 'Each change of a booking is one event.' }}
        filters={LABELS.flatMap(([name, label]) =>
          filters[name] === ''
            ? []
            : [{ label: `“${label} ${filters[name]}”`, drop: () => setFilters({ [name]: '' }) }],
        )}
        end="Those were all that are kept"
      />
      <EventSheet
        event={list.data?.items.find(({ id }) => id === event) ?? null}
        close={() => setFilters({ event: '' }, { keepsPage: true })}
      />
    </>
  )
}

type EventFilterBarProps = {
  readonly filters: StateOf<typeof FIELDS>
  readonly setFilters: (changes: Partial<StateOf<typeof FIELDS>>) => void
}

function EventFilterBar({ filters, setFilters }: EventFilterBarProps) {
  return (
    <FilterBar>
      <FilterText
        label="Booking"
        value={filters.booking}
        placeholder="ubk_…"
        width={280}
        onChange={(booking) => setFilters({ booking })}
        isMain
      />
      <FilterText
        label="Organization"
        value={filters.organization}
        placeholder="org_…"
        onChange={(organization) => setFilters({ organization })}
      />
      <NativeSelect
        label="Event"
        value={filters.type}
        data={[{ value: '', label: 'all' }, ...TYPES.map((name) => ({ value: name, label: name }))]}
        onChange={({ currentTarget }) => setFilters({ type: TYPES.find((name) => name === currentTarget.value) ?? '' })}
      />
    </FilterBar>
  )
}

function EventSheet({ event, close }: { readonly event: LoggedEvent | null; readonly close: () => void }) {
  return (
    <Sheet title={event?.type ?? 'Event'} isOpen={event !== null} close={close} size={640}>
      {event && (
        <Stack gap="md">
          <Facts
            facts={[
              ['Event', <Id key="id" value={event.id} />],
              ['When', <Time key="at" at={event.at} as="full" />],
              ['Organization', event.organizationId],
              [
                'Booking',
                event.bookingId && <ScreenLink to={`/bookings/${event.bookingId}`}>{event.bookingId}</ScreenLink>,
              ],
              [
                'Request',
                event.requestId && <ScreenLink to={`/requests/${event.requestId}`}>{event.requestId}</ScreenLink>,
              ],
            ]}
          />
          <JsonView value={event.body} what="the event" depth={4} />
        </Stack>
      )}
    </Sheet>
  )
}
