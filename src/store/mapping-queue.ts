import type { Instant } from '../domain/time.ts'
import { type Database, type Sql, sql } from './database.ts'
import type { ListingId } from './hotels.ts'
import type { Facts } from './listings.ts'
import { type BoundedCount, bounded, MOST_COUNTED } from './webhook-health.ts'

/** A question to a person: a listing, the hotel that it may be, and what speaks for and against. */
export type QueuedReview = ListingId & {
  readonly listingId: number
  /** How bookable the hotel is; -1: it is not known, or there is none. */
  readonly weight: number
  readonly why: string
  /** Null where listings of a missing hotel contradict each other. */
  readonly hotelId: number | null
  readonly score: number | null
  readonly candidates: readonly { readonly hotelId: number; readonly score: number; readonly evidence: unknown }[]
  readonly changes: Readonly<Record<string, unknown>> | null
  readonly listing: Facts
  /** What the judge reads of the hotel; null when it is not known yet. */
  readonly hotel: Facts | null
  readonly at: Instant
}

/** A listing that is mapped to no hotel. */
export type UnmappedListing = ListingId & {
  /** REVIEW, NEW, or UNMAPPED: nothing is proposed. */
  readonly status: string
  readonly why: string | null
  readonly hotelId: number | null
  readonly score: number | null
  readonly groupKey: string | null
}

/** A booking whose guests have not left yet. */
export type FutureBooking = {
  readonly bookingId: string
  readonly organizationId: string
  readonly status: string
  /** The hotel that it was sold as. */
  readonly hotelId: number
  readonly checkInDate: string
  readonly checkOutDate: string
  readonly supplierReference: string
}

type UnmappedFilter = { readonly supplierCode: string | null; readonly status: string; readonly limit: number }

/** Absent or null: no such bound. */
export type QueueFilter = {
  readonly supplierCode: string | null
  /** Two letters, upper case. */
  readonly countryCode?: string | null
  readonly cells?: readonly number[] | null
  readonly why?: string | null
  /** The score is at least the one and below the other. */
  readonly score?: { readonly least: number; readonly below: number } | null
  /** Only what stands behind this one. */
  readonly after?: Pick<QueuedReview, 'weight' | 'score' | 'listingId'> | null
}

function asked({ supplierCode, countryCode, cells, why, score, after }: QueueFilter): Sql {
  const cellList = cells ? [...cells] : null
  // A question without a score stands behind all others.
  const behind = after
    ? sql`(-coalesce(hotels.weight, -1), -coalesce(score, -1), listings.id)
        > (${-after.weight}::int, ${-(after.score ?? -1)}::float8, ${after.listingId}::int)`
    : sql`true`
  return sql`(${supplierCode}::text IS NULL OR supplier_code = ${supplierCode})
    AND (${countryCode ?? null}::text IS NULL OR country_code = ${countryCode ?? null})
    AND (${cellList}::int[] IS NULL OR cell = ANY (${cellList}::int[]))
    AND (${why ?? null}::text IS NULL OR why = ${why ?? null})
    AND (${score?.least ?? null}::float8 IS NULL OR (score >= ${score?.least ?? null}::float8 AND score < ${score?.below ?? null}::float8))
    AND ${behind}`
}

