import type { Instant } from '../domain/time.ts'
import type { Database } from './database.ts'
import { toDate, toInstant } from './instants.ts'

/** `rate` is the number of units of `quote` for one unit of `base`. */
type ExchangeRate = { readonly base: string; readonly quote: string; readonly rate: number }

export function createExchangeRateStore(db: Database) {
  return {
    active: async (): Promise<(ExchangeRate & { readonly storedAt: Instant })[]> => {
      const rows = await db.exchangeRate.findMany({ where: { active: true } })
      return rows.map(({ base, quote, rate, updatedAt }) => ({
        base,
        quote,
        rate: rate.toNumber(),
        storedAt: toInstant(updatedAt),
      }))
    },

    /** All rates, active or not. */
    all: async (): Promise<ExchangeRate[]> =>
      (await db.exchangeRate.findMany()).map(({ base, quote, rate }) => ({ base, quote, rate: rate.toNumber() })),

    /** A rate of null deactivates the pair. */
    set: async (
      base: string,
      quote: string,
      { rate, now }: { readonly rate: number | null; readonly now: Instant },
    ): Promise<void> => {
      if (rate === null) {
        await db.exchangeRate.updateMany({ where: { base, quote }, data: { active: false, updatedAt: toDate(now) } })
        return
      }
      const data = { rate, active: true, updatedAt: toDate(now) }
      await db.exchangeRate.upsert({
        where: { base_quote: { base, quote } },
        create: { base, quote, ...data },
        update: data,
      })
    },
  }
}
