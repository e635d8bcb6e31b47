import type { NoPriceQuestion } from '../../cache/cache.ts'
import { NO_PRICE_RULES } from '../../domain/no-price.ts'
import type { CatalogueHotel } from '../catalogue.ts'
import type { Deps } from '../deps.ts'
import type { PriceBook } from './known-prices.ts'
import { questionKey } from './price-cache.ts'
import type { SearchSession } from './search-session.ts'

type Session = Pick<SearchSession, 'caller' | 'tenant' | 'question'>

/** Memory is isolated by organization, environment and the set of suppliers: another set begins with none. */
const memoryOf = ({ caller, tenant, question }: Session): NoPriceQuestion => ({
  scope: [
    caller.organizationId,
    caller.environment,
    ...tenant.suppliers.map(({ supplierCode }) => supplierCode).sort((a, b) => (a < b ? -1 : 1)),
  ].join(','),
  question: questionKey(question),
  checkInDate: question.stay.checkInDate,
})

/** Hotels that this search leaves out (contract 2.6). */
export const suppressedHotels = async (
  { cache }: Pick<Deps, 'cache'>,
  session: Session,
): Promise<ReadonlySet<number>> => new Set(await cache.noPrice.hotels(memoryOf(session)))

/**
 * Remembers what a search has found out. A hotel had no price only when every enabled supplier that lists it has answered and
 * none had one: an error or a silence is no answer. A price that was just given clears its history.
 */
export const rememberNoPrice = async (
  { cache }: Pick<Deps, 'cache'>,
  session: Session,
  hotels: readonly CatalogueHotel[],
  book: PriceBook,
): Promise<void> => {
  const missing: number[] = []
  const priced: number[] = []
  for (const hotel of hotels) {
    const { suppliers, standing } = book.answers(hotel.hotelId)
    if (suppliers.some(({ quote, rateType }) => quote !== null && rateType === 'live')) priced.push(hotel.hotelId)
    // Most hotels have a price that was known before: nothing is learned of them.
    else if (suppliers.length > 0 && suppliers.every(({ quote }) => quote === null)) {
      const { unheard } = standing(hotel, session.tenant.suppliers)
      if (unheard === 0) missing.push(hotel.hotelId)
    }
  }
  if (missing.length === 0 && priced.length === 0) return
  const memory = memoryOf(session)
  await Promise.all([
    missing.length > 0 ? cache.noPrice.record(memory, missing, NO_PRICE_RULES) : null,
    priced.length > 0 ? cache.noPrice.clear(memory, priced) : null,
  ])
}
