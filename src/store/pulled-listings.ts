import type { Listing, ListingStatus } from '../domain/listing.ts'
import { type Database, type Sql, sql } from './database.ts'

/** What is known of a staged listing without its content. */
export type ListingHead = {
  readonly supplierHotelId: string
  readonly status: ListingStatus
  /** Of what was read of it in the language that was asked for; null: nothing. */
  readonly sourceHash: string | null
  /** Whether it is known that the connection has it. */
  readonly isOurs: boolean
}

const AT_ONCE = 5_000

type OfConnection = { readonly supplierCode: string; readonly connectionId: string }
type OfPass = OfConnection & { readonly passId: number }

/** Listings that pulls of the connection brought, or of which nobody knows whose pulls did. What came as a line of a file is none. */
function broughtBy({ supplierCode, connectionId }: OfConnection): Sql {
  return sql`supplier_code = ${supplierCode} AND source_hashes ? 'en'
    AND (connection_ids = '{}' OR ${connectionId} = ANY(connection_ids))`
}

/** Another connection has it, too: two contracts with one supplier need not have the same hotels. */
function hasOthers(connectionId: string): Sql {
  return sql`EXISTS (SELECT FROM supplier_connections WHERE id = ANY(connection_ids) AND id <> ${connectionId})`
}

/**
 * Listings of a supplier that a whole pass should have had, and has not: those that are asked for, and that pulls brought. What came as
 * a line of a file no pull ends.
 */
function missingIn(pass: OfPass): Sql {
  return sql`${broughtBy(pass)} AND status IN ('ACTIVE', 'NOT_ON_SALE') AND NOT EXISTS (
    SELECT FROM content_seen WHERE pass_id = ${pass.passId}::int AND key = supplier_hotel_id)`
}

/** Staged listings as pulls read them again. */
export function createPulledListingStore(db: Database) {
  return {
    ...createMissing(db),
    ...createPortfolios(db),
    ...createCentres(db),

    heads: async (
      { supplierCode, connectionId }: OfConnection,
      supplierHotelIds: readonly string[],
      language: string,
    ): Promise<ReadonlyMap<string, ListingHead>> => {
      const rows = await db.$queryRaw<ListingHead[]>`
      SELECT supplier_hotel_id AS "supplierHotelId", status, source_hashes ->> ${language} AS "sourceHash",
        ${connectionId} = ANY(connection_ids) AS "isOurs"
      FROM listings
      WHERE supplier_code = ${supplierCode} AND supplier_hotel_id = ANY(${[...supplierHotelIds]}::text[])`
      return new Map(rows.map((row) => [row.supplierHotelId, row]))
    },

    contents: async (
      supplierCode: string,
      supplierHotelIds: readonly string[],
    ): Promise<ReadonlyMap<string, Listing>> => {
      if (supplierHotelIds.length === 0) return new Map()
      const rows = await db.listing.findMany({
        where: { supplierCode, supplierHotelId: { in: [...supplierHotelIds] } },
        select: { supplierHotelId: true, content: true },
      })
      return new Map(rows.map(({ supplierHotelId, content }) => [supplierHotelId, content as unknown as Listing]))
    },

    /** How many listings that pulls of a connection brought are ACTIVE. */
    countActive: async (of: OfConnection): Promise<number> => {
      const [row] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM listings WHERE ${broughtBy(of)} AND status = 'ACTIVE'`
      return row?.count ?? 0
    },

    /** A connection of another environment from which listings of the supplier came; null when there is none. */
    fromOtherEnvironment: async (
      supplierCode: string,
      environment: string,
    ): Promise<{ readonly source: string; readonly environment: string } | null> => {
      const [row] = await db.$queryRaw<{ source: string; environment: string }[]>`
      SELECT run.source, run.environment FROM listings JOIN catalogue_runs run ON run.id = run_id
      WHERE listings.supplier_code = ${supplierCode} AND run.kind = 'PULL' AND run.environment <> ${environment} LIMIT 1`
      return row ?? null
    },
  }
}

type Change = { readonly change: Sql; readonly where: Sql }

/** Changes listings so many at a time: a supplier can have missed more than one statement has the time for. */
async function inSteps(db: Database, { change, where }: Change): Promise<void> {
  for (let afterId: number | null = 0; afterId !== null; ) {
    const [step]: { lastId: number | null }[] = await db.$queryRaw`
    WITH changed AS (
      UPDATE listings SET ${change} WHERE id IN (
        SELECT id FROM listings WHERE id > ${afterId}::int AND ${where} ORDER BY id LIMIT ${AT_ONCE}::int)
      RETURNING id)
    SELECT max(id) AS "lastId" FROM changed`
    afterId = step?.lastId ?? null
  }
}

/** What whole passes have not had. */
function createMissing(db: Database) {
  return {
    /** How many a whole pass has not had, that so many passes before it had not either. */
    countMissing: async (pass: OfPass, missedBefore: number): Promise<number> => {
      const [row] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM listings WHERE ${missingIn(pass)} AND missed_passes >= ${missedBefore}::int`
      return row?.count ?? 0
    },

    /** Counts for each listing how many whole passes, one after the other, have not had it. */
    countMisses: async (pass: OfPass): Promise<void> => {
      await inSteps(db, { change: sql`missed_passes = missed_passes + 1`, where: missingIn(pass) })
      const seenAgain = sql`supplier_code = ${pass.supplierCode} AND missed_passes > 0
        AND EXISTS (SELECT FROM content_seen WHERE pass_id = ${pass.passId}::int AND key = supplier_hotel_id)`
      await inSteps(db, { change: sql`missed_passes = 0`, where: seenAgain })
    },

    /** A connection no longer has what as many of its whole passes have not had; those that another one has stay as they are. */
    leaveToOthers: async (pass: OfPass, missed: number): Promise<void> => {
      const shared = sql`${missingIn(pass)} AND missed_passes >= ${missed}::int AND ${hasOthers(pass.connectionId)}`
      await inSteps(db, {
        change: sql`connection_ids = array_remove(connection_ids, ${pass.connectionId})`,
        where: shared,
      })
    },

    /** Some of those that as many whole passes have not had, and that no other connection has; held until the transaction ends. */
    takeMissing: async (pass: OfPass, { missed, limit }: { missed: number; limit: number }): Promise<Listing[]> => {
      const rows = await db.$queryRaw<{ content: Listing }[]>`
      SELECT content FROM listings WHERE ${missingIn(pass)} AND missed_passes >= ${missed}::int AND NOT ${hasOthers(pass.connectionId)}
      ORDER BY supplier_hotel_id LIMIT ${limit} FOR NO KEY UPDATE`
      return rows.map(({ content }) => content)
    },
  }
}

