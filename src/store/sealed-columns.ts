import { setTimeout as pause } from 'node:timers/promises'
import { type Database, type Sql, sql } from './database.ts'

/** A sealed message and the id of its row. */
export type SealedMessage = { readonly row: string; readonly sealed: Uint8Array }

/** A message that was sealed again; `before` is the stored text that was read. */
export type Resealed = { readonly row: string; readonly before: Uint8Array; readonly after: Uint8Array }

/** How a column stores its sealed messages. */
type Kept = {
  /** Selects the ids of the table's rows. */
  readonly ids: Sql
  /** Selects all messages as `row` and `sealed`. */
  readonly messages: Sql
  /** Replaces messages that have not changed since they were read; `changes` has the columns `row`, `before` and `after`. */
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
    // An endpoint has several secrets. Each statement replaces one of them, which it finds by its own text.
    replace: (changes) => sql`UPDATE webhook_endpoints
      SET secrets = replace(secrets::text, ${base64(sql`c.before`)}, ${base64(sql`c.after`)})::jsonb
      FROM (${changes}) AS c WHERE id = c.row AND position(${base64(sql`c.before`)} IN secrets::text) > 0`,
  },
} as const satisfies Record<string, Kept>

export type SealedColumn = keyof typeof COLUMNS

/** A range of a column's rows, in id order. */
export type SealedWindow = { readonly afterRow: string; readonly lastRow: string }

/** The number of rows per statement: few enough to stay within the statement timeout, however large the table is. */
const WINDOW_ROWS = 2_000

export type SealedColumns = {
  /** The message of the column's newest row; empty when the column has none. */
  readonly newest: (column: SealedColumn) => Promise<SealedMessage[]>
  /** Divides all rows of the column into windows. */
  readonly windows: (column: SealedColumn) => AsyncIterable<SealedWindow>
  /** The messages of a window that do not begin with `head`. */
  readonly othersIn: (column: SealedColumn, window: SealedWindow, head: Uint8Array) => Promise<SealedMessage[]>
  /** How many messages of a window begin with each head: the first five bytes as hexadecimal, which identify the key. */
  readonly headsIn: (
    column: SealedColumn,
    window: SealedWindow,
  ) => Promise<{ readonly head: string; readonly count: number }[]>
  /** Returns how many messages it replaced. Messages that another process has changed since are left unchanged. */
  readonly replace: (column: SealedColumn, changes: readonly Resealed[]) => Promise<number>
  /** Waits until every transaction that is writing now has ended; false when one has not ended within `withinMs`. */
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

/** One statement cannot replace several messages of a row, because it updates each row only once. */
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

/** Encodes as Node does, without line breaks. */
function base64(bytes: Sql): Sql {
  return sql`translate(encode(${bytes}, 'base64'), E'\n', '')`
}
