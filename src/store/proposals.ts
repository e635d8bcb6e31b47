import type { Instant } from '../domain/time.ts'
import { type Database, type Sql, sql } from './database.ts'
import type { ListingId } from './hotels.ts'
import { type Facts, holdListings } from './listings.ts'
import { createClaimReads, IS_CLAIM, MAPPING, type StoredMapping } from './mapping-claims.ts'
import { STANDING_REASON } from './mappings.ts'
import { BEFORE_ALL, type DueCursor, PLACE } from './place-order.ts'
import { createProposalGroups } from './proposal-groups.ts'

/** A staged listing that is to be judged, with its mapping as it is. */
export type DueListing = ListingId & {
  readonly listingId: number
  readonly facts: Facts
  /** In hexadecimal digits. */
  readonly factsHash: string
  /** As it was judged last; null: never. */
  readonly judgedFacts: Facts | null
  readonly judgedEngine: string | null
  readonly cell: number | null
  readonly mapping: StoredMapping | null
  /** True of a mapped listing about which `claims` tells: that is to be settled with the others of its hotel. */
  readonly isClaim: boolean
  /** The hotels that a person says it is not. */
  readonly rejected: readonly number[]
  /** The hotel that a person took it off; null unless that was the last word about it. */
  readonly removedFrom: number | null
}

/** A listing as it was read to be judged. */
export type JudgedListing = Pick<
  DueListing,
  'listingId' | 'supplierCode' | 'supplierHotelId' | 'factsHash' | 'mapping'
> & {
  /** How many hotels a person had said that it is not. */
  readonly rejections: number
}

/** Null: no such bound. */
export type DueFilter = {
  readonly supplierCode: string | null
  readonly countryCode: string | null
  readonly cells: readonly number[] | null
  /** True: every listing, due or not. Absent: false. */
  readonly all?: boolean
  /** One listing alone. */
  readonly listing?: ListingId | null
  /** What another engine has judged is due as well, without being marked. */
  readonly engine?: string | null
}

/** What was found about a listing: operations/mapping/proposal.ts. */
export type StoredProposal = {
  readonly listingId: number
  readonly outcome: string
  readonly why: string | null
  readonly hotelId: number | null
  readonly verdict: string | null
  readonly score: number | null
  /** The sum of its evidence, as log-odds. */
  readonly weight: number | null
  readonly candidates: readonly unknown[]
  readonly changes: unknown
}

/** A question to a person. */
export type StoredQuestion = {
  readonly why: string | null
  readonly hotelId: number | null
  /** Only who judges knows their form: operations/mapping/proposal.ts `JudgedHotel`. */
  readonly candidates: readonly unknown[]
  readonly changes: Readonly<Record<string, unknown>> | null
  readonly at: Instant
}

type MarkWishes = { readonly engine: string; readonly all: boolean }
type Marked = { readonly lastId: number; readonly count: number } | null

/** What the engine has found, and what it has still to look at. */
export function createProposalStore(db: Database) {
  return {
    ...createDueReads(db),
    ...createProposalWrites(db),
    ...createProposalReads(db),
    ...createClaimReads(db),
    ...createProposalGroups(db),
  }
}

/** Of a `page` of listings. */
const REMOVED_FROM = sql`(SELECT CASE ${STANDING_REASON} WHEN 'REMOVED' THEN
    (SELECT off.from_hotel_id FROM mapping_versions off WHERE off.reason = 'REMOVED'
       AND (off.supplier_code, off.supplier_hotel_id) = (page.supplier_code, page.supplier_hotel_id)
     ORDER BY off.id DESC LIMIT 1) END
  FROM mapping_versions by WHERE (by.supplier_code, by.supplier_hotel_id) = (page.supplier_code, page.supplier_hotel_id)
  ORDER BY by.id DESC LIMIT 1)`

