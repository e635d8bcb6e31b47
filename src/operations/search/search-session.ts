import type { Sort } from '../../domain/contract/search.ts'
import { nightsOf } from '../../domain/stay.ts'
import type { Caller } from '../caller.ts'
import { named, type Terms } from '../../hotel-index/catalogue.ts'
import type { Deps } from '../deps.ts'
import { stayOf } from './availability-request.ts'
import type { SearchInput } from '../inputs/search.ts'
import type { Tenant } from '../access/tenants.ts'
import type { Destination } from './destination.ts'
import type { PriceQuestion } from '../prices/price-cache.ts'
import type { ListMoney } from '../prices/prices-view.ts'

/** Everything about one search that is fixed before any hotel is looked at. */
export type SearchSession = {
  /** What the search is kept under. */
  readonly key: string
  readonly caller: Caller
  readonly input: SearchInput
  readonly tenant: Tenant
  readonly destination: Destination
  readonly sort: Sort
  readonly language: string
  readonly list: ListMoney
  readonly question: PriceQuestion
  readonly roomNights: number
  readonly terms: Terms
}

export const questionOf = (input: SearchInput): PriceQuestion => ({
  stay: stayOf(input),
  occupancy: input.rooms,
  nationality: input.nationality,
  refundableOnly: input.refundableOnly ?? false,
})

export const roomNightsOf = (input: SearchInput): number => nightsOf(stayOf(input)) * input.rooms.length

export const supplierNames =
  ({ suppliers }: Pick<Deps, 'suppliers'>) =>
  (code: string): string =>
    suppliers.find(code)?.name ?? code

export const placeName = ({ destination, language }: SearchSession): string => named(destination.place.names, language)

/** Who asks the suppliers, and in which language. */
export const callContext = ({ caller, language }: Pick<SearchSession, 'caller' | 'language'>) => ({
  requestId: caller.requestId,
  language,
  customerIp: caller.ip,
})
