import { MOVE_TABLE, type MoveState } from '../../domain/organization-move.ts'
import type { Database } from '../database.ts'

/**
 * Where an organization is served, as this cell knows. MOVING: nothing of it may be taken up for now, and will be, here or there, when its move has
 * come further.
 */
export type Whereabouts = 'HERE' | 'MOVING' | 'ELSEWHERE'

export async function whereaboutsOf(db: Database, organizationId: string): Promise<Whereabouts> {
  const [move] = await db.$queryRaw<{ state: MoveState }[]>`
    SELECT state FROM organization_moves WHERE organization_id = ${organizationId}`
  if (move === undefined || MOVE_TABLE[move.state].works) return 'HERE'
  return MOVE_TABLE[move.state].serves === 'NOTHING' && move.state !== 'ARRIVING' ? 'ELSEWHERE' : 'MOVING'
}

/** Whether another cell serves an organization. */
export async function isElsewhere(db: Database, organizationId: string): Promise<boolean> {
  const [move] = await db.$queryRaw<{ state: MoveState }[]>`
    SELECT state FROM organization_moves WHERE organization_id = ${organizationId}`
  return move !== undefined && MOVE_TABLE[move.state].serves === 'NOTHING'
}