/** Which connections have which listings. */
function createPortfolios(db: Database) {
  return {
    /** Notes that a connection has listings that other pulls brought. */
    claim: async ({ supplierCode, connectionId }: OfConnection, supplierHotelIds: readonly string[]): Promise<void> => {
      if (supplierHotelIds.length > 0)
        await db.$executeRaw`
        UPDATE listings SET connection_ids = array_append(connection_ids, ${connectionId})
        WHERE supplier_code = ${supplierCode} AND supplier_hotel_id = ANY(${[...supplierHotelIds]}::text[])
          AND NOT ${connectionId} = ANY(connection_ids)`
    },

    /** Those of the listings that another connection has; this one does not have them from now on. Returns their ids. */
    disclaim: async (
      { supplierCode, connectionId }: OfConnection,
      supplierHotelIds: readonly string[],
    ): Promise<readonly string[]> => {
      if (supplierHotelIds.length === 0) return []
      const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT supplier_hotel_id AS id FROM listings
      WHERE supplier_code = ${supplierCode} AND supplier_hotel_id = ANY(${[...supplierHotelIds]}::text[])
        AND ${hasOthers(connectionId)} FOR UPDATE`
      const shared = rows.map(({ id }) => id)
      if (shared.length > 0)
        await db.$executeRaw`
        UPDATE listings SET connection_ids = array_remove(connection_ids, ${connectionId})
        WHERE supplier_code = ${supplierCode} AND supplier_hotel_id = ANY(${shared}::text[])
          AND ${connectionId} = ANY(connection_ids)`
      return shared
    },
  }
}

/** Points that stand for a whole city. */
function createCentres(db: Database) {
  return {
    /** Points that so many hotels of a supplier have, to the last digit. */
    repeatedPoints: async (supplierCode: string, atLeast: number): Promise<readonly RepeatedPoint[]> =>
      db.$queryRaw<RepeatedPoint[]>`
      SELECT cell, facts ->> 'latitude' AS latitude, facts ->> 'longitude' AS longitude FROM listings
      WHERE supplier_code = ${supplierCode} AND cell IS NOT NULL AND status <> 'GONE'
      GROUP BY cell, facts ->> 'latitude', facts ->> 'longitude' HAVING count(*) >= ${atLeast}::int`,

    /** Some of the listings at a point that are said to be there, and not only in its city; held until the transaction ends. */
    takeSaidToBeAt: async (
      supplierCode: string,
      { cell, latitude, longitude }: RepeatedPoint,
      limit: number,
    ): Promise<readonly Listing[]> => {
      const rows = await db.$queryRaw<{ content: Listing }[]>`
      SELECT content FROM listings WHERE supplier_code = ${supplierCode} AND cell = ${cell}::int
        AND facts ->> 'latitude' = ${latitude} AND facts ->> 'longitude' = ${longitude}
        AND content ->> 'pointQuality' IS DISTINCT FROM 'CITY' ORDER BY supplier_hotel_id LIMIT ${limit} FOR NO KEY UPDATE`
      return rows.map(({ content }) => content)
    },
  }
}

type RepeatedPoint = { readonly cell: number; readonly latitude: string; readonly longitude: string }
