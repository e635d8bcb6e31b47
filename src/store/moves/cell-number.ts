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
 * The lines of HAProxy's map from the SHA-256 of a key, as lower-case hexadecimal digits, to a cell's backend; good keys only. Those of
 * the organizations that the cell serves, and that these are all; or of one, wherever it is served. A file that was cut off lacks that line.
 */
export async function directoryLines(
  session: CellSession,
  backend: string,
  organizationId: string | null,
): Promise<string[]> {
  const { rows } = await session.query<{ hash: string }>(
    `SELECT encode(key_hash, 'hex') AS hash FROM api_keys
     WHERE revoked_at IS NULL AND CASE WHEN $1::text IS NOT NULL THEN organization_id = $1
       ELSE organization_id NOT IN (
         SELECT organization_id FROM organization_moves WHERE state IN ('SWITCHED', 'ARRIVED', 'ARRIVING')) END
     ORDER BY 1`,
    [organizationId],
  )
  const lines = rows.map(({ hash }) => `${hash} ${backend}`)
  return organizationId === null ? [...lines, `whole:${backend} ${backend}`] : lines
}
