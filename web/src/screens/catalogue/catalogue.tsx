import { ScreenHead } from '../../kit/screen-head.tsx'
import { oneOf, text } from '../../kit/search-state.ts'
import { Segments } from '../../kit/segments.tsx'
import { useSearchState } from '../../kit/use-search-state.ts'
import { Coverage } from './coverage.tsx'
import { OpenHotel } from './open-hotel.tsx'
import { Pulls } from './pulls.tsx'
import { Runs } from './runs.tsx'

const TABS = [
  ['coverage', 'Coverage'],
  ['pulls', 'Content pulls'],
  ['runs', 'Runs and faults'],
] as const

export const FIELDS = {
  tab: oneOf(
    TABS.map(([tab]) => tab),
    'coverage',
  ),
  supplier: text(),
  country: text(),
  run: text(),
}

export function CatalogueScreen() {
  const [{ tab, supplier, country, run }, setFilters] = useSearchState(FIELDS)
  return (
    <>
      <ScreenHead
        title="Catalogue"
        answers="What came in, what was refused and why? Which listings sell nothing, and for want of what?"
      >
        <OpenHotel />
      </ScreenHead>
      <div style={{ marginBottom: 12 }}>
        <Segments
          label="Part"
          value={tab || 'coverage'}
          options={TABS}
          onChange={(chosen) => setFilters({ tab: chosen, run: '' })}
        />
      </div>
      {tab === 'pulls' && <Pulls />}
      {tab === 'runs' && <Runs run={run} open={(id) => setFilters({ run: id }, { keepsPage: true })} />}
      {tab === 'coverage' && <Coverage supplier={supplier} country={country} setFilters={setFilters} />}
    </>
  )
}
