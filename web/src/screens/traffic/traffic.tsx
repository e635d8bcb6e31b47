import { type Column, DataTable } from '../../kit/data-table.tsx'
import { FilterBar, FilterText } from '../../kit/filter-bar.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { oneOf, type StateOf, text } from '../../kit/search-state.ts'
import { Segments } from '../../kit/segments.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import type { Tone } from '../../kit/tone.ts'
import { useList } from '../../kit/use-list.ts'
import { useRead } from '../../kit/use-read.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { type Exchange, SAMPLING, TRAFFIC, type TrafficAnswer } from './documents.ts'
import { ExchangeSheet } from './exchange-sheet.tsx'
import { SamplingLine, WhyEmpty } from './sampling.tsx'

const FIELDS = {
  connection: text(),
  operation: text(),
  request: text(),
  booking: text(),
  outcome: text(),
  view: oneOf(['all', 'failed', 'pinned'], 'all'),
  exchange: text(),
  beside: text(),
}
export type TrafficState = StateOf<typeof FIELDS>

const LABELS = [
  ['connection', 'Connection'],
  ['operation', 'Operation'],
  ['request', 'Request'],
  ['booking', 'Booking'],
  ['outcome', 'Outcome'],
] as const

/** A status of 200 to 399 is an answer; whatever else came is looked for. */
export function toneOfExchange(outcome: string): Tone {
  if (/^[23]\d\d$/.test(outcome)) return 'good'
  return /^4\d\d$/.test(outcome) ? 'warn' : 'bad'
}

function hotelsText(hotels: readonly string[]): string {
  if (hotels.length === 0) return '–'
  return hotels.slice(0, 2).join(', ') + (hotels.length > 2 ? ' …' : '')
}

const COLUMNS: readonly Column<Exchange>[] = [
  { key: 'at', head: 'When', cell: ({ at }) => <Time at={at} />, width: 120 },
  { key: 'connection', head: 'Connection', cell: ({ connectionId }) => <span className="mono">{connectionId}</span> },
  { key: 'operation', head: 'Operation', cell: ({ operation }) => <span className="mono">{operation}</span> },
  {
    key: 'outcome',
    head: 'Outcome',
    cell: ({ outcome, isPinned }) => (
      <>
        <StatusBadge status={outcome} tone={toneOfExchange(outcome)} />
        {isPinned && <span className="quiet"> pinned</span>}
      </>
    ),
  },
  {
    key: 'took',
    head: 'Took',
    cell: ({ totalMs }) => <span className="nowrap">{Math.round(totalMs).toLocaleString('en-GB')} ms</span>,
    align: 'end',
  },
  {
    key: 'about',
    head: 'Booking or hotels',
    cell: ({ bookingId, hotels }) => (
      <span className="mono nowrap" title={hotels.join(', ')}>
        {bookingId ?? hotelsText(hotels)}
      </span>
    ),
    isWide: true,
  },
  {
    key: 'request',
    head: 'Request',
    cell: ({ requestId }) => <span className="mono line-clamp">{requestId}</span>,
    isWide: true,
  },
  {
    key: 'size',
    head: 'Answer',
    cell: ({ answerBytes }) => (
      <span className="nowrap">
        {answerBytes === null ? '–' : `${Math.ceil(answerBytes / 1024).toLocaleString('en-GB')} kB`}
      </span>
    ),
    align: 'end',
    isWide: true,
  },
]

function pick({ traffic }: TrafficAnswer): TrafficAnswer['traffic'] {
  return traffic
}

const REFRESH_MS = 15_000

export function TrafficScreen() {
  const [filters, setFilters] = useSearchState(FIELDS)
  const { view, exchange, beside } = filters
  const outcome = view === 'failed' ? 'failed' : filters.outcome
  const variables = {
    connection: filters.connection || null,
    operation: filters.operation || null,
    request: filters.request || null,
    booking: filters.booking || null,
    outcome: outcome || null,
    pinned: view === 'pinned',
  }
  const list = useList(TRAFFIC, { variables, pick })
  const sampling = useRead(SAMPLING, {}, { everyMs: REFRESH_MS })
  const active = [
    ...LABELS.flatMap(([name, label]) =>
      filters[name] === '' ? [] : [{ label: `“${label} ${filters[name]}”`, drop: () => setFilters({ [name]: '' }) }],
    ),
    ...(view === 'failed' ? [{ label: '“failed”', drop: () => setFilters({ view: 'all' }) }] : []),
  ]
  const { items = [] } = list.data ?? {}
  const isEmpty = list.data !== undefined && items.length === 0
  return (
    <>
      <ScreenHead title="Supplier traffic" answers="What exactly did we ask, and what did they answer?" />
      <TrafficFilterBar filters={filters} setFilters={setFilters} />
      <SamplingLine read={sampling} connection={filters.connection} />
      <DataTable
        what="The traffic"
        list={list}
        columns={COLUMNS}
        idOf={({ id }) => id}
        openId={exchange}
        onOpen={({ id }) => setFilters({ exchange: id }, { keepsPage: true })}
        none={{
          title: view === 'pinned' ? 'Nothing is pinned' : 'No exchange is kept yet',
          hint:
            view === 'pinned' ? 'What is pinned outlives its term.' : <WhyEmpty read={sampling} filters={filters} />,
        }}
        filters={active}
        end="Those were all that are kept"
      />
      {isEmpty && active.length > 0 && <WhyEmpty read={sampling} filters={filters} />}
      <ExchangeSheet
        id={exchange}
        beside={beside}
        others={items.filter(({ id }) => id !== exchange)}
        compare={(id) => setFilters({ beside: id }, { keepsPage: true })}
        close={() => setFilters({ exchange: '', beside: '' }, { keepsPage: true })}
      />
    </>
  )
}

type TrafficFilterBarProps = {
  readonly filters: TrafficState
  readonly setFilters: (changes: Partial<TrafficState>) => void
}

function TrafficFilterBar({ filters, setFilters }: TrafficFilterBarProps) {
  return (
    <FilterBar>
      <FilterText
        label="Connection"
        value={filters.connection}
        placeholder="conn_…"
        onChange={(connection) => setFilters({ connection })}
        isMain
      />
      <FilterText
        label="Operation"
        value={filters.operation}
        placeholder="search, book, find …"
        width={140}
        onChange={(operation) => setFilters({ operation })}
      />
      <FilterText
        label="Outcome"
        value={filters.outcome}
        placeholder="200, 5xx, TIMEOUT"
        width={140}
        onChange={(outcome) => setFilters({ outcome })}
      />
      <FilterText
        label="Request"
        value={filters.request}
        placeholder="req_…"
        onChange={(request) => setFilters({ request })}
      />
      <FilterText
        label="Booking"
        value={filters.booking}
        placeholder="ubk_…"
        onChange={(booking) => setFilters({ booking })}
      />
      <Segments
        label="Which"
        value={filters.view === '' ? 'all' : filters.view}
        options={[
          ['all', 'All'],
          ['failed', 'Failed'],
          ['pinned', 'Pinned'],
        ]}
        onChange={(view) => setFilters({ view })}
      />
    </FilterBar>
  )
}
