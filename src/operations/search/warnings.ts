import type { SearchProviderView } from '../../domain/contract/search.ts'
import type { Warning, WarningCode } from '../../domain/contract/warning.ts'
import type { RateFilter } from '../../domain/rate-filter.ts'
import type { Terms } from '../../hotel-index/catalogue.ts'
import type { Deps } from '../deps.ts'
import { nearest } from '../inputs/nearest.ts'
import type { SearchInput } from '../inputs/search.ts'

/** The facts about a search that may lead to warnings. */
type SearchCircumstances = {
  readonly input: SearchInput
  readonly terms: Terms
  /** True when the ranking version of the first page no longer exists. */
  readonly refreshed: boolean
  readonly isCacheAway: boolean
}

type CodedWarning = Warning & { readonly code: WarningCode }

/** Warnings about inputs that were ignored or match nothing, and are no errors. */
export function warningsOf({ input, terms, refreshed, isCacheAway }: SearchCircumstances): CodedWarning[] {
  const warnings: CodedWarning[] = []
  if (input.sort && input.priceSort)
    warnings.push({
      code: 'PRICE_SORT_IGNORED',
      message: 'sort supersedes price_sort',
      path: 'price_sort',
      supplierCode: null,
    })
  warnings.push(
    ...unknownValues('property_types', input.propertyTypes, terms.propertyTypes),
    ...unknownValues('chain_ids', input.chainIds, terms.chains),
    ...unknownValues('facility_ids', input.facilityIds, terms.facilities),
  )
  if (refreshed)
    warnings.push({
      code: 'RANKING_REFRESHED',
      message: 'the ranking of the first page is gone; the walk goes on in the current one',
      path: 'cursor',
      supplierCode: null,
    })
  if (isCacheAway)
    warnings.push({
      code: 'CACHE_UNAVAILABLE',
      message: 'prices are estimates and this search cannot be polled: the shared cache is away',
      path: null,
      supplierCode: null,
    })
  return warnings
}

/**
 * What an answer about rates may lack: a supplier of which a search cannot choose rates by a filter finds a hotel only if a rate
 * that passes is among the few that it returns.
 */
export function filterWarnings(
  { suppliers }: Pick<Deps, 'suppliers'>,
  { freeCancellation, boardCodes }: RateFilter,
  providers: readonly SearchProviderView[],
): CodedWarning[] {
  if (!freeCancellation && !boardCodes) return []
  const filters = [
    ...(freeCancellation ? [{ path: 'free_cancellation', by: 'TERMS' } as const] : []),
    ...(boardCodes ? [{ path: 'board_codes', by: 'BOARDS' } as const] : []),
  ]
  return filters.flatMap(({ path, by }) =>
    providers.flatMap(({ supplierCode, outcome }) => {
      const finds = suppliers.find(supplierCode)?.capabilities.findsBy ?? []
      if (outcome === 'SKIPPED_UNMAPPED' || finds.includes(by)) return []
      const message = `${supplierCode} returns only some rates of each hotel, whatever ${path} is: hotels that no other supplier has may be missing`
      return [{ code: 'FILTER_MAY_MISS_HOTELS', message, path, supplierCode }]
    }),
  )
}

/** Without a warning, a misspelt filter value would look like a place without hotels. */
function unknownValues<Id extends string | number>(
  filter: string,
  values: readonly Id[] | null | undefined,
  known: ReadonlyMap<Id, unknown>,
): CodedWarning[] {
  return (values ?? []).flatMap((value, index) => {
    if (known.has(value)) return []
    const path = `${filter}[${index}]`
    const guess = typeof value === 'string' ? nearest(value, [...known.keys()].map(String)) : null
    const message = `${path} is not in the filters list${guess ? `; did you mean ${guess}?` : ''}`
    return [{ code: 'UNKNOWN_FILTER_VALUE', message, path, supplierCode: null }]
  })
}
