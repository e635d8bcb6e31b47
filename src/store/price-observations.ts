import type { WeekdayClass } from '../domain/observed-price.ts'
import { type Database, sql } from './database.ts'
import type { ListingId } from './hotels.ts'

/** The group in which prices are observed: one hotel, one number of guests, one class of arrival days. */
type ObservedKind = {
  readonly hotelId: number
  /** The number of guests in all rooms. */
  readonly party: number
  readonly weekdayClass: WeekdayClass
}

/** One observation: the cheapest total per night for all rooms in USD cents; `day` counts from 1970-01-01. */
export type PriceObservation = ObservedKind & {
  readonly day: number
  readonly nightlyUsdCents: number
  /** Whose price it was. */
  readonly supplierCode: string
  readonly supplierHotelId: string
}

/** A hotel that a listing has left. */
export type LeftHotel = ListingId & { readonly hotelId: number }

/** The stored observations of a kind, newest first; `days[i]` belongs to `nightlyUsdCents[i]`. */
export type PriceObservations = ObservedKind & {
  readonly days: readonly number[]
  readonly nightlyUsdCents: readonly number[]
}

/** At most this many observations of a kind are stored, the newest ones. */
const KEPT = 64

/** An earlier release does not keep whose prices they were. */
const IS_KNOWN = sql`cardinality(kept.listings) = cardinality(kept.days)`

export function createPriceObservationStore(db: Database) {
  return {
    add: async (observations: readonly PriceObservation[]): Promise<void> => {
      if (observations.length === 0) return
      // Observations of the same kind are grouped into one row, because a statement cannot update a row twice.
      await db.$executeRaw`
      INSERT INTO price_observations AS kept (hotel_id, party, weekday_class, days, nightly_usd_cents, listings)
      SELECT "hotelId", party, "weekdayClass",
             (array_agg(day ORDER BY day DESC))[1:${KEPT}::int], (array_agg("nightlyUsdCents" ORDER BY day DESC))[1:${KEPT}::int],
             (array_agg(listing_hash("supplierCode", "supplierHotelId") ORDER BY day DESC))[1:${KEPT}::int]
      FROM jsonb_to_recordset(${JSON.stringify(observations)}::jsonb) AS fresh("hotelId" int, party int, "weekdayClass" text,
        day int, "nightlyUsdCents" int, "supplierCode" text, "supplierHotelId" text)
      -- What was observed just before the listing left its hotel is written after it.
      WHERE EXISTS (SELECT FROM supplier_hotels mapped WHERE (mapped.supplier_code, mapped.supplier_hotel_id, mapped.hotel_id)
        = ("supplierCode", "supplierHotelId", "hotelId"))
      GROUP BY 1, 2, 3
      ORDER BY 1, 2, 3
      ON CONFLICT (hotel_id, party, weekday_class) DO UPDATE SET
        days = (EXCLUDED.days || kept.days)[1:${KEPT}::int],
        nightly_usd_cents = (EXCLUDED.nightly_usd_cents || kept.nightly_usd_cents)[1:${KEPT}::int],
        listings = (EXCLUDED.listings || CASE WHEN ${IS_KNOWN} THEN kept.listings
          ELSE array_fill(0, ARRAY[cardinality(kept.days)]) END)[1:${KEPT}::int]`
    },

    /** Forgets what was observed of hotels by the prices of listings that have left them, and what may be of them. */
    forget: async (left: readonly LeftHotel[]): Promise<void> => {
      if (left.length === 0) return
      await db.$executeRaw`
      WITH gone AS (
        SELECT "hotelId" AS hotel_id, array_agg(listing_hash("supplierCode", "supplierHotelId")) || 0 AS hashes
        FROM jsonb_to_recordset(${JSON.stringify(left)}::jsonb)
          AS row("hotelId" int, "supplierCode" text, "supplierHotelId" text)
        GROUP BY 1
      ), found AS (
        SELECT kept.*, ARRAY(SELECT at FROM generate_subscripts(kept.days, 1) AS at
            WHERE ${IS_KNOWN} AND NOT kept.listings[at] = ANY (gone.hashes) ORDER BY at) AS stay
        FROM price_observations kept JOIN gone USING (hotel_id)
      ), emptied AS (
        DELETE FROM price_observations kept USING found
        WHERE cardinality(stay) = 0
          AND (kept.hotel_id, kept.party, kept.weekday_class) = (found.hotel_id, found.party, found.weekday_class)
      )
      UPDATE price_observations kept SET
        days = ARRAY(SELECT found.days[at] FROM unnest(stay) AS at),
        nightly_usd_cents = ARRAY(SELECT found.nightly_usd_cents[at] FROM unnest(stay) AS at),
        listings = ARRAY(SELECT found.listings[at] FROM unnest(stay) AS at)
      FROM found
      WHERE cardinality(stay) BETWEEN 1 AND cardinality(found.days) - 1
        AND (kept.hotel_id, kept.party, kept.weekday_class) = (found.hotel_id, found.party, found.weekday_class)`
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
