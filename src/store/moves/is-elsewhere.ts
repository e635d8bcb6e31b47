import { MOVE_TABLE, type MoveState } from '../../domain/organization-move.ts'
import { type Database, sql } from '../database.ts'

/**
 * Where an organization is served, as this cell knows. MOVING: nothing of it may be taken up for now, and will be, here or there, when its move has
 * come further.
 */
export type Whereabouts = 'HERE' | 'MOVING' | 'ELSEWHERE'

export async function whereaboutsOf(db: Database, organizationId: string): Promise<Whereabouts> {
  const [move] = await db.$queryRaw<{ state: MoveState }[]>`
    SELECT state FROM organization_moves WHERE organization_id = ${organizationId}`
  if (move === undefined || MOVE_TABLE[move.state].works) return 'HERE'
  return move.state === 'ARRIVED' ? 'ELSEWHERE' : 'MOVING'
}

/** Whether another cell serves an organization. */
export async function isElsewhere(db: Database, organizationId: string): Promise<boolean> {
  const [move] = await db.$queryRaw<{ state: MoveState }[]>`
    SELECT state FROM organization_moves WHERE organization_id = ${organizationId}`
  return move !== undefined && MOVE_TABLE[move.state].serves === 'NOTHING'
}

/** An organization that another cell serves; `peer` names that cell, as long as this one knows. */
export type LeftOrganization = { readonly organizationId: string; readonly peer: string | null }

const LEFT = sql`ARRAY(SELECT organization_id FROM organization_moves WHERE state IN ('SWITCHED', 'ARRIVED'))`

/**
 * The organization that has left this cell and that one of some words is about: its id, or that of a booking, key, endpoint, delivery or case of it,
 * or of a contract that nobody else here sells over, or somebody of its portal, by name as well. Null: none has.
 */
export async function leftOrganization(db: Database, words: readonly string[]): Promise<LeftOrganization | null> {
  const [left = null] = await db.$queryRaw<LeftOrganization[]>`
    WITH asked AS (SELECT unnest(${[...words]}::text[]) AS word), linked AS (
      SELECT min(organization_id) AS organization_id FROM (
        SELECT connection_id, organization_id FROM organization_suppliers WHERE connection_id IN (SELECT word FROM asked)
        UNION SELECT connection_id, organization_id FROM further_connections WHERE connection_id IN (SELECT word FROM asked)
      ) AS link GROUP BY connection_id HAVING bool_and(organization_id = ANY(${LEFT}))
    )
    SELECT organization_id AS "organizationId", peer FROM organization_moves move
    WHERE state IN ('SWITCHED', 'ARRIVED') AND (
      organization_id IN (SELECT word FROM asked)
      OR organization_id IN (SELECT organization_id FROM bookings WHERE id IN (SELECT word FROM asked))
      OR organization_id IN (SELECT organization_id FROM api_keys WHERE id IN (SELECT word FROM asked))
      OR organization_id IN (SELECT organization_id FROM webhook_endpoints WHERE id IN (SELECT word FROM asked))
      OR organization_id IN (SELECT organization_id FROM webhook_deliveries WHERE id IN (SELECT word FROM asked))
      OR organization_id IN (SELECT organization_id FROM cases WHERE id IN (SELECT word FROM asked))
      OR organization_id IN (SELECT organization_id FROM console_users WHERE id IN (SELECT word FROM asked) OR name IN (SELECT word FROM asked))
      OR organization_id IN (SELECT organization_id FROM linked)
    )
    UNION ALL
    SELECT organization_id, NULL FROM departed_organizations WHERE organization_id IN (SELECT word FROM asked)
      AND organization_id NOT IN (SELECT organization_id FROM organization_moves)
    LIMIT 1`
  return left
}
