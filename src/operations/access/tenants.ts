import { SECOND_MS } from '../../domain/time.ts'
import { createTimedMemory } from '../../platform/kept.ts'
import type { EnabledSupplier, Organization } from '../../store/organizations.ts'
import type { Store } from '../../store/store.ts'
import { CHECKED_WITHIN_MS, inTime } from '../deadline.ts'

/** An organization with the suppliers that it may use, in the order in which their prices represent a hotel. */
export type Tenant = {
  readonly organization: Organization
  readonly suppliers: readonly EnabledSupplier[]
  /** The sorted codes of the suppliers as a part of a key. It is the same for the same set in any order. */
  readonly supplierSet: string
}

/** The data of organizations that searches need, cached for a short time: a change takes effect within `KEEP_MS`. */
export type Tenants = { readonly of: (organizationId: string) => Promise<Tenant> }

const KEEP_MS = 2 * SECOND_MS
const MAX_KEPT = 1_000

export function createTenants(store: Pick<Store, 'organizations'>): Tenants {
  async function read(organizationId: string): Promise<Tenant> {
    const [organization, suppliers] = await Promise.all([
      store.organizations.find(organizationId),
      store.organizations.enabledSuppliers(organizationId),
    ])
    if (!organization) throw new Error(`no organization ${organizationId}`)
    const supplierSet = supplierSetOf(suppliers.map(({ supplierCode }) => supplierCode))
    return { organization, suppliers: inOrder(suppliers, organization.supplierOrder), supplierSet }
  }

  const tenants = createTimedMemory({
    read: (id: string) => inTime('reading an organization', read(id), CHECKED_WITHIN_MS),
    keepMs: KEEP_MS,
    max: MAX_KEPT,
  })
  return { of: tenants.get }
}

export function supplierSetOf(supplierCodes: readonly string[]): string {
  return supplierCodes.toSorted().join()
}

/** The suppliers in the given order come first; the others follow in their own order. */
function inOrder(suppliers: readonly EnabledSupplier[], order: readonly string[]): readonly EnabledSupplier[] {
  function placeOf({ supplierCode }: EnabledSupplier): number {
    const place = order.indexOf(supplierCode)
    return place < 0 ? order.length : place
  }
  return [...suppliers].sort((a, b) => placeOf(a) - placeOf(b))
}
