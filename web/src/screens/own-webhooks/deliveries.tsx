import { Select } from '@mantine/core'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { FilterBar, FilterText } from '../../kit/filter-bar.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import { useList } from '../../kit/use-list.ts'
import { type DeliveryRow, OWN_DELIVERIES, type OwnEndpoint } from './documents.ts'

const STATUSES = ['PENDING', 'RETRYING', 'DELIVERED', 'FAILED', 'SKIPPED', 'DISCARDED'] as const

type Filters = {
  readonly endpoint: string
  readonly booking: string
  readonly status: (typeof STATUSES)[number] | ''
  readonly delivery: string
}

type DeliveriesProps = {
  readonly filters: Filters
  readonly setFilters: (changes: Partial<Filters>) => void
  readonly endpoints: readonly OwnEndpoint[]
  readonly open: (id: string) => void
}

const COLUMNS: readonly Column<DeliveryRow>[] = [
  { key: 'at', head: 'When', cell: ({ createdAt }) => <Time at={createdAt} />, width: 120 },
  { key: 'type', head: 'Event', cell: ({ eventType }) => <span className="mono">{eventType}</span> },
  { key: 'status', head: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'attempts', head: 'Attempts', align: 'end', cell: ({ attemptCount }) => attemptCount },
  { key: 'next', head: 'Next', cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} as="ago" />, isWide: true },
  { key: 'booking', head: 'Booking', cell: ({ bookingId }) => <span className="mono">{bookingId ?? ''}</span> },
]

/** Every delivery, by endpoint, booking and status. */
export function Deliveries({ filters, setFilters, endpoints, open }: DeliveriesProps) {
  const { endpoint, booking, status, delivery } = filters
  const list = useList(OWN_DELIVERIES, {
    variables: { endpointId: endpoint || null, bookingId: booking || null, status: status || null },
    pick: ({ ownDeliveries }) => ownDeliveries,
    liveId: ({ id }) => id,
  })
  const active = [
    ...(endpoint === '' ? [] : [{ label: 'the endpoint', drop: () => setFilters({ endpoint: '' }) }]),
    ...(booking === '' ? [] : [{ label: `booking ${booking}`, drop: () => setFilters({ booking: '' }) }]),
    ...(status === '' ? [] : [{ label: readable(status), drop: () => setFilters({ status: '' }) }]),
  ]
  return (
    <section aria-label="Deliveries">
      <FilterBar>
        <Select
          label="Endpoint"
          value={endpoint || null}
          placeholder="all"
          clearable
          clearButtonProps={{ 'aria-label': 'All endpoints' }}
          w={280}
          data={endpoints.map(({ id, url }) => ({ value: id, label: url }))}
          onChange={(chosen) => setFilters({ endpoint: chosen ?? '' })}
        />
        <Select
          label="Status"
          value={status || null}
          placeholder="all"
          clearable
          clearButtonProps={{ 'aria-label': 'Every status' }}
          w={140}
          data={STATUSES.map((one) => ({ value: one, label: readable(one) }))}
          onChange={(chosen) => setFilters({ status: STATUSES.find((one) => one === chosen) ?? '' })}
        />
        <FilterText
          label="Booking"
          value={booking}
          placeholder="ubk_…"
          width={240}
          onChange={(next) => setFilters({ booking: next.trim() })}
          isMain
        />
      </FilterBar>
      <DataTable
        what="The deliveries"
        list={list}
        columns={COLUMNS}
        idOf={({ id }) => id}
        openId={delivery}
        onOpen={({ id }) => open(id)}
        none={{ title: 'Nothing was sent yet', hint: 'Send a test event to an endpoint, or book in the sandbox.' }}
        filters={active}
      />
    </section>
  )
}
