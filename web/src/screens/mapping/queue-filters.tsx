import { Select } from '@mantine/core'
import { FilterBar, FilterText } from '../../kit/filter-bar.tsx'
import { readable } from '../../kit/tone.ts'
import { BANDS, type Filters, type SetFilters, WHYS } from './fields.ts'

type QueueFiltersProps = { readonly filters: Filters; readonly setFilters: SetFilters }

export function QueueFilters({ filters, setFilters }: QueueFiltersProps) {
  return (
    <FilterBar>
      <FilterText
        label="Supplier"
        value={filters.supplier}
        placeholder="hotelbeds"
        onChange={(supplier) => setFilters({ supplier })}
        isMain
      />
      <FilterText
        label="Country"
        value={filters.country}
        placeholder="GB"
        width={90}
        onChange={(country) => setFilters({ country: country.toUpperCase() })}
      />
      <FilterText
        label="Place"
        value={filters.place === 0 ? '' : String(filters.place)}
        placeholder="its id"
        width={90}
        onChange={(place) => setFilters({ place: /^\d{1,9}$/.test(place) ? Number(place) : 0 })}
      />
      <Select
        label="Asked because"
        value={filters.why || null}
        placeholder="anything"
        clearable
        data={WHYS.map(([value]) => ({ value, label: readable(value) }))}
        onChange={(why) => setFilters({ why: WHYS.find(([one]) => one === why)?.[0] ?? '' })}
      />
      <Select
        label="Score"
        value={filters.band || null}
        placeholder="any"
        clearable
        data={BANDS.map(([value, label]) => ({ value, label }))}
        onChange={(band) => setFilters({ band: BANDS.find(([one]) => one === band)?.[0] ?? '' })}
      />
    </FilterBar>
  )
}
