import { SECOND_MS } from '../../domain/time.ts'
import { createTimedMemory } from '../../platform/kept.ts'
import type { EnabledSupplier, Organization } from '../../store/organizations.ts'
import type { Store } from '../../store/store.ts'
import { CHECKED_WITHIN_MS, inTime } from '../deadline.ts'

/** An organization with the suppliers that it may use, in the order in which their prices stand for a hotel. */
export type Tenant = {
  readonly organization: Organization
  readonly suppliers: readonly EnabledSupplier[]
  /** The same set whatever their order: their codes, sorted, as a part of a key. */
  readonly supplierSet: string
}

/** What searches ask of an organization, kept for a moment: a change takes effect within `KEEP_MS`. */
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

/** Those that the order names come first; the others keep theirs. */
function inOrder(suppliers: readonly EnabledSupplier[], order: readonly string[]): readonly EnabledSupplier[] {
  function placeOf({ supplierCode }: EnabledSupplier): number {
    const place = order.indexOf(supplierCode)
    return place < 0 ? order.length : place
  }
  return [...suppliers].sort((a, b) => placeOf(a) - placeOf(b))
}
