import { type Database, type Sql, sql } from './database.ts'

/**
 * How far the organization of a row is ahead of real time; `organizationId` names its column with its table, because the clocks' own
 * column has the same name. It says the same as
 * `gateway_now(organization)`, which is for single rows: a call of that function for each of many rows would cost ten times as much.
 */
function aheadOf(organizationId: Sql): Sql {
  return sql`coalesce((
    SELECT make_interval(secs => own.offset_ms / 1000.0) FROM sandbox_clocks own WHERE own.organization_id = ${organizationId}
  ), '0')`
}

/** The time of a row's organization, for statements over many rows. */
export function timeOf(organizationId: Sql): Sql {
  return sql`(gateway_now() + ${aheadOf(organizationId)})`
}

/** Organizations that live ahead of real time, read once a statement: none in production. */
export const AHEAD = sql`ARRAY(SELECT organization_id FROM sandbox_clocks WHERE offset_ms > 0)`

/** A time in which rows are aged, and the rows that it is for. */
export type World = {
  readonly now: Sql
  /**
   * Empty, or begins with AND: the rows of a table whose organization lives in this time; `organizationId` names their column.
   */
  readonly only: (organizationId: Sql) => Sql
}

/** Nobody is behind real time, so what is old by it is old for its organization, too. */
export const REAL: World = {
  now: sql`gateway_now()`,
  only: () => sql``,
}

/**
 * Runs a statement about old rows once for everybody by real time, which an index serves, and once for each organization that is
 * ahead of it. Returns the sum.
 */
export async function inEachWorld(db: Database, run: (world: World) => Promise<number>): Promise<number> {
  return (await run(REAL)) + (await inWorldsAhead(db, run))
}

/** Runs it once for each organization that is ahead of real time. Returns the sum. */
export async function inWorldsAhead(db: Database, run: (world: World) => Promise<number>): Promise<number> {
  let count = 0
  for (const { organizationId } of await db.sandboxClock.findMany({ where: { offsetMs: { gt: 0 } } }))
    count += await run({
      now: sql`gateway_now(${organizationId})`,
      only: (column) => sql`AND ${column} = ${organizationId}`,
    })
  return count
}
