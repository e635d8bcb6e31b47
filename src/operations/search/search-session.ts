import { invalid, type Problem } from '../../domain/errors.ts'
import { issue } from '../../domain/issue.ts'
import { rateFilter } from '../../domain/rate-filter.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { nightsOf } from '../../domain/stay.ts'
import { travellerOf } from '../../domain/traveller.ts'
import type { Terms } from '../../hotel-index/catalogue.ts'
import type { Organization } from '../../store/organizations.ts'
import { tenantFor } from '../access/tenants.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { SearchInput } from '../inputs/search.ts'
import type { PriceAsker } from '../prices/asker.ts'
import { listMoney } from '../prices/list-money.ts'
import { checkAvailabilityRequest, stayOf } from './availability-request.ts'
import { type CursorSeal, cursorSeal } from './cursor.ts'
import { type Destination, findDestination } from './destination.ts'
import { checkOneContract } from './hotels-by-id.ts'
import { matchLanguage } from './languages.ts'
import { newSearchKey, sessionOfSearch } from './search-record.ts'
import { effectiveSort } from './select-hotels.ts'

/** Everything about a search that is fixed before the first hotel is chosen. */
export type SearchSession = PriceAsker & {
  /** The key under which the search is stored. */
  readonly key: string
  readonly input: SearchInput
  /** True when the search waits for the suppliers' own quotes. */
  readonly isLive: boolean
  /** Results per page; hotels by their ids are all on one. */
  readonly limit: number
  readonly nights: number
  readonly destination: Destination
  readonly terms: Terms
  /** Signs the cursors of this search. */
  readonly seal: CursorSeal
}

const DEFAULT_LIMIT = 20

export async function openSession(
  deps: Deps,
  caller: Caller,
  input: SearchInput,
): Promise<Result<SearchSession, Problem>> {
  const [destination, connected, terms] = await Promise.all([
    findDestination(deps, input),
    deps.tenants.of(caller.organizationId),
    deps.catalogue.terms(),
  ])
  noteFirstSearch(deps, connected.organization)
  const { timeZone = null, listed = null } = destination.ok ? destination.value : {}
  const time = deps.clock.of(caller.organizationId)
  const isLive = input.pricingMode === 'live'
  const issues = [
    ...checkAvailabilityRequest(input, time.now(), timeZone),
    ...(input.currency && !isLive
      ? [issue('currency', 'NOT_ALLOWED', 'an instant search lists prices in the organization’s currency')]
      : []),
    ...(listed ? await checkOneContract(deps, listed, { connected, nationality: input.nationality }) : []),
  ]
  if (issues.length > 0) return err(invalid(issues))
  if (!destination.ok) return destination
  const list = await listMoney(deps, connected, isLive ? input.currency : null)
  if (!list.ok) return list
  const stay = stayOf(input)
  const nights = nightsOf(stay)
  const sort = effectiveSort(input)
  const { rooms: occupancy, nationality } = input
  const { countryCode } = destination.value.place
  const key = newSearchKey(deps)
  return ok({
    key,
    caller,
    input,
    isLive,
    limit: destination.value.listed?.indexOf.size ?? input.limit ?? DEFAULT_LIMIT,
    tenant: tenantFor(connected, { nationality, countryCode }),
    destination: destination.value,
    sort,
    traveller: travellerOf(input.traveller, null, () => sessionOfSearch(key)),
    language: matchLanguage(input.language) ?? caller.language,
    list: list.value,
    question: { stay, occupancy, nationality, ...rateFilter(input), time },
    nights,
    roomNights: nights * occupancy.length,
    terms,
    seal: cursorSeal(deps.mac, input, { organizationId: caller.organizationId, sort }),
  })
}

/** Behind the answer, and only until it is known: the organization is read again within seconds. */
function noteFirstSearch({ store, clock, background }: Deps, { organizationId, firstSearchedAt }: Organization): void {
  if (firstSearchedAt === null)
    background.follow('note-first-search', store.organizations.markSearched(organizationId, clock.real()))
}
