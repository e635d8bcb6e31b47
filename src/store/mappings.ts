import type { HotelVerification, MappingDecider, MappingReason } from '../domain/mapping.ts'
import type { Instant } from '../domain/time.ts'
import type { MappingVersionModel } from './client/models.ts'
import { type Database, sql } from './database.ts'
import type { ListingId } from './hotels.ts'
import { toDate, toInstant } from './instants.ts'
import { holdListings } from './listings.ts'

/** A listing's mapping as it is now. */
export type Mapping = ListingId & {
  readonly hotelId: number
  readonly verification: HotelVerification
  readonly decidedBy: MappingDecider
  /** The row of its history that made it so; null: it is as it was first imported. */
  readonly version: number | null
  readonly soldUnverified: boolean
  readonly onSale: boolean
}

/** Where a mapping goes; null: off its hotel. */
type MappingTarget = { readonly hotelId: number; readonly verification: HotelVerification }

/** A change of one mapping, and who makes it why. It must not contain personal data. */
export type MappingChange = ListingId & {
  readonly to: MappingTarget | null
  readonly decidedBy: MappingDecider
  /** `engine@VERSION`, `operator:<name>` or `system`. */
  readonly actor: string
  readonly reason: MappingReason
  readonly note?: string | null
  readonly score?: number | null
  readonly evidence?: unknown
  /** Absent: false. */
  readonly soldUnverified?: boolean
  /** Changes the mapping only while this is its verification, null: while there is none; absent: whatever it is. */
  readonly from?: HotelVerification | null
  /** Changes the mapping only while it is the word of this one; absent: of whoever. */
  readonly fromDecider?: MappingDecider
  /** Of a change that brings back what was: why it was so; absent or null: `reason` is why it is so. */
  readonly restoredReason?: MappingReason | null
}

/** One version of a mapping. */
export type MappingVersion = ListingId & {
  readonly version: number
  readonly fromHotelId: number | null
  readonly fromStatus: HotelVerification | null
  /** Whose word that was; null: it was nowhere, or a trigger or an older release has written this version. So with the next one. */
  readonly fromDecidedBy: MappingDecider | null
  readonly fromSoldUnverified: boolean | null
  /** Why it was there, or nowhere; null: as it was first imported, or as above. */
  readonly fromReason: MappingReason | null
  readonly hotelId: number | null
  readonly status: HotelVerification | null
  readonly actor: string
  readonly reason: MappingReason
  /** Of a version that brings back what was: why it was so. */
  readonly restoredReason: MappingReason | null
  readonly note: string | null
  readonly score: number | null
  readonly evidence: unknown
  readonly at: Instant
}

export type MappingRejection = ListingId & {
  readonly hotelId: number
  readonly actor: string
  readonly note: string | null
}

/** Null: any. */
export type MappingFilter = {
  readonly hotelId: number | null
  readonly supplierCode: string | null
  readonly supplierHotelId: string | null
  readonly verification: HotelVerification | null
  readonly limit: number
}

/** Which hotel a listing is, by whose word, and how that came to be. */
export function createMappingStore(db: Database) {
  return { ...createMappingReads(db), ...createMappingWrites(db) }
}

function createMappingWrites(db: Database) {
  return {
    /**
     * Changes mappings in a transaction, each with its version in the history; no listing twice. A change that changes nothing, and one
     * to a hotel that is no more, is left out. Returns what was written.
     */
    change: async (changes: readonly MappingChange[]): Promise<MappingVersion[]> => {
      if (changes.length === 0) return []
      await holdListings(db, changes)
      return change(db, changes)
    },

    /** Keeps a person's word that a listing is not a hotel; false when it was kept before. */
    reject: async ({ supplierCode, supplierHotelId, hotelId, actor, note }: MappingRejection): Promise<boolean> => {
      const count = await db.$executeRaw`
      INSERT INTO mapping_rejections (supplier_code, supplier_hotel_id, hotel_id, actor, note)
      VALUES (${supplierCode}, ${supplierHotelId}, ${hotelId}::int, ${actor}, ${note}) ON CONFLICT DO NOTHING`
      return count === 1
    },

    liftRejection: async ({ supplierCode, supplierHotelId }: ListingId, hotelId: number): Promise<boolean> => {
      const { count } = await db.mappingRejection.deleteMany({ where: { supplierCode, supplierHotelId, hotelId } })
      return count === 1
    },
  }
}

/** Why a mapping is as it is by a version of it: what was brought back is for the reason of before. */
export const STANDING_REASON = sql`coalesce(restored_reason, reason)`

/** Stands for the verification of a listing that is mapped to no hotel. */
const NOWHERE = 'NOWHERE'

