import { ActionButton } from '../../kit/action-button.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { FilterBar, FilterText } from '../../kit/filter-bar.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { text } from '../../kit/search-state.ts'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { useList } from '../../kit/use-list.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { CREATE } from './actions.ts'
import { ORGANIZATIONS, type OrganizationRow } from './documents.ts'

const FIELDS = { named: text() }

const COLUMNS: readonly Column<OrganizationRow>[] = [
  {
    key: 'name',
    head: 'Organization',
    cell: ({ id, name }) => (
      <>
        <ScreenLink to={`/organizations/${id}`}>{name}</ScreenLink> <span className="mono quiet">{id}</span>
      </>
    ),
  },
  { key: 'suppliers', head: 'Suppliers', cell: ({ suppliers }) => suppliers.join(', ') || <None of="none enabled" /> },
  { key: 'keys', head: 'Keys', cell: ({ keys }) => (keys === 0 ? <None of="none" /> : keys), align: 'end' },
  { key: 'used', head: 'Last request', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} as="ago" none="never" /> },
  { key: 'people', head: 'People', cell: ({ people }) => people, align: 'end', isWide: true },
  {
    key: 'endpoints',
    head: 'Endpoints',
    cell: ({ sickEndpoints }) =>
      sickEndpoints === 0 ? (
        <span className="quiet">–</span>
      ) : (
        <StatusBadge status="FAILING" label={`${sickEndpoints} failing or disabled`} />
      ),
  },
  { key: 'made', head: 'Made', cell: ({ createdAt }) => <Time at={createdAt} />, isWide: true },
]

function None({ of }: { readonly of: string }) {
  return <StatusBadge status="NONE" label={of} tone="warn" />
}

export function OrganizationsScreen() {
  const [{ named }, setFilters] = useSearchState(FIELDS)
  const list = useList(ORGANIZATIONS, {
    variables: { named: named || null },
    pick: ({ organizations }) => organizations,
  })
  return (
    <>
      <ScreenHead
        title="Organizations"
        answers="Who are the partners, what may each use, and is its integration alive?"
      >
        <ActionButton action={CREATE} letter="c" />
      </ScreenHead>
      <FilterBar>
        <FilterText
          label="Id or name"
          value={named}
          placeholder="acme"
          width={240}
          onChange={(given) => setFilters({ named: given })}
          isMain
        />
      </FilterBar>
      <DataTable
        what="The organizations"
        list={list}
        columns={COLUMNS}
        idOf={({ id }) => id}
        opens={({ id }) => `/organizations/${id}`}
        none={{
          title: 'There is no organization yet',
          hint: 'Create the first one: it then needs a key and a supplier.',
        }}
        filters={named === '' ? [] : [{ label: `with “${named}”`, drop: () => setFilters({ named: '' }) }]}
      />
    </>
  )
}
