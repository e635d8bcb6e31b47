import type { Instant } from '../domain/time.ts'
import type { Database } from './database.ts'
import { toDate, toInstant, toInstantOrNull } from './instants.ts'

/** `rate` is the number of units of `quote` for one unit of `base`. */
type ExchangeRate = { readonly base: string; readonly quote: string; readonly rate: number }

/** A currency that has a rate, or is in use. */
export type ListedRate = {
  readonly base: string
  readonly quote: string
  /** Null: none was ever stored. */
  readonly rate: number | null
  readonly isActive: boolean
  readonly storedAt: Instant | null
  /** Organizations that list prices in the currency, and connections that have it as theirs. */
  readonly usedBy: readonly string[]
}

type ListedRow = Omit<ListedRate, 'storedAt'> & { readonly storedAt: Date | null }

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

    /** Every rate, and every currency in use that has none. */
    listed: async (): Promise<ListedRate[]> => {
      const rows = await db.$queryRaw<ListedRow[]>`
      WITH used AS (
        SELECT list_currency AS currency, id FROM organizations WHERE list_currency IS NOT NULL
        UNION SELECT settings ->> 'currency', id FROM supplier_connections WHERE settings ->> 'currency' IS NOT NULL
      ), wanted AS (
        SELECT currency, array_agg(id ORDER BY id) AS ids FROM used WHERE currency <> 'USD' GROUP BY currency
      )
      SELECT coalesce(r.base, 'USD') AS base, coalesce(r.quote, w.currency) AS quote, r.rate::float8 AS rate,
        coalesce(r.active, false) AS "isActive", r.updated_at AS "storedAt", coalesce(w.ids, '{}') AS "usedBy"
      FROM exchange_rates r FULL JOIN wanted w ON r.base = 'USD' AND r.quote = w.currency ORDER BY 2, 1`
      return rows.map(({ storedAt, ...row }) => ({ ...row, storedAt: toInstantOrNull(storedAt) }))
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
