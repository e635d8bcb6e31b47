import { boundedTold } from '../../kit/bounded.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { FilterBar, FilterText } from '../../kit/filter-bar.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { oneOf, text } from '../../kit/search-state.ts'
import { Segments } from '../../kit/segments.tsx'
import { Age, Time } from '../../kit/time.tsx'
import { useList } from '../../kit/use-list.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { ENDPOINTS, type Endpoint } from './documents.ts'
import { Failures } from './failures.tsx'
import { Health } from './health.tsx'

const HEALTHS = ['DISABLED', 'FAILING', 'PAUSED', 'WORKING', 'NO_TRAFFIC'] as const
const FIELDS = { organization: text(), health: oneOf(HEALTHS, ''), view: oneOf(['endpoints', 'causes'], 'endpoints') }

function why({ disabledRule, pause, failingSince }: Endpoint) {
  if (disabledRule) return disabledRule
  if (pause)
    return (
      <>
        until <Time at={pause.until} /> {pause.by === null ? 'as it asked by Retry-After' : `by ${pause.by}`}
        {pause.reason && `: ${pause.reason}`}
      </>
    )
  if (failingSince)
    return (
      <>
        it has only failed for <Age since={failingSince} />
      </>
    )
  return ''
}

const COLUMNS: readonly Column<Endpoint>[] = [
  { key: 'health', head: 'Health', cell: (row) => <Health {...row} /> },
  { key: 'url', head: 'Endpoint', cell: ({ url }) => <span className="mono line-clamp">{url}</span> },
  {
    key: 'organization',
    head: 'Organization',
    cell: ({ organizationId }) => <span className="mono">{organizationId}</span>,
  },
  { key: 'why', head: 'Why', cell: why, isWide: true },
  { key: 'waiting', head: 'Waiting', cell: ({ waiting }) => boundedTold(waiting), align: 'end' },
  {
    key: 'lag',
    head: 'Oldest waits',
    cell: ({ oldestWaitingAt }) => (oldestWaitingAt === null ? '–' : <Age since={oldestWaitingAt} />),
    align: 'end',
  },
  { key: 'dead', head: 'Given up', cell: ({ dead }) => boundedTold(dead), align: 'end' },
  {
    key: 'last',
    head: 'Last delivered',
    cell: ({ lastDeliveredAt }) => <Time at={lastDeliveredAt} as="ago" none="nothing kept" />,
    isWide: true,
  },
]

export function WebhooksScreen() {
  const [filters, setFilters] = useSearchState(FIELDS)
  const { organization, health, view } = filters
  const active = [
    ...(organization === ''
      ? []
      : [{ label: `organization ${organization}`, drop: () => setFilters({ organization: '' }) }]),
    ...(health === '' ? [] : [{ label: `health ${health}`, drop: () => setFilters({ health: '' }) }]),
  ]
  return (
    <>
      <ScreenHead title="Webhooks" answers="Who is not getting events, why, and how far behind?">
        <Segments
          label="What is shown"
          value={view === 'causes' ? 'causes' : 'endpoints'}
          options={[
            ['endpoints', 'Endpoints'],
            ['causes', 'Causes of failure'],
          ]}
          onChange={(next) => setFilters({ view: next })}
        />
      </ScreenHead>
      <FilterBar>
        <FilterText
          label="Organization"
          value={organization}
          placeholder="org_…"
          onChange={(next) => setFilters({ organization: next })}
          isMain
        />
        {view !== 'causes' && (
          <div className="table-scroll" style={{ maxWidth: '100%' }}>
            <Segments
              label="Health"
              value={health === '' ? 'ALL' : health}
              options={[
                ['ALL', 'All'],
                ['DISABLED', 'Disabled'],
                ['FAILING', 'Failing'],
                ['PAUSED', 'Paused'],
                ['WORKING', 'Working'],
              ]}
              onChange={(next) => setFilters({ health: next === 'ALL' ? '' : next })}
            />
          </div>
        )}
      </FilterBar>
      {view === 'causes' ? (
        <Failures endpointId={null} organizationId={organization || null} />
      ) : (
        <Endpoints organization={organization} health={health} active={active} />
      )}
    </>
  )
}

type EndpointsProps = {
  readonly organization: string
  readonly health: string
  readonly active: readonly { readonly label: string; readonly drop: () => void }[]
}

function Endpoints({ organization, health, active }: EndpointsProps) {
  const list = useList(ENDPOINTS, {
    variables: { organizationId: organization || null, health: health || null },
    pick: ({ webhookEndpoints }) => webhookEndpoints,
    liveId: ({ id }) => id,
  })
  return (
    <DataTable
      what="The endpoints"
      list={list}
      columns={COLUMNS}
      idOf={({ id }) => id}
      opens={({ id }) => `/webhooks/${id}`}
      none={{
        title: 'No endpoint exists',
        hint: 'Partners make them in their portal, or with POST /webhooks/endpoints.',
      }}
      filters={active}
      end="Those were all"
    />
  )
}
