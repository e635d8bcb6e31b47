import { exchange } from '../../domain/exchange.ts'
import { dayNumber, weekdayClassOf } from '../../domain/observed-price.ts'
import { totalGuests } from '../../domain/occupancy.ts'
import { nightsOf } from '../../domain/stay.ts'
import { dateInZone } from '../../domain/time.ts'
import type { Deps } from '../deps.ts'
import type { PriceAsker } from './asker.ts'
import type { FoundPrices } from './page-prices.ts'

/**
 * Records the cheapest price of each hotel for which a supplier has just answered. Refundable rates are more expensive, so
 * searches for them alone are not recorded: they would make every other price look like a bargain.
 */
export function observePrices(
  { observer, clock }: Pick<Deps, 'observer' | 'clock'>,
  { question, list }: Pick<PriceAsker, 'question' | 'list'>,
  { hotels, book }: FoundPrices,
): void {
  if (question.refundableOnly) return
  const day = dayNumber(dateInZone(clock.real(), 'UTC'))
  const kind = { party: totalGuests(question.occupancy), weekdayClass: weekdayClassOf(question.stay.checkInDate) }
  const nights = nightsOf(question.stay)
  observer.add(
    hotels.flatMap(({ hotelId }) => {
      const quotes = book.of(hotelId).suppliers.filter(({ quote }) => quote !== null)
      if (!quotes.some(({ rateType }) => rateType === 'live')) return []
      const totals = quotes.flatMap(
        ({ quote }) => (quote && exchange(quote.total, 'USD', list.rates)?.amountMinor) ?? [],
      )
      if (totals.length === 0) return []
      return [{ ...kind, hotelId, day, nightlyUsdCents: Math.round(Math.min(...totals) / nights) }]
    }),
  )
}
