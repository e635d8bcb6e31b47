import type { HotelVerification, MappingDecider } from '../domain/mapping.ts'
import { type Database, sql } from './database.ts'
import type { ListingId } from './hotels.ts'
import { STANDING_REASON } from './mappings.ts'

/** A listing's mapping, and why it is so. */
export type StoredMapping = {
  readonly hotelId: number
  readonly verification: HotelVerification
  readonly decidedBy: MappingDecider
  /** Null: as it was imported first. */
  readonly reason: string | null
}

/** The same, of `mapped`, which is a row of supplier_hotels or nothing. */
export const MAPPING = sql`CASE WHEN mapped.hotel_id IS NOT NULL THEN json_build_object('hotelId', mapped.hotel_id,
  'verification', verification, 'decidedBy', decided_by, 'reason',
  (SELECT ${STANDING_REASON} FROM mapping_versions by WHERE by.id = mapped.version)) END`

/** A listing that is the same as a hotel, by itself. */
export type Claim = ListingId & {
  readonly listingId: number
  readonly hotelId: number
  readonly score: number
  readonly weight: number
  /** Why it waits for a person; null: nothing is decided about it yet. */
  readonly why: string | null
  /** Where it is mapped; null: nowhere. */
  readonly mapping: StoredMapping | null
}

/** Of a proposal: it is decided about with the others of its hotel, now or again. */
export const IS_CLAIM = sql`(outcome = 'JUDGED' OR outcome = 'REVIEW' AND why = 'TRANSITIVE')`

/** What is to be decided about all listings of a hotel together. */
export function createClaimReads(db: Database) {
  return {
    /** The next hotels to which a listing would be mapped, or at which one waits because another one contradicts it. */
    claimedHotels: async (afterHotelId: number, limit: number): Promise<number[]> => {
      // Each by itself in the order of an index.
      const rows = await db.$queryRaw<{ hotel_id: number }[]>`
      (SELECT DISTINCT hotel_id FROM mapping_proposals
       WHERE outcome = 'JUDGED' AND hotel_id > ${afterHotelId}::int ORDER BY hotel_id LIMIT ${limit}::int)
      UNION
      (SELECT DISTINCT hotel_id FROM mapping_proposals
       WHERE outcome = 'REVIEW' AND why = 'TRANSITIVE' AND hotel_id > ${afterHotelId}::int ORDER BY hotel_id LIMIT ${limit}::int)
      ORDER BY hotel_id LIMIT ${limit}::int`
      return rows.map(({ hotel_id }) => hotel_id)
    },

    /** What would be mapped to the hotels, or verified there again, and what waits for a person at them. */
    claims: async (hotelIds: readonly number[]): Promise<Claim[]> => {
      const rows = await db.$queryRaw<{ rows: string }[]>`
      SELECT coalesce(json_agg(json_build_object('listingId', listing_id, 'supplierCode', supplier_code,
        'supplierHotelId', supplier_hotel_id, 'hotelId', proposal.hotel_id, 'score', coalesce(score, 0),
        'weight', coalesce(weight, 0), 'why', why, 'mapping', ${MAPPING})
        ORDER BY proposal.hotel_id, supplier_code, supplier_hotel_id), '[]')::text AS rows
      FROM mapping_proposals proposal JOIN listings ON listings.id = listing_id
      LEFT JOIN supplier_hotels mapped USING (supplier_code, supplier_hotel_id)
      WHERE proposal.hotel_id = ANY (${[...hotelIds]}::int[]) AND (verdict = 'SAME' OR why = 'TRANSITIVE')`
      return JSON.parse(rows[0]?.rows ?? '[]') as Claim[] // the query builds exactly this
    },
  }
}
