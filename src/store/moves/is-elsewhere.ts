import { MOVE_TABLE, type MoveState } from '../../domain/organization-move.ts'
import type { Database } from '../database.ts'

/** Whether another cell serves an organization. */
export async function isElsewhere(db: Database, organizationId: string): Promise<boolean> {
  const [move] = await db.$queryRaw<{ state: MoveState }[]>`
    SELECT state FROM organization_moves WHERE organization_id = ${organizationId}`
  return move !== undefined && MOVE_TABLE[move.state].serves === 'NOTHING'
}
