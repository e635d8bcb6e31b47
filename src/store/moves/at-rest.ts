import { MOVE_STATES, MOVE_TABLE, type MoveState } from '../../domain/organization-move.ts'
import { type Sql, sql } from '../database.ts'

/** The organizations that are in one of some states here, as an array that Postgres reads once a statement: none but during a move. */
function organizationsIn(states: readonly MoveState[]): Sql {
  return sql`ARRAY(SELECT organization_id FROM organization_moves WHERE state = ANY(${[...states]}::text[]))`
}

/** Organizations of which nothing may be taken up here, because they move to another cell or come from one. */
export const AT_REST = organizationsIn(MOVE_STATES.filter((state) => !MOVE_TABLE[state].works))

/** Those of which nothing may be written: a row of one of them would fail a statement that is about many. */
export const CLOSED = organizationsIn(MOVE_STATES.filter((state) => !MOVE_TABLE[state].isWritten))

/** Those that another cell serves: what lies here is not theirs any more, or not yet. */
export const ELSEWHERE = organizationsIn(MOVE_STATES.filter((state) => MOVE_TABLE[state].serves === 'NOTHING'))

/** Those that come from another cell and are not here yet: their rows are being copied, in no order. */
export const ARRIVING = organizationsIn(['ARRIVING'])

/**
 * Those of which nothing may be taken up for now, and will be, here or in the other cell: they are on their way. SWITCHED is one of them: what waits
 * is fetched by the other cell before it opens.
 */
export const ON_THE_WAY = organizationsIn(['DRAINING', 'FENCED', 'SWITCHED', 'ARRIVING'])
