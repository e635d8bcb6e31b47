import { Chip, Group, Select } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { boundedTold } from '../../kit/bounded.ts'
import { DataTable } from '../../kit/data-table.tsx'
import { FilterBar, FilterText } from '../../kit/filter-bar.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { printSearch, type Search } from '../../kit/search-state.ts'
import { Segments } from '../../kit/segments.tsx'
import { readable } from '../../kit/tone.ts'
import { useList } from '../../kit/use-list.ts'
import { useRead } from '../../kit/use-read.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { caseColumns } from './columns.tsx'
import { CASES, QUEUE_SIZES } from './documents.ts'
import { askedOf, FIELDS, type Filters, KINDS } from './fields.ts'

type SetFilters = (changes: Partial<Filters>) => void
type FilterProps = { readonly filters: Filters; readonly setFilters: SetFilters }

/** The queues of what only people can decide, the soonest deadline first. */
export function CasesScreen() {
  const [filters, setFilters] = useSearchState(FIELDS)
  return (
    <>
      <ScreenHead
        title="Cases"
        answers="Which holds have to be decided before when? What can only a person settle, and what is known of it?"
      >
        <Queues filters={filters} setFilters={setFilters} />
      </ScreenHead>
      <CaseFilterBar filters={filters} setFilters={setFilters} />
      <Queue filters={filters} setFilters={setFilters} />
    </>
  )
}

function Queues({ filters: { queue }, setFilters }: FilterProps) {
  const sizes = useRead(QUEUE_SIZES, {}, { isLive: true }).data?.home
  return (
    <Segments
      label="Queue"
      value={queue === 'cases' ? 'cases' : 'reviews'}
      options={[
        ['reviews', sizes ? `Reviews: ${boundedTold(sizes.reviews)}` : 'Reviews'],
        ['cases', sizes ? `Cases: ${boundedTold(sizes.cases)}` : 'Cases'],
      ]}
      onChange={(next) => setFilters({ queue: next, kind: '' })}
    />
  )
}

const SWITCHES = [
  ['mine', 'Mine', 'What you have taken.'],
  ['overdue', 'Overdue', 'The deadline is over.'],
  ['closed', 'Closed', 'What is over, and how it ended.'],
] as const

function CaseFilterBar({ filters, setFilters }: FilterProps) {
  return (
    <FilterBar>
      <FilterText
        label="Partner"
        value={filters.partner}
        placeholder="org_…"
        onChange={(partner) => setFilters({ partner })}
        isMain
      />
      {filters.queue === 'cases' && (
        <Select
          label="Kind"
          w={210}
          clearable
          value={filters.kind || null}
          placeholder="any"
          data={KINDS.map((kind) => ({ value: kind, label: readable(kind) }))}
          onChange={(kind) => setFilters({ kind: KINDS.find((one) => one === kind) ?? '' })}
        />
      )}
      <Group gap={6} role="group" aria-label="Only">
        {SWITCHES.map(([name, label, definition]) => (
          <span key={name} title={definition}>
            <Chip size="xs" checked={filters[name]} onChange={(isOn) => setFilters({ [name]: isOn })}>
              {label}
            </Chip>
          </span>
        ))}
      </Group>
    </FilterBar>
  )
}

function Queue({ filters, setFilters }: FilterProps) {
  const search: Search = useSearch({ strict: false })
  const isReviews = filters.queue !== 'cases'
  const list = useList(CASES, { variables: askedOf(filters), pick: ({ cases }) => cases, liveId: ({ id }) => id })
  const active = [
    ...(['partner', 'kind'] as const).flatMap((name) =>
      filters[name] === '' ? [] : [{ label: `the ${name}`, drop: () => setFilters({ [name]: '' }) }],
    ),
    ...SWITCHES.flatMap(([name, label]) =>
      filters[name] ? [{ label: `“${label}”`, drop: () => setFilters({ [name]: false }) }] : [],
    ),
  ]
  return (
    <DataTable
      what={isReviews ? 'The reviews' : 'The cases'}
      list={list}
      columns={caseColumns(isReviews, filters.closed)}
      idOf={({ id }) => id}
      opens={({ id }) => `/cases/${id}${printSearch(search)}`}
      none={
        isReviews
          ? { title: 'No review waits', hint: 'A hold whose deadline is near waits here until somebody approves it.' }
          : { title: 'Nothing waits for a person', hint: 'What the gateway cannot settle by asking comes here.' }
      }
      filters={active}
      end="That is the whole queue"
    />
  )
}
