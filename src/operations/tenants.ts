import { SECOND_MS } from '../domain/time.ts'
import type { EnabledSupplier, Organization } from '../store/organizations.ts'
import type { Store } from '../store/store.ts'

/** An organization with the suppliers that it may use. */
export type Tenant = { readonly organization: Organization; readonly suppliers: readonly EnabledSupplier[] }

/** What searches ask of an organization, kept for a moment: a change takes effect within `KEEP_MS`. */
export type Tenants = { readonly of: (organizationId: string) => Promise<Tenant> }

const KEEP_MS = 2 * SECOND_MS
const MAX_KEPT = 1_000

export const createTenants = (store: Pick<Store, 'organizations'>): Tenants => {
  const kept = new Map<string, { readonly tenant: Promise<Tenant>; readonly readAt: number }>()

  const read = async (organizationId: string): Promise<Tenant> => {
    const [organization, suppliers] = await Promise.all([
      store.organizations.find(organizationId),
      store.organizations.enabledSuppliers(organizationId),
    ])
    if (!organization) throw new Error(`no organization ${organizationId}`)
    return { organization, suppliers }
  }

  return {
    of: (organizationId) => {
      const known = kept.get(organizationId)
      if (known && performance.now() - known.readAt < KEEP_MS) return known.tenant
      const tenant = read(organizationId)
      tenant.catch(() => kept.delete(organizationId))
      if (kept.size >= MAX_KEPT) kept.clear()
      kept.set(organizationId, { tenant, readAt: performance.now() })
      return tenant
    },
  }
}
