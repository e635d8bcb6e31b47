import { rateFilter } from '../../domain/rate-filter.ts'
import { travellerOf } from '../../domain/traveller.ts'
import { tenantFor } from '../access/tenants.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { typicalPrices } from '../prices/typical-prices.ts'
import { createRefresh } from './refresh-prices.ts'
import { type OwnSearch, type SearchProgress, type SearchRecord, sessionOfSearch } from './search-record.ts'

/**
 * Rebuilds what a search knew when it was answered, from prices that are still remembered. Few searches are polled before their
 * refresh has found something, so this state is not stored.
 */
export async function rebuildProgress(
  deps: Deps,
  caller: Caller,
  { own: { key, status }, record }: { readonly own: OwnSearch; readonly record: SearchRecord },
): Promise<SearchProgress> {
  const question = {
    stay: { checkInDate: record.checkIn, checkOutDate: record.checkOut },
    occupancy: record.rooms,
    nationality: record.nationality,
    ...rateFilter({ refundableOnly: record.refundableOnly, ...record.rates }),
    time: deps.clock.of(caller.organizationId),
  }
  const [connected, rates, hotels, ranking] = await Promise.all([
    deps.tenants.of(caller.organizationId),
    deps.exchangeRates.usd(),
    deps.catalogue.hotels(record.hotelIds),
    deps.rankings.ofVersion(record.rankingVersion),
  ])
  const { nationality, countryCode = '' } = record
  const tenant = tenantFor(connected, { nationality, countryCode })
  const book = await deps.priceMemory.recall({ tenant, question }, hotels)
  const list = {
    currency: record.listCurrency,
    rates: record.listRate === null ? rates : new Map([...rates, [record.listCurrency, record.listRate] as const]),
  }
  const roomNights = 0 // estimates use it, and no poll shows them
  const typical = typicalPrices(ranking ?? (await deps.rankings.current()), {
    question,
    roomNights,
    sort: record.sort ?? 'recommended',
  })
  const traveller = travellerOf(null, null, () => sessionOfSearch(key))
  const session = { key, tenant, list, question, caller, traveller, language: caller.language }
  const refresh = createRefresh(deps, session, { hotels, book, typical })
  return { ...refresh.initial(), status }
}
