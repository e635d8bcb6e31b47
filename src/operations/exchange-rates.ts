import type { UsdRates } from '../domain/exchange.ts'
import { SECOND_MS } from '../domain/time.ts'
import type { Store } from '../store/store.ts'

/** The stored active exchange rates, kept for a moment: a change takes effect within `KEEP_MS`. */
export type ExchangeRates = { readonly usd: () => Promise<UsdRates> }

const KEEP_MS = 2 * SECOND_MS

export const createExchangeRates = ({ exchangeRates }: Pick<Store, 'exchangeRates'>): ExchangeRates => {
  let kept: { readonly rates: Promise<UsdRates>; readonly readAt: number } | null = null

  const read = async (): Promise<UsdRates> => {
    const active = await exchangeRates.active()
    return new Map(active.filter(({ base }) => base === 'USD').map(({ quote, rate }) => [quote, rate]))
  }

  return {
    usd: () => {
      if (kept && performance.now() - kept.readAt < KEEP_MS) return kept.rates
      const rates = read()
      const mine = { rates, readAt: performance.now() }
      kept = mine
      rates.catch(() => {
        if (kept === mine) kept = null
      })
      return rates
    },
  }
}
