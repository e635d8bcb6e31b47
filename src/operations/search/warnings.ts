import type { Warning, WarningCode } from '../../domain/contract/warning.ts'
import type { Terms } from '../../hotel-index/catalogue.ts'
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
