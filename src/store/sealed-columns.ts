import { setTimeout as pause } from 'node:timers/promises'
import { type Database, type Sql, sql } from './database.ts'

/** A sealed message and the row that it belongs to. */
export type SealedMessage = { readonly row: string; readonly sealed: Uint8Array }

/** The same message, sealed again: `before` is what was read. */
export type Resealed = { readonly row: string; readonly before: Uint8Array; readonly after: Uint8Array }

/** How a column keeps its messages. */
type Kept = {
  /** Its table's rows, by their id. */
  readonly ids: Sql
  /** All its messages: `row`, `sealed`. */
  readonly messages: Sql
  /** Puts new messages in the place of those that were read, where they still are; `changes` has `row`, `before`, `after`. */
  readonly replace: (changes: Sql) => Sql
}

const COLUMNS = {
  'bookings.guests_sealed': {
    ids: sql`SELECT id FROM bookings`,
    messages: sql`SELECT id AS row, guests_sealed AS sealed FROM bookings WHERE guests_sealed IS NOT NULL`,
    replace: (changes) => sql`UPDATE bookings SET guests_sealed = c.after FROM (${changes}) AS c
      WHERE id = c.row AND guests_sealed = c.before`,
  },
  'supplier_connections.credentials': {
    ids: sql`SELECT id FROM supplier_connections`,
    messages: sql`SELECT id AS row, credentials AS sealed FROM supplier_connections`,
    replace: (changes) => sql`UPDATE supplier_connections SET credentials = c.after FROM (${changes}) AS c
      WHERE id = c.row AND credentials = c.before`,
  },
  'webhook_endpoints.secrets': {
    ids: sql`SELECT id FROM webhook_endpoints`,
    messages: sql`SELECT id AS row, decode(secret ->> 'sealed', 'base64') AS sealed
      FROM webhook_endpoints, jsonb_array_elements(secrets) AS secret`,
    // An endpoint has several: each statement puts one of them, which is found by its own text, in its place.
    replace: (changes) => sql`UPDATE webhook_endpoints
      SET secrets = replace(secrets::text, ${base64(sql`c.before`)}, ${base64(sql`c.after`)})::jsonb
      FROM (${changes}) AS c WHERE id = c.row AND position(${base64(sql`c.before`)} IN secrets::text) > 0`,
  },
} as const satisfies Record<string, Kept>

export type SealedColumn = keyof typeof COLUMNS

/** A part of a column, by the order of its rows. */
export type SealedWindow = { readonly afterRow: string; readonly lastRow: string }

/** Rows that one statement looks at: few enough for its time, whatever the size of the table. */
const WINDOW_ROWS = 2_000

export type SealedColumns = {
  /** One of the messages of a column, if it has any: of the newest row. */
  readonly newest: (column: SealedColumn) => Promise<SealedMessage[]>
  /** The rows after one, in parts. */
  readonly windows: (column: SealedColumn) => AsyncIterable<SealedWindow>
  /** The messages of a part that do not begin with `head`. */
  readonly othersIn: (column: SealedColumn, window: SealedWindow, head: Uint8Array) => Promise<SealedMessage[]>
  /** How many messages of a part begin with which bytes: hexadecimal, of a key's head. */
  readonly headsIn: (
    column: SealedColumn,
    window: SealedWindow,
  ) => Promise<{ readonly head: string; readonly count: number }[]>
  /** Answers how many were still as they were read; the others were changed by another process, and are left as they are. */
  readonly replace: (column: SealedColumn, changes: readonly Resealed[]) => Promise<number>
  /** Waits until every transaction that writes now has ended; false when one has not within `withinMs`. */
  readonly writersEnded: (withinMs: number) => Promise<boolean>
}

const LOOK_EVERY_MS = 50

export function createSealedColumns(db: Database): SealedColumns {
  async function lastOf(column: SealedColumn, after: string): Promise<string | null> {
    const [found] = await db.$queryRaw<{ last: string | null }[]>`
      SELECT max(id) AS last FROM (SELECT id FROM (${COLUMNS[column].ids}) AS t
        WHERE id > ${after} ORDER BY id LIMIT ${WINDOW_ROWS}) AS part`
    return found?.last ?? null
  }
  return {
    newest: (column) =>
      db.$queryRaw`SELECT row, sealed FROM (${COLUMNS[column].messages}) AS m ORDER BY row DESC LIMIT 1`,
    windows: async function* (column) {
      let afterRow = ''
      for (let lastRow = await lastOf(column, ''); lastRow !== null; lastRow = await lastOf(column, lastRow)) {
        yield { afterRow, lastRow }
        afterRow = lastRow
      }
    },
    othersIn: (column, { afterRow, lastRow }, head) =>
      db.$queryRaw`SELECT row, sealed FROM (${COLUMNS[column].messages}) AS m
        WHERE row > ${afterRow} AND row <= ${lastRow}
          AND substring(sealed FROM 1 FOR ${head.length}) <> ${new Uint8Array(head)} ORDER BY row`,
    headsIn: (column, { afterRow, lastRow }) =>
      db.$queryRaw`SELECT encode(substring(sealed FROM 1 FOR 5), 'hex') AS head, count(*)::int AS count
        FROM (${COLUMNS[column].messages}) AS m WHERE row > ${afterRow} AND row <= ${lastRow} GROUP BY 1`,
    replace: async (column, changes) => {
      let replaced = 0
      for (const together of batchesOf(column, changes))
        replaced += await db.$executeRaw(COLUMNS[column].replace(asTable(together)))
      return replaced
    },
    writersEnded: async (withinMs) => {
      const [now] = await db.$queryRaw<{ xid: string }[]>`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xid`
      const endsAt = performance.now() + withinMs
      for (;;) {
        const [found] = await db.$queryRaw<{ ended: boolean }[]>`
          SELECT pg_snapshot_xmin(pg_current_snapshot()) >= ${now?.xid ?? '0'}::xid8 AS ended`
        if (found?.ended) return true
        if (performance.now() > endsAt) return false
        await pause(LOOK_EVERY_MS)
      }
    },
  }
}

/** Several messages of one row cannot be replaced by one statement: it would write each row once. */
function batchesOf(column: SealedColumn, changes: readonly Resealed[]): (readonly Resealed[])[] {
  if (column === 'webhook_endpoints.secrets') return changes.map((one) => [one])
  return changes.length === 0 ? [] : [changes]
}

function asTable(changes: readonly Resealed[]): Sql {
  const rows = changes.map(({ row }) => row)
  return sql`SELECT c.row, decode(c.before, 'hex') AS before, decode(c.after, 'hex') AS after
    FROM unnest(${rows}::text[], ${changes.map(({ before }) => hex(before))}::text[],
      ${changes.map(({ after }) => hex(after))}::text[]) AS c(row, before, after)`
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** As Node spells it: in one line. */
function base64(bytes: Sql): Sql {
  return sql`translate(encode(${bytes}, 'base64'), E'\n', '')`
}
