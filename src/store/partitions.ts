import { firstIdAt, ID_PREFIXES, type IdKind, timeOfId } from '../domain/ids.ts'
import type { Instant } from '../domain/time.ts'
import { type Database, type Sql, sql } from './database.ts'
import { toDate, toInstantOrNull } from './instants.ts'
import { eventIsNeeded, exchangeIsNeeded, offerIsNeeded } from './retention.ts'

/** A table that is kept in partitions by the time of its ids. */
export type PartitionedTable = 'offers' | 'booking_events' | 'supplier_exchanges'

export const KIND_OF: Readonly<Record<PartitionedTable, IdKind>> = {
  offers: 'offer',
  booking_events: 'event',
  supplier_exchanges: 'exchange',
}

/**
 * What of a partition's rows, `e` with their booking `b`, is needed although the partition's time has passed, by the last moment whose
 * rows go. All tables are read the same way; only events have a booking.
 */
const IS_NEEDED: Readonly<Record<PartitionedTable, (days: number, before: Date) => Sql>> = {
  offers: (_days, before) => offerIsNeeded(before),
  booking_events: eventIsNeeded,
  supplier_exchanges: () => exchangeIsNeeded,
}

/** `from` null: it begins before everything. Times are ms since 1970, the end is not part of it. */
export type Partition = { readonly name: string; readonly from: number | null; readonly to: number }

type Page = { readonly lastId: string | null; readonly needed: string[] }

/** Rows of a partition that one statement judges. */
const PAGE = 20_000

export function createPartitionStore(db: Database) {
  return { ...partitionChanges(db), ...partitionRows(db) }
}

function partitionChanges(db: Database) {
  return {
    /** The table's partitions but the default one, the oldest first. */
    list: async (table: PartitionedTable): Promise<Partition[]> => {
      const rows = await db.$queryRaw<{ name: string; bound: string }[]>`
      SELECT relname::text AS name, pg_get_expr(relpartbound, pg_class.oid) AS bound
      FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = ${table}::text::regclass`
      return rows.flatMap(toPartition).sort((one, other) => one.to - other.to)
    },

    /**
     * Adds the partition of a time, with the rows that the default one has of it. False: somebody has added it, or the default one has
     * more than 5,000 rows of it, which stay there. Throws with Postgres' code 55P03 when the table is in use for longer than a quarter
     * of a second, 42501 for a role that may not delete its rows.
     */
    add: async (table: PartitionedTable, from: Instant, to: Instant): Promise<boolean> => {
      const [row] = await db.$queryRaw<{ added: boolean }[]>`
      SELECT gateway_add_partition(${table}, ${ID_PREFIXES[KIND_OF[table]]}, ${toDate(from)}::timestamptz,
        ${toDate(to)}::timestamptz) AS added`
      return row?.added ?? false
    },

    /**
     * Drops a partition; the rows that are still needed are kept in the default one, and what was pinned since they were looked for. `since`: from then on the table is whole. Returns how
     * many were kept, null when somebody else has dropped it. Throws as `add` does.
     */
    drop: async (
      table: PartitionedTable,
      { name }: Partition,
      { needed, since }: { readonly needed: readonly string[]; readonly since: Instant },
    ): Promise<number | null> => {
      const [row] = await db.$queryRaw<{ kept: number | null }[]>`
      SELECT gateway_drop_partition(${table}, ${name}, ${[...needed]}::text[], ${toDate(since)}::timestamptz) AS kept`
      return row?.kept ?? null
    },
  }
}

function partitionRows(db: Database) {
  return {
    /**
     * Ids of a partition's rows that are still needed after their term; null when they are more than `most`. It reads the whole partition,
     * some thousand rows in a statement.
     */
    needed: async (
      table: PartitionedTable,
      { from, to }: Partition,
      { days, before, most }: { readonly days: number; readonly before: Instant; readonly most: number },
    ): Promise<string[] | null> => {
      const isNeeded = IS_NEEDED[table](days, toDate(before))
      const kind = KIND_OF[table]
      const found: string[] = []
      for (let after: string | null = from === null ? '' : firstIdAt(kind, from); after !== null; ) {
        const rows: Page[] = await db.$queryRaw<Page[]>`
        WITH e AS MATERIALIZED (
          SELECT * FROM ${sql.names([table])} WHERE id > ${after} AND id < ${firstIdAt(kind, to)} ORDER BY id LIMIT ${PAGE}::int
        )
        SELECT (SELECT max(id) FROM e) AS "lastId", ARRAY(SELECT e.id FROM e WHERE ${isNeeded} LIMIT ${most + 1}::int) AS needed`
        found.push(...(rows[0]?.needed ?? []))
        if (found.length > most) return null
        after = rows[0]?.lastId ?? null
      }
      return found
    },

    /** From then on a table has every row that it ever had; null: it has lost none. */
    wholeSince: async (table: PartitionedTable): Promise<Instant | null> => {
      const rows = await db.$queryRaw<{ since: Date }[]>`
      SELECT whole_since AS since FROM row_floors WHERE table_name = ${table}`
      return toInstantOrNull(rows[0]?.since ?? null)
    },

    /** Says that rows of before have gone. */
    raiseFloor: async (table: PartitionedTable, since: Instant): Promise<void> => {
      await db.$executeRaw`
      INSERT INTO row_floors AS known (table_name, whole_since) VALUES (${table}, ${toDate(since)}::timestamptz)
      ON CONFLICT (table_name) DO UPDATE SET whole_since = greatest(known.whole_since, excluded.whole_since)`
    },

    /** Whether the default partition has rows that were made since then: there was no partition for them. */
    isCaught: async (table: PartitionedTable, firstId: string): Promise<boolean> => {
      const rows = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM ${sql.names([`${table}_default`])} WHERE id >= ${firstId} LIMIT 1`
      return rows.length > 0
    },
  }
}

/** The default partition has no bounds, and is none of these. */
export function toPartition({ name, bound }: { readonly name: string; readonly bound: string }): Partition[] {
  const [, from, to] = /^FOR VALUES FROM \((?:MINVALUE|'([^']+)')\) TO \('([^']+)'\)$/.exec(bound) ?? []
  const end = to === undefined ? null : timeOfId(to)
  return end === null ? [] : [{ name, from: from === undefined ? null : timeOfId(from), to: end }]
}
