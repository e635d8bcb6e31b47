import { Text } from '@mantine/core'
import { Id } from '../../kit/copy.tsx'
import { NothingMatches } from '../../kit/empty.tsx'
import { FilterBar, FilterText } from '../../kit/filter-bar.tsx'
import { Panel } from '../../kit/panel.tsx'
import { text } from '../../kit/search-state.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { CardList } from '../../portal/card-list.tsx'
import type { Scenario } from './documents.ts'

const FIELDS = { q: text() }

/** Every hotel that behaves in one way, to be found by what it does. */
export function Scenarios({ scenarios }: { readonly scenarios: readonly Scenario[] }) {
  const [{ q }, setFilters] = useSearchState(FIELDS)
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const found = scenarios.filter((one) => {
    const told = `${one.slug} ${one.happens} ${one.supplierCode} ${one.hotelId}`.toLowerCase()
    return words.every((word) => told.includes(word))
  })
  return (
    <section aria-label="Scenarios">
      <FilterBar>
        <FilterText
          label="Find a scenario"
          value={q}
          placeholder="hold, PRICE_CHANGED, cancel …"
          width={300}
          onChange={(next) => setFilters({ q: next })}
          isMain
        />
      </FilterBar>
      {found.length === 0 ? (
        <NothingMatches filters={[{ label: q, drop: () => setFilters({ q: '' }) }]} />
      ) : (
        <CardList label="Scenario hotels" columns={3}>
          {found.map((scenario) => (
            <ScenarioCard key={scenario.slug} of={scenario} />
          ))}
        </CardList>
      )}
    </section>
  )
}

function ScenarioCard({ of: { slug, hotelId, supplierCode, currency, happens } }: { readonly of: Scenario }) {
  return (
    <Panel title={slug} aside={<Id value={String(hotelId)} what={`the hotel id of ${slug}`} />}>
      <Text size="sm">{happens}</Text>
      <Text size="xs" className="quiet">
        {supplierCode} · {currency}
      </Text>
    </Panel>
  )
}
