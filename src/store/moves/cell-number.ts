import { CELL_SEQUENCES, CELLS } from './moved-tables.ts'
import type { CellSession } from './moving-rows.ts'

/** Whether the sequences of a cell have its number, and the highest value that they have given out so far. */
export type CellNumber = { readonly number: number | null; readonly highest: bigint }

/** The number of the cell; null: its sequences have no stride yet. */
export async function readCellNumber(session: CellSession): Promise<CellNumber> {
  const { rows } = await session.query<{ step: string; start: string; last: string }>(
    `SELECT increment_by::text AS step, start_value::text AS start, coalesce(last_value, 0)::text AS last
     FROM pg_sequences WHERE sequencename = ANY($1::text[])`,
    [[...CELL_SEQUENCES]],
  )
  const numbers = new Set(
    rows.map(({ step, start }) => (Number(step) === CELLS ? Number(BigInt(start) % BigInt(CELLS)) : null)),
  )
  const highest = rows.map(({ last }) => BigInt(last)).reduce((one, other) => (one > other ? one : other), 0n)
  const [number = null] = numbers
  return { number: numbers.size === 1 ? number : null, highest }
}

/**
 * Lets the sequences of a cell give out numbers of its own: from the next multiple of `CELLS` above `above` and above what they have
 * given out, plus the cell's number, in steps of `CELLS`. Returns the first.
 */
export async function numberCell(
  session: CellSession,
  { number, above }: { readonly number: number; readonly above: bigint },
): Promise<bigint> {
  const { highest } = await readCellNumber(session)
  const from = highest > above ? highest : above
  const cells = BigInt(CELLS)
  const first = (from / cells + 1n) * cells + BigInt(number)
  await session.query('BEGIN')
  try {
    // Names and numbers are ours: a utility statement takes no parameters.
    for (const sequence of CELL_SEQUENCES)
      await session.query(`ALTER SEQUENCE ${sequence} INCREMENT BY ${cells} START WITH ${first} RESTART WITH ${first}`)
    await session.query('COMMIT')
  } catch (error) {
    await session.query('ROLLBACK').catch(() => undefined)
    throw error
  }
  return first
}

/**
 * Organizations that another cell serves, or is about to. While nobody does (SWITCHED, before the target is open), the cell that they leave has their
 * lines still: it answers that they are elsewhere, where a key in no line is one that the edge's first cell does not know.
 */
const AWAY = `(SELECT organization_id FROM organization_moves WHERE state IN ('ARRIVED', 'ARRIVING'))`

/** Keys that are good, of the organizations that the cell serves, or of one, wherever it is served. */
const KEYS = `SELECT encode(key_hash, 'hex') AS hash FROM api_keys
  WHERE revoked_at IS NULL AND CASE WHEN $1::text IS NOT NULL THEN organization_id = $1 ELSE organization_id NOT IN ${AWAY} END`

/**
 * Tokens of the paths to which suppliers send messages, of the connections over which the cell sells or has sold; of one organization those that go
 * with it alone. A connection that nobody here uses any more has gone with who did.
 */
const TOKENS = `SELECT encode(sha256(convert_to(c.notification_token, 'UTF8')), 'hex') AS hash FROM supplier_connections c,
  LATERAL (
    SELECT array_agg(organization_id) AS ids FROM (
      SELECT organization_id FROM organization_suppliers WHERE connection_id = c.id
      UNION SELECT organization_id FROM further_connections WHERE connection_id = c.id
    ) AS linked WHERE organization_id = $1 OR organization_id NOT IN ${AWAY}
  ) AS users
  WHERE CASE WHEN $1::text IS NOT NULL THEN users.ids = ARRAY[$1::text]
    ELSE users.ids IS NOT NULL OR EXISTS (
      SELECT FROM bookings b WHERE b.connection_id = c.id AND b.organization_id NOT IN ${AWAY}
    ) END`

/**
 * The lines of HAProxy’s map from the SHA-256 of a key, or of a token of a path of suppliers' messages, as lower-case hexadecimal digits, to a
 * cell's backend. Those of the organizations that the cell serves, and that these are all; or of one, wherever it is served. A file that was cut
 * off lacks that line.
 */
export async function directoryLines(
  session: CellSession,
  backend: string,
  organizationId: string | null,
): Promise<string[]> {
  const { rows } = await session.query<{ hash: string }>(`${KEYS} UNION ALL ${TOKENS} ORDER BY 1`, [organizationId])
  const lines = rows.map(({ hash }) => `${hash} ${backend}`)
  return organizationId === null ? [...lines, `whole:${backend} ${backend}`] : lines
}
