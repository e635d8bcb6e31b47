import { dayNumber, weekdayClassOf } from '../../domain/observed-price.ts'
import { exchange } from '../../domain/exchange.ts'
import { totalGuests } from '../../domain/occupancy.ts'
import { nightsOf } from '../../domain/stay.ts'
import { dateInZone, SECOND_MS } from '../../domain/time.ts'
import type { PriceObservation } from '../../store/price-observations.ts'
import type { CatalogueHotel } from '../../hotel-index/catalogue.ts'
import type { Deps } from '../deps.ts'
import type { PriceBook } from './known-prices.ts'
import type { SearchSession } from '../search/search-session.ts'

/** Observed prices on their way to the database, gathered so that a search never waits for it. */
export type PriceObserver = {
  readonly add: (observations: readonly PriceObservation[]) => void
  /** Writes what has been gathered. */
  readonly flush: () => Promise<void>
  readonly close: () => Promise<void>
}

const FLUSH_EVERY_MS = 3 * SECOND_MS
/** Beyond this the newest are dropped: a day's prices can do without some. */
const MAX_GATHERED = 50_000

export const createPriceObserver = ({ store, log }: Pick<Deps, 'store' | 'log'>): PriceObserver => {
  let gathered: PriceObservation[] = []

  const flush = async (): Promise<void> => {
    const batch = gathered
    gathered = []
    await store.priceObservations
      .add(batch)
      .catch((error: unknown) => log.warn({ err: error, count: batch.length }, 'observed prices were lost'))
  }

  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS)
  timer.unref()
  return {
    add: (observations) => {
      gathered.push(...observations.slice(0, MAX_GATHERED - gathered.length))
    },
    flush,
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

/**
 * What a search's answers show of each hotel: its cheapest price, when a supplier has just given one. Refundable rates are
 * dearer: answers about nothing else would make every other price look like a bargain.
 */
export const observePrices = (
  { observer, clock }: Pick<Deps, 'observer' | 'clock'>,
  { question, list }: Pick<SearchSession, 'question' | 'list'>,
  hotels: readonly CatalogueHotel[],
  book: PriceBook,
): void => {
  if (question.refundableOnly) return
  const day = dayNumber(dateInZone(clock.now(), 'UTC'))
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
