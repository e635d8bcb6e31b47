import type { Database } from './database.ts'

/** When something was first done, and to what. */
type FirstRow = { readonly step: OrganizationStep; readonly at: Date | null; readonly subject: string | null }

/** The steps of an integration, in their order. */
export const ORGANIZATION_STEPS = ['KEY_USED', 'SEARCHED', 'BOOKED', 'ENDPOINT_MADE', 'DELIVERED'] as const
export type OrganizationStep = (typeof ORGANIZATION_STEPS)[number]

export function createOrganizationStepStore(db: Database) {
  return {
    /** What an organization has done of each step, as far as it is still kept: each is one row of an index. */
    list: (organizationId: string, environment: string): Promise<FirstRow[]> => db.$queryRaw<FirstRow[]>`
    (SELECT 'KEY_USED' AS step, last_used_at AS at, id AS subject FROM api_keys
      WHERE organization_id = ${organizationId} AND environment = ${environment} AND last_used_at IS NOT NULL
      ORDER BY last_used_at LIMIT 1)
    UNION ALL
    (SELECT 'SEARCHED', first_searched_at, NULL FROM organizations
      WHERE id = ${organizationId} AND first_searched_at IS NOT NULL)
    UNION ALL
    (SELECT 'BOOKED', created_at, id FROM bookings
      WHERE organization_id = ${organizationId} AND environment = ${environment}
      ORDER BY created_at, id LIMIT 1)
    UNION ALL
    (SELECT 'ENDPOINT_MADE', created_at, id FROM webhook_endpoints
      WHERE organization_id = ${organizationId} AND environment = ${environment} AND deleted_at IS NULL
      ORDER BY created_at, id LIMIT 1)
    UNION ALL
    (SELECT 'DELIVERED', first.created_at, first.id FROM webhook_endpoints e CROSS JOIN LATERAL (
        SELECT id, created_at FROM webhook_deliveries
        WHERE endpoint_id = e.id AND status = 'DELIVERED' ORDER BY created_at, id LIMIT 1
      ) first
      WHERE e.organization_id = ${organizationId} AND e.environment = ${environment}
      ORDER BY first.created_at, first.id LIMIT 1)`,
  }
}