function createDueReads(db: Database) {
  return {
    /**
     * Marks some of what an engine of another version has judged; with `all`, of every listing. They are those that follow `afterId`;
     * returns how many, and the last; null: there are no more.
     */
    markDue: async ({ engine, all }: MarkWishes, afterId: number, limit: number): Promise<Marked> => {
      const [row] = await db.$queryRaw<{ lastId: number | null; count: number }[]>`
      WITH marked AS (
        UPDATE listings SET due = true WHERE id IN (
          SELECT id FROM listings WHERE id > ${afterId}::int AND NOT due
            AND (${all}::boolean OR judged_engine IS DISTINCT FROM ${engine})
          ORDER BY id LIMIT ${limit}::int)
        RETURNING id)
      SELECT max(id) AS "lastId", count(*)::int AS count FROM marked`
      return row?.lastId ? { lastId: row.lastId, count: row.count } : null
    },

    /** Marks the listings of changed hotels, and those near them that have no hotel yet. */
    markAround: async (hotelIds: readonly number[], cells: readonly number[]): Promise<void> => {
      await db.$executeRaw`
      UPDATE listings SET due = true FROM supplier_hotels mapped
      WHERE (mapped.supplier_code, mapped.supplier_hotel_id) = (listings.supplier_code, listings.supplier_hotel_id)
        AND mapped.hotel_id = ANY (${[...hotelIds]}::int[]) AND NOT due`
      await db.$executeRaw`
      UPDATE listings SET due = true FROM mapping_proposals proposal
      WHERE proposal.listing_id = listings.id AND NOT due
        AND (cell = ANY (${[...cells]}::int[]) OR keys && ARRAY(SELECT DISTINCT unnest(keys) FROM hotel_facts
          WHERE hotel_id = ANY (${[...hotelIds]}::int[])))`
    },

    countDue: async (filter: DueFilter): Promise<number> => {
      const rows = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM listings WHERE ${isDue(filter)}`
      return rows[0]?.count ?? 0
    },

    /** The next listings to be judged, neighbours together. */
    due: async (after: DueCursor | null, filter: DueFilter, limit: number): Promise<DueListing[]> => {
      const { cell, listingId } = after ?? BEFORE_ALL
      const rows = await db.$queryRaw<{ rows: string }[]>`
      SELECT coalesce(json_agg(json_build_object('listingId', page.id, 'supplierCode', page.supplier_code,
        'supplierHotelId', page.supplier_hotel_id, 'facts', facts, 'factsHash', encode(facts_hash, 'hex'), 'judgedFacts', judged_facts, 'judgedEngine', judged_engine,
        'cell', cell, 'mapping', ${MAPPING},
        'isClaim', EXISTS (SELECT FROM mapping_proposals WHERE listing_id = page.id AND hotel_id = mapped.hotel_id AND ${IS_CLAIM}),
        'rejected', ARRAY(SELECT no.hotel_id FROM mapping_rejections no
          WHERE (no.supplier_code, no.supplier_hotel_id) = (page.supplier_code, page.supplier_hotel_id)),
        'removedFrom', ${REMOVED_FROM})
        ORDER BY ${PLACE}, page.id), '[]')::text AS rows
      FROM (SELECT * FROM listings WHERE ${isDue(filter)}
              AND (${PLACE}, id) > (${cell}::int, ${listingId}::int)
            ORDER BY ${PLACE}, id LIMIT ${limit}::int) page
      LEFT JOIN supplier_hotels mapped
        ON (mapped.supplier_code, mapped.supplier_hotel_id) = (page.supplier_code, page.supplier_hotel_id)`
      return JSON.parse(rows[0]?.rows ?? '[]') as DueListing[] // the query builds exactly this
    },
  }
}

/** Closed listings are no hotel's any more, and wait until they open again. */
function isDue({ supplierCode, countryCode, cells, listing = null, all = false, engine = null }: DueFilter): Sql {
  // An index has those that are due; the others are looked for only where nothing may be marked.
  const due = all ? sql`true` : engine === null ? sql`due` : sql`(due OR judged_engine IS DISTINCT FROM ${engine})`
  return sql`${due} AND status IN ('ACTIVE', 'NOT_ON_SALE')
    AND (${supplierCode}::text IS NULL OR supplier_code = ${supplierCode})
    AND (${countryCode}::text IS NULL OR upper(facts->>'countryCode') = ${countryCode})
    AND (${cells && [...cells]}::int[] IS NULL OR cell = ANY (${cells && [...cells]}::int[]))
    ${listing === null ? sql`` : sql`AND (supplier_code, supplier_hotel_id) = (${listing.supplierCode}, ${listing.supplierHotelId})`}`
}

/** An arbitrary number: the advisory lock of whoever maps, or makes hotels, of what was proposed. */
const MAPPING_LOCK = 5_309_020

function createProposalWrites(db: Database) {
  return {
    /** Until the transaction ends no other run of the engine decides what becomes of proposals: each sees what the other has done. */
    beAlone: async (): Promise<void> => {
      await db.$executeRaw`SELECT pg_advisory_xact_lock(${MAPPING_LOCK}::bigint)`
    },

    /** Replaces what was proposed for the listings. A question that is judged again, and may be asked again, is as old as it was. */
    put: async (proposals: readonly StoredProposal[]): Promise<void> => {
      await db.$executeRaw`
      INSERT INTO mapping_proposals (listing_id, outcome, why, hotel_id, verdict, score, weight, candidates, changes)
      SELECT "listingId", outcome, why, "hotelId", verdict, score, weight, candidates, nullif(changes, 'null'::jsonb)
      FROM jsonb_to_recordset(${JSON.stringify(proposals)}::jsonb) AS row("listingId" int, outcome text, why text,
        "hotelId" int, verdict text, score float8, weight float8, candidates jsonb, changes jsonb)
      ON CONFLICT (listing_id) DO UPDATE SET outcome = EXCLUDED.outcome, why = EXCLUDED.why, hotel_id = EXCLUDED.hotel_id,
        verdict = EXCLUDED.verdict, score = EXCLUDED.score, weight = EXCLUDED.weight, candidates = EXCLUDED.candidates, changes = EXCLUDED.changes,
        group_key = NULL, near_group_key = NULL,
        at = CASE WHEN (mapping_proposals.outcome, EXCLUDED.outcome) = ('REVIEW', 'JUDGED')
            AND mapping_proposals.hotel_id = EXCLUDED.hotel_id THEN mapping_proposals.at ELSE gateway_now() END
      WHERE (mapping_proposals.outcome, mapping_proposals.why, mapping_proposals.hotel_id, mapping_proposals.candidates,
          mapping_proposals.changes)
        IS DISTINCT FROM (EXCLUDED.outcome, EXCLUDED.why, EXCLUDED.hotel_id, EXCLUDED.candidates, EXCLUDED.changes)`
    },

    remove: async (listingIds: readonly number[]): Promise<void> => {
      await db.mappingProposal.deleteMany({ where: { listingId: { in: [...listingIds] } } })
    },

    /**
     * Keeps that the listings were judged, and holds them until the transaction ends. Returns those of them that are still as they were
     * read: the others were staged again or decided about meanwhile, and stay as that has left them.
     */
    setJudged: (listings: readonly JudgedListing[], engine: string): Promise<ReadonlySet<number>> =>
      setJudged(db, listings, engine),

    /** Has them judged again by the next run. */
    setDue: async (listing: ListingId): Promise<void> => {
      await db.listing.updateMany({ where: idOf(listing), data: { due: true } })
    },

    removeOf: async (listing: ListingId): Promise<void> => {
      await db.mappingProposal.deleteMany({ where: { listing: idOf(listing) } })
    },

    /** A person has seen what is told of the listing, and decided. */
    setSeen: async ({ supplierCode, supplierHotelId }: ListingId, engine: string): Promise<void> => {
      await db.$executeRaw`
      UPDATE listings SET due = false, judged_facts = facts, judged_engine = ${engine}
      WHERE supplier_code = ${supplierCode} AND supplier_hotel_id = ${supplierHotelId}`
    },

    /** A person has to decide after all. */
    setReview: async (listingIds: readonly number[], why: string): Promise<void> => {
      await db.mappingProposal.updateMany({
        where: { listingId: { in: [...listingIds] } },
        data: { outcome: 'REVIEW', why },
      })
    },
  }
}

async function setJudged(
  db: Database,
  listings: readonly JudgedListing[],
  engine: string,
): Promise<ReadonlySet<number>> {
  await holdListings(db, listings)
  const read = listings.map(({ listingId, factsHash, mapping, rejections }) => ({
    listingId,
    hash: factsHash,
    hotel: mapping?.hotelId ?? null,
    verified: mapping?.verification ?? null,
    decider: mapping?.decidedBy ?? null,
    rejections,
  }))
  const rows = await db.$queryRaw<{ id: number }[]>`
  UPDATE listings SET due = false, judged_facts = facts, judged_engine = ${engine}
  FROM jsonb_to_recordset(${JSON.stringify(read)}::jsonb)
    AS judged("listingId" int, hash text, hotel int, verified text, decider text, rejections int)
  WHERE listings.id = "listingId" AND facts_hash = decode(hash, 'hex')
    AND coalesce((SELECT (hotel_id, verification, decided_by) IS NOT DISTINCT FROM (hotel, verified, decider) FROM supplier_hotels mapped
      WHERE (mapped.supplier_code, mapped.supplier_hotel_id) = (listings.supplier_code, listings.supplier_hotel_id)),
      hotel IS NULL)
    AND rejections = (SELECT count(*) FROM mapping_rejections no
      WHERE (no.supplier_code, no.supplier_hotel_id) = (listings.supplier_code, listings.supplier_hotel_id))
  RETURNING listings.id`
  return new Set(rows.map(({ id }) => id))
}

function idOf({ supplierCode, supplierHotelId }: ListingId): ListingId {
  return { supplierCode, supplierHotelId }
}

function createProposalReads(db: Database) {
  return {
    /** What a person is asked about a listing; null: nothing. */
    questionOf: async (listing: ListingId): Promise<StoredQuestion | null> => {
      const row = await db.mappingProposal.findFirst({ where: { listing: idOf(listing), outcome: 'REVIEW' } })
      if (!row) return null
      // As `put` wrote them.
      const candidates = row.candidates as readonly unknown[]
      const changes = row.changes as StoredQuestion['changes']
      return { why: row.why, hotelId: row.hotelId, candidates, changes, at: row.at.getTime() }
    },

    /** What spoke for and against a hotel when it was proposed for a listing; null when it was not. */
    evidenceOf: async (listing: ListingId, hotelId: number): Promise<unknown> => {
      const row = await db.mappingProposal.findFirst({
        where: { listing: idOf(listing) },
        select: { candidates: true },
      })
      const candidates = (row?.candidates ?? []) as { readonly hotelId: number; readonly evidence: unknown }[] // as `put` wrote it
      return candidates.find((one) => one.hotelId === hotelId)?.evidence ?? null
    },

    /** The best candidate of each, as it was stored. */
    evidence: async (listingIds: readonly number[]): Promise<ReadonlyMap<number, unknown>> => {
      const rows = await db.$queryRaw<{ listing_id: number; evidence: unknown }[]>`
      SELECT listing_id, candidates->0->'evidence' AS evidence FROM mapping_proposals
      WHERE listing_id = ANY (${[...listingIds]}::int[])`
      return new Map(rows.map(({ listing_id, evidence }) => [listing_id, evidence]))
    },
  }
}
