import type { WeekdayClass } from '../domain/observed-price.ts'
import type { Database } from './database.ts'

/** The group in which prices are observed: one hotel, one number of guests, one class of arrival days. */
type ObservedKind = {
  readonly hotelId: number
  /** The number of guests in all rooms. */
  readonly party: number
  readonly weekdayClass: WeekdayClass
}

/** One observation: the cheapest total per night for all rooms in USD cents; `day` counts from 1970-01-01. */
export type PriceObservation = ObservedKind & { readonly day: number; readonly nightlyUsdCents: number }

/** The stored observations of a kind, newest first; `days[i]` belongs to `nightlyUsdCents[i]`. */
export type PriceObservations = ObservedKind & {
  readonly days: readonly number[]
  readonly nightlyUsdCents: readonly number[]
}

/** At most this many observations of a kind are stored, the newest ones. */
const KEPT = 64

export function createPriceObservationStore(db: Database) {
  return {
    add: async (observations: readonly PriceObservation[]): Promise<void> => {
      if (observations.length === 0) return
      // Observations of the same kind are grouped into one row, because a statement cannot update a row twice.
      await db.$executeRaw`
      INSERT INTO price_observations AS kept (hotel_id, party, weekday_class, days, nightly_usd_cents)
      SELECT "hotelId", party, "weekdayClass",
             (array_agg(day ORDER BY day DESC))[1:${KEPT}::int], (array_agg("nightlyUsdCents" ORDER BY day DESC))[1:${KEPT}::int]
      FROM jsonb_to_recordset(${JSON.stringify(observations)}::jsonb)
        AS fresh("hotelId" int, party int, "weekdayClass" text, day int, "nightlyUsdCents" int)
      GROUP BY 1, 2, 3
      ORDER BY 1, 2, 3
      ON CONFLICT (hotel_id, party, weekday_class) DO UPDATE SET
        days = (EXCLUDED.days || kept.days)[1:${KEPT}::int],
        nightly_usd_cents = (EXCLUDED.nightly_usd_cents || kept.nightly_usd_cents)[1:${KEPT}::int]`
    },

    /** All observations of the hotels from `fromId` to `toId`, in id order, newest observation first. */
    ofHotels: async (fromId: number, toId: number): Promise<PriceObservations[]> => {
      const rows = await db.$queryRaw<{ rows: string }[]>`
      SELECT coalesce(json_agg(json_build_array(hotel_id, party, weekday_class, days, nightly_usd_cents)
                               ORDER BY hotel_id), '[]')::text AS rows
      FROM price_observations WHERE hotel_id BETWEEN ${fromId} AND ${toId}`
      // The query above builds exactly this.
      const found = JSON.parse(rows[0]?.rows ?? '[]') as [number, number, WeekdayClass, number[], number[]][]
      return found.map(([hotelId, party, weekdayClass, days, nightlyUsdCents]) => ({
        hotelId,
        party,
        weekdayClass,
        days,
        nightlyUsdCents,
      }))
    },
  }
}
