import type { NoPriceQuestion } from '../../cache/cache.ts'
import { createNoPriceSet } from '../../cache/no-price-set.ts'
import { NO_PRICE_RULES } from '../../domain/no-price.ts'
import { isFiltered } from '../../domain/rate-filter.ts'
import type { LeftOut } from '../../hotel-index/left-out.ts'
import type { Deps } from '../deps.ts'
import type { PriceAsker } from './asker.ts'
import { type PriceQuestion, stayKey } from './known-price.ts'
import type { FoundPrices } from './page-prices.ts'

type Session = Pick<PriceAsker, 'caller' | 'tenant' | 'question'>

type Owner = { readonly organizationId: string; readonly environment: string }

/** Whose memory of which stay, whatever rates are asked for. */
type Remembered = Pick<PriceAsker, 'tenant'> & {
  readonly caller: Owner
  readonly question: Pick<PriceQuestion, 'stay' | 'occupancy' | 'nationality' | 'time'>
}

/** The memory is separate for each organization, environment and set of suppliers; a new set starts with an empty memory. */
export function noPriceScope({ organizationId, environment }: Owner, supplierSet: string, world = ''): string {
  return `${world || organizationId},${environment},${supplierSet}`
}

/**
 * Searches for all rates and for filtered ones share one memory of a stay: a hotel without any price has no filtered one either.
 */
export function memoryOf({ caller, tenant, question }: Remembered): NoPriceQuestion {
  return {
    scope: noPriceScope(caller, tenant.supplierSet, question.time.world),
    now: () => question.time.now(),
    question: stayKey(question),
    checkInDate: question.stay.checkInDate,
  }
}

/** The hotels that a search leaves out (contract 2.6), as far as this process knows without a request to the cache. */
export function knownLeftOut({ cache }: Pick<Deps, 'cache'>, memory: NoPriceQuestion): LeftOut {
  return { sets: cache.noPrice.known(memory), isWhole: true }
}

/**
 * All hotels that are left out now; null when this process has no copy, so that the caller must ask about the hotels of the page.
 */
export async function hearLeftOut({ cache }: Pick<Deps, 'cache'>, memory: NoPriceQuestion): Promise<LeftOut | null> {
  const sets = await cache.noPrice.hear(memory)
  return sets && { sets, isWhole: true }
}

/**
 * Chooses what a search shows when it leaves some hotels out, and the results from the start of the page, as many as requested.
 */
type Choose = (leftOut: LeftOut, ahead: number) => Promise<{ shown: readonly number[]; results: readonly number[] }>

/**
 * Each round looks at this many times more results, which suffices for a place with a hundred thousand hotels that are left out.
 */
const MORE_EACH_TIME = 4
const MAX_QUESTIONS = 8

/**
 * Asks only about hotels that would be shown. While some of them are left out, it asks about the hotels that replace them, and
 * about more and more of the following ones.
 */
export async function askLeftOut(
  { cache }: Pick<Deps, 'cache'>,
  session: Session,
  { count, choose }: { readonly count: number; readonly choose: Choose },
): Promise<LeftOut> {
  const found = createNoPriceSet()
  const leftOut: LeftOut = { sets: [found], isWhole: false }
  const asked = new Set<number>()
  for (let question = 0, ahead = count; question < MAX_QUESTIONS; question++, ahead *= MORE_EACH_TIME) {
    const { shown, results } = await choose(leftOut, ahead)
    if (shown.every((hotelId) => asked.has(hotelId))) break
    const unasked = [...new Set([...shown, ...results])].filter((hotelId) => !asked.has(hotelId))
    for (const hotelId of unasked) asked.add(hotelId)
    for (const hotelId of await cache.noPrice.among(memoryOf(session), unasked))
      found.put(hotelId, Number.POSITIVE_INFINITY)
    if (found.size() === 0) break
  }
  return leftOut
}

/**
 * Remembers the result of a search. A hotel had no price only if every enabled supplier that lists it has answered and none had
 * one: an error or a timeout is no answer, and having no rate that passes a filter does not count. A price that was just received,
 * filtered or not, clears the hotel's history.
 */
export async function rememberNoPrice(
  { cache }: Pick<Deps, 'cache'>,
  session: Session,
  { hotels, book }: FoundPrices,
): Promise<void> {
  const isForSome = isFiltered(session.question)
  const missing: number[] = []
  const priced: number[] = []
  for (const hotel of hotels) {
    const { suppliers, coverage } = book.of(hotel.hotelId)
    if (suppliers.some(({ quote, rateType }) => quote !== null && rateType === 'live')) priced.push(hotel.hotelId)
    // Most hotels have a price that was known before, which changes nothing.
    else if (!isForSome && suppliers.length > 0 && suppliers.every(({ quote }) => quote === null)) {
      const { unanswered } = coverage(hotel, session.tenant.suppliers)
      if (unanswered === 0) missing.push(hotel.hotelId)
    }
  }
  if (missing.length === 0 && priced.length === 0) return
  const memory = memoryOf(session)
  await Promise.all([
    missing.length > 0 ? cache.noPrice.record(memory, missing, NO_PRICE_RULES) : null,
    priced.length > 0 ? cache.noPrice.clear(memory, priced) : null,
  ])
}

/**
 * Clears the history of a hotel whose rooms have a price: a supplier has just told it for this stay. Behind the answer, which says the same
 * without it.
 */
export function showAgain(
  { cache, background }: Pick<Deps, 'cache' | 'background'>,
  hotelId: number,
  remembered: Remembered,
): void {
  background.follow('clear-no-price', cache.noPrice.clear(memoryOf(remembered), [hotelId]))
}