/** What operators look at when they decide about mappings. */
export function createMappingQueueStore(db: Database) {
  async function read<T>(query: Sql): Promise<T[]> {
    const rows = await db.$queryRaw<{ rows: string }[]>(query)
    return JSON.parse(rows[0]?.rows ?? '[]') as T[] // the queries build exactly this
  }
  return {
    /** The questions, the most bookable hotels first, then the likeliest. */
    queue: (filter: QueueFilter, limit: number): Promise<QueuedReview[]> =>
      read(sql`
      SELECT coalesce(json_agg(json_build_object('listingId', page.id, 'supplierCode', supplier_code, 'supplierHotelId', supplier_hotel_id,
        'why', why, 'hotelId', page.hotel_id, 'score', score, 'candidates', candidates, 'changes', changes, 'weight', page.weight,
        'listing', told.facts, 'hotel', known.facts, 'at', floor(extract(epoch FROM at) * 1000)::bigint)
        ORDER BY page.weight DESC, score DESC NULLS LAST, page.id), '[]')::text AS rows
      FROM (
        SELECT listings.id, proposal.hotel_id, coalesce(hotels.weight, -1) AS weight
        FROM mapping_proposals proposal
        JOIN listings ON listings.id = listing_id
        LEFT JOIN hotels ON hotels.id = proposal.hotel_id
        WHERE outcome = 'REVIEW' AND ${asked(filter)}
        ORDER BY coalesce(hotels.weight, -1) DESC, score DESC NULLS LAST, listings.id LIMIT ${limit}::int
      ) page
      JOIN mapping_proposals question ON question.listing_id = page.id
      JOIN listings told ON told.id = page.id
      LEFT JOIN hotel_facts known ON known.hotel_id = page.hotel_id`),

    /** Staged listings that are sold as no hotel; REVIEW also has those that are mapped and doubted. */
    unmapped: ({ supplierCode, status, limit }: UnmappedFilter): Promise<UnmappedListing[]> =>
      read(sql`
      SELECT coalesce(json_agg(page), '[]')::text AS rows FROM (
        SELECT supplier_code AS "supplierCode", supplier_hotel_id AS "supplierHotelId", coalesce(outcome, 'UNMAPPED') AS status,
          why, hotel_id AS "hotelId", score, group_key AS "groupKey"
        FROM listings LEFT JOIN mapping_proposals ON listing_id = listings.id
        WHERE coalesce(outcome, 'UNMAPPED') = ${status}
          AND (${supplierCode}::text IS NULL OR supplier_code = ${supplierCode})
          AND (outcome IS NOT NULL OR NOT EXISTS (SELECT FROM supplier_hotels mapped
            WHERE (mapped.supplier_code, mapped.supplier_hotel_id) = (listings.supplier_code, listings.supplier_hotel_id)))
        ORDER BY supplier_code, supplier_hotel_id LIMIT ${limit}::int) page`),

    countQueue: async (): Promise<number> => db.mappingProposal.count({ where: { outcome: 'REVIEW' } }),

    /** The same, counted no further than needed. */
    countQueueSoFar: async (): Promise<BoundedCount> =>
      bounded(await db.mappingProposal.count({ where: { outcome: 'REVIEW' }, take: MOST_COUNTED + 1 })),

    /** What was sold from a listing, as whichever hotel, to guests who have not left yet; the next arrivals first. */
    futureBookings: ({ supplierCode, supplierHotelId }: ListingId): Promise<FutureBooking[]> =>
      db.$queryRaw<FutureBooking[]>`
      SELECT id AS "bookingId", organization_id AS "organizationId", status, hotel_id AS "hotelId",
        check_in_date AS "checkInDate", check_out_date AS "checkOutDate", supplier_reference AS "supplierReference"
      FROM bookings
      WHERE supplier_code = ${supplierCode} AND terms->>'supplierHotelId' = ${supplierHotelId}
        AND status NOT IN ('FAILED', 'CANCELLED')
        AND hotel_id IN (SELECT hotel_id FROM supplier_hotels
            WHERE supplier_code = ${supplierCode} AND supplier_hotel_id = ${supplierHotelId}
          UNION SELECT unnest(ARRAY[hotel_id, from_hotel_id]) FROM mapping_versions
            WHERE supplier_code = ${supplierCode} AND supplier_hotel_id = ${supplierHotelId})
        AND check_out_date >= to_char(gateway_now(organization_id) AT TIME ZONE 'UTC', 'YYYY-MM-DD')
      ORDER BY check_in_date, id`,
  }
}
