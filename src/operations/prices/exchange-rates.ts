import type { DatedRates, UsdRates } from '../../domain/exchange.ts'
import { SECOND_MS } from '../../domain/time.ts'
import { createTimedMemory } from '../../platform/kept.ts'
import type { Store } from '../../store/store.ts'

/** The active exchange rates, cached for a short time: a change takes effect within `KEEP_MS`. */
export type ExchangeRates = {
  /** Returns the same object as long as no rate changes, so that callers can cache what they derive from it. */
  readonly usd: () => Promise<UsdRates>
  /** The same with the times at which they were stored. */
  readonly dated: () => Promise<DatedRates>
}

const KEEP_MS = 2 * SECOND_MS

export function createExchangeRates({ exchangeRates }: Pick<Store, 'exchangeRates'>): ExchangeRates {
  let last: UsdRates = new Map()

  async function read(): Promise<DatedRates> {
    const active = (await exchangeRates.active()).filter(({ base }) => base === 'USD')
    const rates = new Map(active.map(({ quote, rate }) => [quote, rate]))
    if (!sameRates(rates, last)) last = rates
    return { rates: last, asOf: new Map(active.map(({ quote, storedAt }) => [quote, storedAt])) }
  }

  const rates = createTimedMemory({ read, keepMs: KEEP_MS, max: 1 })
  return { usd: async () => (await rates.get('USD')).rates, dated: () => rates.get('USD') }
}

function sameRates(a: UsdRates, b: UsdRates): boolean {
  return a.size === b.size && [...a].every(([currency, rate]) => b.get(currency) === rate)
}
