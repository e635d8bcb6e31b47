import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { FilterBar, FilterText } from '../../kit/filter-bar.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { text } from '../../kit/search-state.ts'
import { Time } from '../../kit/time.tsx'
import { useGo } from '../../kit/use-go.ts'
import { useList } from '../../kit/use-list.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { useMay } from '../../kit/viewer.ts'
import { CONNECTIONS, type Connection } from './documents.ts'
import { ConnectionState } from './state.tsx'

const FIELDS = { organization: text(), supplier: text() }

function lastGood({ lastCalls }: Connection): string | null {
  return lastCalls.reduce<string | null>(
    (last, { lastGoodAt }) => (lastGoodAt !== null && (last === null || lastGoodAt > last) ? lastGoodAt : last),
    null,
  )
}

function users({ organizations }: Connection): string {
  const enabled = organizations.filter((one) => one.enabled)
  if (organizations.length === 0) return 'nobody'
  const names = enabled
    .slice(0, 3)
    .map(({ id }) => id)
    .join(', ')
  const more = enabled.length > 3 ? ` and ${enabled.length - 3} more` : ''
  const off = organizations.length - enabled.length
  return `${names || 'none enabled'}${more}${off > 0 ? ` (${off} disabled)` : ''}`
}

const COLUMNS: readonly Column<Connection>[] = [
  { key: 'id', head: 'Connection', cell: ({ id }) => <span className="mono">{id}</span> },
  { key: 'supplier', head: 'Supplier', cell: ({ supplierCode }) => supplierCode },
  { key: 'state', head: 'State', cell: ({ state, why }) => <ConnectionState state={state} why={why} /> },
  { key: 'why', head: 'By what', cell: ({ why }) => <span className="quiet">{why}</span>, isWide: true, width: 260 },
  { key: 'good', head: 'Last good call', cell: (row) => <Time at={lastGood(row)} as="ago" none="none counted" /> },
  { key: 'users', head: 'Used by', cell: users, isWide: true },
  { key: 'tested', head: 'Tested', cell: ({ tested }) => <Time at={tested?.at} none="never" />, isWide: true },
  {
    key: 'credentials',
    head: 'Credentials set',
    cell: ({ credentialsSet }) =>
      credentialsSet ? (
        <span>
          <Time at={credentialsSet.at} /> <span className="quiet">{credentialsSet.by}</span>
        </span>
      ) : (
        <span className="quiet">not by a command</span>
      ),
    isWide: true,
  },
]

export function SuppliersScreen() {
  const [filters, setFilters] = useSearchState(FIELDS)
  const go = useGo()
  const mayConnect = useMay(['operations'])
  const list = useList(CONNECTIONS, {
    variables: { organizationId: filters.organization || null, supplierCode: filters.supplier || null },
    pick: ({ supplierConnections }) => supplierConnections,
    liveId: ({ id }) => id,
  })
  const active = (['organization', 'supplier'] as const).flatMap((name) =>
    filters[name] === '' ? [] : [{ label: `${name} ${filters[name]}`, drop: () => setFilters({ [name]: '' }) }],
  )
  return (
    <>
      <ScreenHead
        title="Suppliers"
        answers="Is each connection selling? Since when not, and is it they, we, or the credentials?"
      >
        {mayConnect && (
          <Button leftSection={<Plus size={14} />} onClick={() => go('/suppliers/connect')}>
            Connect a supplier
          </Button>
        )}
      </ScreenHead>
      <FilterBar>
        <FilterText
          label="Used by"
          value={filters.organization}
          placeholder="org_…"
          onChange={(organization) => setFilters({ organization })}
          isMain
        />
        <FilterText
          label="Supplier"
          value={filters.supplier}
          placeholder="expedia_rapid"
          onChange={(supplier) => setFilters({ supplier })}
        />
      </FilterBar>
      <DataTable
        what="The connections"
        list={list}
        columns={COLUMNS}
        idOf={({ id }) => id}
        opens={({ id }) => `/suppliers/${id}`}
        none={{
          title: 'No supplier is connected',
          hint: 'Connect one: its credentials are tested before they are stored.',
        }}
        filters={active}
      />
    </>
  )
}
