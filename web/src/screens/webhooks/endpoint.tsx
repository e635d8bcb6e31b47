import { Alert, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { boundedTold } from '../../kit/bounded.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Figure, Figures } from '../../kit/figure.tsx'
import { FilterBar, FilterText } from '../../kit/filter-bar.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { oneOf, text } from '../../kit/search-state.ts'
import { Segments } from '../../kit/segments.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Age, Time } from '../../kit/time.tsx'
import { useList } from '../../kit/use-list.ts'
import { useRead } from '../../kit/use-read.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { DELIVERIES, type Delivery, ENDPOINT, type EndpointWhole } from './documents.ts'
import { EndpointActions } from './endpoint-actions.tsx'
import { Failures } from './failures.tsx'
import { Health } from './health.tsx'

const STATUSES = ['PENDING', 'RETRYING', 'DELIVERED', 'FAILED', 'SKIPPED', 'DISCARDED'] as const
const FIELDS = { status: oneOf(STATUSES, ''), booking: text(), view: oneOf(['deliveries', 'causes'], 'deliveries') }
const REFRESH_MS = 5_000

/** One endpoint: its health, why, and its deliveries. */
export function EndpointScreen() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string }
  const [{ view }, setState] = useSearchState(FIELDS)
  const read = useRead(ENDPOINT, { id, hours: 24 }, { isLive: true, everyMs: REFRESH_MS })
  return (
    <Stack gap="md">
      <Part what="The endpoint" read={read}>
        {({ webhookEndpoint: endpoint }) => <Whole endpoint={endpoint} />}
      </Part>
      <Panel
        title="Deliveries"
        isFlush
        aside={
          <Segments
            label="What is shown"
            value={view === 'causes' ? 'causes' : 'deliveries'}
            options={[
              ['deliveries', 'Each'],
              ['causes', 'Causes of failure'],
            ]}
            onChange={(next) => setState({ view: next })}
          />
        }
      >
        {view === 'causes' ? <Failures endpointId={id} organizationId={null} /> : <Deliveries endpointId={id} />}
      </Panel>
    </Stack>
  )
}

function Whole({ endpoint }: { readonly endpoint: EndpointWhole }) {
  const { url, organizationId, disabledRule, failingSince, occasions, pause, recovery } = endpoint
  return (
    <Stack gap="sm">
      <ScreenHead
        title={
          <span className="mono" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </span>
        }
        answers={
          <>
            <Health {...endpoint} /> ·{' '}
            <ScreenLink to={`/webhooks?organization=${organizationId}`}>{organizationId}</ScreenLink>
          </>
        }
      >
        <EndpointActions endpoint={endpoint} />
      </ScreenHead>
      {disabledRule && (
        <Alert color="red" variant="light" title="Disabled">
          {disabledRule} Its events are kept as skipped deliveries: enable it, then recover the span.
        </Alert>
      )}
      {failingSince && (
        <Alert color="red" variant="light" title="Failing">
          It has only failed for <Age since={failingSince} />, on {occasions} of 6 occasions; after six, twelve hours
          apart, and five days, it is disabled.
        </Alert>
      )}
      {pause && (
        <Alert color="yellow" variant="light" title="Paused">
          Nothing is sent before <Time at={pause.until} as="full" />:{' '}
          {pause.by === null ? 'it asked for it itself, by Retry-After.' : `${pause.by} has paused it.`} {pause.reason}
        </Alert>
      )}
      {recovery && (
        <Alert color="blue" variant="light" title="Recovering">
          {recovery.rescheduled.toLocaleString('en-GB')} deliveries were rescheduled so far, of events from{' '}
          <Time at={recovery.since} as="full" /> to <Time at={recovery.until} as="full" />.
        </Alert>
      )}
      <Counts endpoint={endpoint} />
      <EndpointFacts endpoint={endpoint} />
    </Stack>
  )
}

