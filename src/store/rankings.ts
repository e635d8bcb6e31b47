import type { Instant } from '../domain/time.ts'
import type { Database } from './database.ts'
import { toDate, toInstant } from './instants.ts'

/** A version of the ranking that searches use, and the edition of the catalogue that it ranks. */
export type RankingVersion = { readonly version: number; readonly edition: number; readonly createdAt: Instant }

/** The notification channel that announces a new version. */
export const RANKING_CHANNEL = 'ranking'

export function createRankingStore(db: Database) {
  return {
    /**
     * Reserves a number. The columns of an edition or version are written before its row, so that a row never lacks its columns.
     */
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

    /** Returns the newest first. */
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

    /** Deletes editions that no version uses and that are older than `before`; younger ones may be about to get a version. */
    removeUnusedEditions: async (before: Instant): Promise<void> => {
      await db.catalogueEdition.deleteMany({ where: { rankings: { none: {} }, createdAt: { lt: toDate(before) } } })
    },

    /** Notifies every process when the transaction commits. */
    announce: async (version: number): Promise<void> => {
      await db.$executeRaw`SELECT pg_notify(${RANKING_CHANNEL}, ${String(version)})`
    },
  }
}

async function nextOf(db: Database, sequence: string): Promise<number> {
  const [row] = await db.$queryRaw<{ next: bigint }[]>`SELECT nextval(${sequence}::regclass) AS next`
  return Number(row?.next)
}