async function change(db: Database, changes: readonly MappingChange[]): Promise<MappingVersion[]> {
  const given = changes.map(({ to, from, evidence, ...one }) => ({
    ...one,
    hotelId: to?.hotelId ?? null,
    verification: to?.verification ?? null,
    soldUnverified: one.soldUnverified ?? false,
    expected: from === null ? NOWHERE : (from ?? null),
    evidence: evidence ?? null,
  }))
  const rows = await db.$queryRaw<MappingVersionModel[]>`
  WITH given AS (
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS row("supplierCode" text, "supplierHotelId" text,
      "hotelId" int, verification text, "decidedBy" text, actor text, reason text, note text, score float8, evidence jsonb,
      "soldUnverified" boolean, expected text, "fromDecider" text, "restoredReason" text)
  ), before AS (
    SELECT mapped.* FROM supplier_hotels mapped
    JOIN given ON (supplier_code, supplier_hotel_id) = ("supplierCode", "supplierHotelId")
    ORDER BY supplier_code, supplier_hotel_id FOR UPDATE OF mapped
  ), changed AS (
    SELECT given.*, before.hotel_id AS from_hotel_id, before.verification AS from_status, before.decided_by AS from_decided_by,
      before.sold_unverified AS from_sold_unverified, (SELECT ${STANDING_REASON} FROM mapping_versions said
        WHERE (said.supplier_code, said.supplier_hotel_id) = ("supplierCode", "supplierHotelId")
          AND (said.id = before.version OR before.hotel_id IS NULL AND said.hotel_id IS NULL)
        ORDER BY said.id DESC LIMIT 1) AS from_reason
    FROM given LEFT JOIN before ON (supplier_code, supplier_hotel_id) = ("supplierCode", "supplierHotelId")
    WHERE (before.hotel_id, before.verification, coalesce(before.decided_by, ''), coalesce(before.sold_unverified, false))
        IS DISTINCT FROM (given."hotelId", given.verification, CASE WHEN given."hotelId" IS NULL THEN '' ELSE "decidedBy" END,
          "soldUnverified")
      AND ("hotelId" IS NULL OR EXISTS (SELECT FROM hotels WHERE id = "hotelId"))
      AND (expected IS NULL OR coalesce(before.verification, ${NOWHERE}) = expected)
      AND ("fromDecider" IS NULL OR before.decided_by = "fromDecider")
      AND ("decidedBy" <> 'ENGINE' OR NOT EXISTS (SELECT FROM mapping_rejections no
        WHERE (no.supplier_code, no.supplier_hotel_id, no.hotel_id) = ("supplierCode", "supplierHotelId", "hotelId")))
  ), noted AS (
    INSERT INTO mapping_versions (supplier_code, supplier_hotel_id, from_hotel_id, from_status, from_decided_by,
      from_sold_unverified, from_reason, hotel_id, status, actor, reason, restored_reason, note, score, evidence)
    SELECT "supplierCode", "supplierHotelId", from_hotel_id, from_status, from_decided_by, from_sold_unverified, from_reason,
      "hotelId", verification, actor, reason, "restoredReason", note, score, nullif(evidence, 'null'::jsonb)
    FROM changed ORDER BY "supplierCode", "supplierHotelId"
    RETURNING *
  ), gone AS (
    DELETE FROM supplier_hotels mapped USING noted
    WHERE noted.hotel_id IS NULL
      AND (mapped.supplier_code, mapped.supplier_hotel_id) = (noted.supplier_code, noted.supplier_hotel_id)
  ), put AS (
    INSERT INTO supplier_hotels (supplier_code, supplier_hotel_id, hotel_id, verification, version, decided_by, sold_unverified,
      on_sale)
    SELECT noted.supplier_code, noted.supplier_hotel_id, noted.hotel_id, noted.status, noted.id, "decidedBy", "soldUnverified",
      coalesce(listings.status = 'ACTIVE', true)
    FROM noted
    JOIN changed ON (noted.supplier_code, noted.supplier_hotel_id) = ("supplierCode", "supplierHotelId")
    LEFT JOIN listings ON (listings.supplier_code, listings.supplier_hotel_id) = (noted.supplier_code, noted.supplier_hotel_id)
    WHERE noted.hotel_id IS NOT NULL
    ON CONFLICT (supplier_code, supplier_hotel_id) DO UPDATE SET hotel_id = EXCLUDED.hotel_id,
      verification = EXCLUDED.verification, version = EXCLUDED.version, decided_by = EXCLUDED.decided_by,
      sold_unverified = EXCLUDED.sold_unverified
  )
  SELECT ${VERSION_COLUMNS} FROM noted ORDER BY id`
  return rows.map(toVersion)
}