function Counts({ endpoint }: { readonly endpoint: EndpointWhole }) {
  const { id, waiting, dead, oldestWaitingAt, deliveries } = endpoint
  const delivered = deliveries.find(({ status }) => status === 'DELIVERED')
  return (
    <Figures>
      <Figure
        label="Waiting"
        value={boundedTold(waiting)}
        definition="Its deliveries that are PENDING or RETRYING; counted up to ten thousand of each."
        to={`/webhooks/${id}?status=RETRYING`}
        hint={
          oldestWaitingAt ? (
            <>
              the oldest for <Age since={oldestWaitingAt} />
            </>
          ) : (
            'none'
          )
        }
      />
      <Figure
        label="Given up"
        value={boundedTold(dead)}
        definition="Its deliveries that are FAILED: nothing more is tried; counted up to ten thousand."
        to={`/webhooks/${id}?status=FAILED`}
        {...(dead.count > 0 ? { tone: 'bad' as const } : {})}
      />
      <Figure
        label="Delivered, 24 hours"
        value={delivered ? boundedTold(delivered) : null}
        definition="Its deliveries that are DELIVERED, of events that came about in the last 24 hours."
        to={`/webhooks/${id}?status=DELIVERED`}
      />
      {deliveries
        .filter(({ status, count }) => count > 0 && (status === 'SKIPPED' || status === 'DISCARDED'))
        .map((counted) => (
          <Figure
            key={counted.status}
            label={`${counted.status === 'SKIPPED' ? 'Skipped' : 'Discarded'}, 24 hours`}
            value={boundedTold(counted)}
            definition={`Its deliveries that are ${counted.status}, of events that came about in the last 24 hours.`}
            to={`/webhooks/${id}?status=${counted.status}`}
          />
        ))}
    </Figures>
  )
}

function EndpointFacts({ endpoint }: { readonly endpoint: EndpointWhole }) {
  const { id, description, eventTypes, environment, maxConcurrency, maxPerSecond, createdAt, lastDeliveredAt } =
    endpoint
  return (
    <Facts
      facts={[
        [
          'Id',
          <span key="id" className="mono">
            {id}
          </span>,
        ],
        ['Description', description],
        ['Events', eventTypes.join(', ')],
        ['Environment', environment],
        ['At once', String(maxConcurrency)],
        ['A second', maxPerSecond === null ? 'as fast as it answers' : String(maxPerSecond)],
        ['Last delivered', <Time key="last" at={lastDeliveredAt} as="full" none="nothing that is kept" />],
        ['Made', <Time key="made" at={createdAt} as="full" />],
      ]}
    />
  )
}

function lastOf({ attempts }: Delivery): string {
  const last = attempts.at(-1)
  if (!last) return 'not tried yet'
  return last.responseStatus === null ? (last.error ?? 'unknown') : `HTTP ${last.responseStatus}`
}

const COLUMNS: readonly Column<Delivery>[] = [
  { key: 'created', head: 'Event of', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { key: 'type', head: 'Event', cell: ({ eventType }) => <span className="mono">{eventType}</span> },
  {
    key: 'booking',
    head: 'Booking',
    cell: ({ bookingId }) =>
      bookingId === null ? '–' : <ScreenLink to={`/bookings/${bookingId}`}>{bookingId}</ScreenLink>,
    isWide: true,
  },
  { key: 'status', head: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'attempts', head: 'Attempts', cell: ({ attemptCount }) => attemptCount, align: 'end' },
  { key: 'last', head: 'Last answer', cell: lastOf },
  {
    key: 'next',
    head: 'Next attempt',
    cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} as="ago" />,
    isWide: true,
  },
]

function Deliveries({ endpointId }: { readonly endpointId: string }) {
  const [{ status, booking }, setState] = useSearchState(FIELDS)
  const list = useList(DELIVERIES, {
    variables: { endpointId, status: status || null, bookingId: booking || null },
    pick: ({ webhookDeliveries }) => webhookDeliveries,
    liveId: ({ id }) => id,
  })
  return (
    <>
      <FilterBar>
        <FilterText
          label="Booking"
          value={booking}
          placeholder="ubk_…"
          onChange={(next) => setState({ booking: next })}
          isMain
        />
        <div className="table-scroll" style={{ maxWidth: '100%' }}>
          <Segments
            label="Status"
            value={status === '' ? 'ALL' : status}
            options={[
              ['ALL', 'All'],
              ...STATUSES.map((word) => [word, word.charAt(0) + word.slice(1).toLowerCase()] as const),
            ]}
            onChange={(next) => setState({ status: next === 'ALL' ? '' : next })}
          />
        </div>
      </FilterBar>
      <DataTable
        what="The deliveries"
        list={list}
        columns={COLUMNS}
        idOf={({ id }) => id}
        opens={({ id }) => `/webhooks/deliveries/${id}`}
        none={{ title: 'Nothing was ever to be sent to it', hint: 'Test sends it a webhook.test event.' }}
        filters={[
          ...(status === '' ? [] : [{ label: `status ${status}`, drop: () => setState({ status: '' }) }]),
          ...(booking === '' ? [] : [{ label: `booking ${booking}`, drop: () => setState({ booking: '' }) }]),
        ]}
      />
    </>
  )
}
