import { exchange } from '../../domain/exchange.ts'
import { dayNumber, weekdayClassOf } from '../../domain/observed-price.ts'
import { totalGuests } from '../../domain/occupancy.ts'
import { isFiltered } from '../../domain/rate-filter.ts'
import { nightsOf } from '../../domain/stay.ts'
import { dateInZone } from '../../domain/time.ts'
import type { Deps } from '../deps.ts'
import type { PriceAsker } from './asker.ts'
import type { FoundPrices } from './page-prices.ts'

/**
 * Records the cheapest price of each hotel for which a supplier has just answered. Rates with better terms are more expensive, so
 * searches for them alone are not recorded: they would make every other price look like a bargain.
 */
export function observePrices(
  { observer, clock }: Pick<Deps, 'observer' | 'clock'>,
  { question, list }: Pick<PriceAsker, 'question' | 'list'>,
  { hotels, book }: FoundPrices,
): void {
  if (isFiltered(question)) return
  const day = dayNumber(dateInZone(clock.real(), 'UTC'))
  const kind = { party: totalGuests(question.occupancy), weekdayClass: weekdayClassOf(question.stay.checkInDate) }
  const nights = nightsOf(question.stay)
  observer.add(
    hotels.flatMap(({ hotelId }) => {
      const quotes = book.of(hotelId).suppliers.filter(({ quote }) => quote !== null)
      if (!quotes.some(({ rateType }) => rateType === 'live')) return []
      const totals = quotes.flatMap(({ quote, supplierCode }) => {
        const usd = quote && exchange(quote.total, 'USD', list.rates)
        return usd ? [{ supplierCode, supplierHotelId: quote.supplierHotelId, cents: usd.amountMinor }] : []
      })
      const [first, ...others] = totals
      if (!first) return []
      const { cents, ...listing } = others.reduce((least, one) => (one.cents < least.cents ? one : least), first)
      return [{ ...kind, ...listing, hotelId, day, nightlyUsdCents: Math.round(cents / nights) }]
    }),
  )
}