function createMappingReads(db: Database) {
  return {
    find: async ({ supplierCode, supplierHotelId }: ListingId): Promise<Mapping | null> => {
      const row = await db.supplierHotel.findUnique({
        where: { supplierCode_supplierHotelId: { supplierCode, supplierHotelId } },
        omit: { instructions: true },
      })
      return row && toMapping(row)
    },

    list: async ({
      hotelId,
      supplierCode,
      supplierHotelId,
      verification,
      limit,
    }: MappingFilter): Promise<Mapping[]> => {
      const rows = await db.supplierHotel.findMany({
        where: {
          ...(hotelId === null ? {} : { hotelId }),
          ...(supplierCode === null ? {} : { supplierCode }),
          ...(supplierHotelId === null ? {} : { supplierHotelId }),
          ...(verification === null ? {} : { verification }),
        },
        omit: { instructions: true },
        orderBy: [{ supplierCode: 'asc' }, { supplierHotelId: 'asc' }],
        take: limit,
      })
      return rows.map(toMapping)
    },

    /** The versions of mappings, newest first; of a hotel, those to it and those away from it. */
    history: async (filter: MappingFilter): Promise<MappingVersion[]> => {
      const { hotelId, supplierCode, supplierHotelId, verification, limit } = filter
      const rows = await db.$queryRaw<MappingVersionModel[]>`
      SELECT ${VERSION_COLUMNS} FROM mapping_versions
      WHERE (${hotelId}::int IS NULL OR hotel_id = ${hotelId} OR from_hotel_id = ${hotelId})
        AND (${supplierCode}::text IS NULL OR supplier_code = ${supplierCode})
        AND (${supplierHotelId}::text IS NULL OR supplier_hotel_id = ${supplierHotelId})
        AND (${verification}::text IS NULL OR status = ${verification})
      ORDER BY id DESC LIMIT ${limit}::int`
      return rows.map(toVersion)
    },

    /** The newest version of a listing's mapping; null for a mapping that never changed, and for an unknown listing. */
    lastVersion: async ({ supplierCode, supplierHotelId }: ListingId): Promise<MappingVersion | null> => {
      const row = await db.mappingVersion.findFirst({
        where: { supplierCode, supplierHotelId },
        orderBy: { id: 'desc' },
      })
      return row && toVersion(row)
    },

    /** The versions that took a listing off its hotel, or let it fail verification, in the order of their numbers. */
    endsBetween: async (
      since: Instant,
      until: Instant,
      { after, limit }: { readonly after: number; readonly limit: number },
    ): Promise<MappingVersion[]> => {
      const rows = await db.$queryRaw<MappingVersionModel[]>`
      SELECT ${VERSION_COLUMNS} FROM mapping_versions
      WHERE at > ${toDate(since)}::timestamptz AND at <= ${toDate(until)}::timestamptz AND id > ${after}::int
        AND from_hotel_id IS NOT NULL AND (hotel_id IS DISTINCT FROM from_hotel_id OR status = 'UNVERIFIED')
      ORDER BY id LIMIT ${limit}::int`
      return rows.map(toVersion)
    },

    /** The newest, and when it was said. */
    lastRejection: async ({
      supplierCode,
      supplierHotelId,
    }: ListingId): Promise<(MappingRejection & { readonly at: Instant }) | null> => {
      const where = { supplierCode, supplierHotelId }
      const row = await db.mappingRejection.findFirst({ where, orderBy: [{ at: 'desc' }, { hotelId: 'desc' }] })
      return row && { ...row, at: toInstant(row.at) }
    },

    rejections: async ({ supplierCode, supplierHotelId }: ListingId): Promise<MappingRejection[]> =>
      db.mappingRejection.findMany({ where: { supplierCode, supplierHotelId }, omit: { at: true } }),
  }
}

const VERSION_COLUMNS = sql`id, supplier_code AS "supplierCode", supplier_hotel_id AS "supplierHotelId",
  from_hotel_id AS "fromHotelId", from_status AS "fromStatus", from_decided_by AS "fromDecidedBy",
  from_sold_unverified AS "fromSoldUnverified", from_reason AS "fromReason", hotel_id AS "hotelId", status, actor, reason,
  restored_reason AS "restoredReason", note, score, evidence, at`

/** Only this file and a trigger write these columns, so their types are known. */
function toVersion({ id, at, ...row }: MappingVersionModel): MappingVersion {
  return {
    ...row,
    version: id,
    fromStatus: row.fromStatus as HotelVerification | null,
    fromDecidedBy: row.fromDecidedBy as MappingDecider | null,
    fromReason: row.fromReason as MappingReason | null,
    status: row.status as HotelVerification | null,
    reason: row.reason as MappingReason,
    restoredReason: row.restoredReason as MappingReason | null,
    at: toInstant(at),
  }
}

function toMapping(row: {
  readonly supplierCode: string
  readonly supplierHotelId: string
  readonly hotelId: number
  readonly verification: string
  readonly decidedBy: string
  readonly version: number | null
  readonly soldUnverified: boolean
  readonly onSale: boolean
}): Mapping {
  return { ...row, verification: row.verification as HotelVerification, decidedBy: row.decidedBy as MappingDecider }
}
