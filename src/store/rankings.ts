import type { Instant } from '../domain/time.ts'
import type { Database } from './database.ts'
import { toDate, toInstant } from './instants.ts'

/** Which ranking searches use, and over which edition of the catalogue. */
export type RankingVersion = { readonly version: number; readonly edition: number; readonly createdAt: Instant }

/** A channel of notifications: there is a new version. */
export const RANKING_CHANNEL = 'ranking'

export function createRankingStore(db: Database) {
  return {
    /** Numbers for what is about to be made: its columns are written before its row, so that a row always has them. */
    nextEdition: async (): Promise<number> => nextOf(db, 'catalogue_editions_edition_seq'),
    nextVersion: async (): Promise<number> => nextOf(db, 'ranking_versions_version_seq'),

    insertEdition: async (edition: number, hotels: number, now: Instant): Promise<void> => {
      await db.catalogueEdition.create({ data: { edition, hotels, createdAt: toDate(now) } })
    },

    editionCreatedAt: async (edition: number): Promise<Instant | null> => {
      const row = await db.catalogueEdition.findUnique({ where: { edition } })
      return row && toInstant(row.createdAt)
    },

    insert: async ({ version, edition, createdAt }: RankingVersion): Promise<void> => {
      await db.rankingVersion.create({ data: { version, edition, createdAt: toDate(createdAt) } })
    },

    /** Newest first. */
    list: async (): Promise<RankingVersion[]> => {
      const rows = await db.rankingVersion.findMany({ orderBy: { version: 'desc' } })
      return rows.map((row) => ({ ...row, createdAt: toInstant(row.createdAt) }))
    },

    find: async (version: number): Promise<RankingVersion | null> => {
      const row = await db.rankingVersion.findUnique({ where: { version } })
      return row && { ...row, createdAt: toInstant(row.createdAt) }
    },

    latest: async (): Promise<RankingVersion | null> => {
      const row = await db.rankingVersion.findFirst({ orderBy: { version: 'desc' } })
      return row && { ...row, createdAt: toInstant(row.createdAt) }
    },

    remove: async (version: number): Promise<void> => {
      await db.rankingVersion.deleteMany({ where: { version } })
    },

    /** Editions without a version that are older than `before`: younger ones may be about to get theirs. */
    removeUnusedEditions: async (before: Instant): Promise<void> => {
      await db.catalogueEdition.deleteMany({ where: { rankings: { none: {} }, createdAt: { lt: toDate(before) } } })
    },

    /** Tells every process, when the transaction commits. */
    announce: async (version: number): Promise<void> => {
      await db.$executeRaw`SELECT pg_notify(${RANKING_CHANNEL}, ${String(version)})`
    },
  }
}

async function nextOf(db: Database, sequence: string): Promise<number> {
  const [row] = await db.$queryRaw<{ next: bigint }[]>`SELECT nextval(${sequence}::regclass) AS next`
  return Number(row?.next)
}
