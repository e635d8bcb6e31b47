import type { SaleRoute } from '../../domain/connection-scope.ts'
import { SECOND_MS } from '../../domain/time.ts'
import { createTimedMemory } from '../../platform/kept.ts'
import { patiently } from '../../platform/patience.ts'
import type { EnabledSupplier, Organization } from '../../store/organizations.ts'
import type { Store } from '../../store/store.ts'
import { CHECKED_WITHIN_MS, inTime } from '../deadline.ts'
import { type ChosenSupplier, chooseConnections } from './choose-connections.ts'

/** An organization with every connection that it may use, in the order in which their prices represent a hotel. */
export type ConnectedOrganization = {
  readonly organization: Organization
  /** More than one of a supplier that has a contract for each market. */
  readonly connections: readonly EnabledSupplier[]
}

/** An organization with the suppliers that one of its searches asks, each over one connection. */
export type Tenant = {
  readonly organization: Organization
  readonly suppliers: readonly ChosenSupplier[]
  /**
   * The sorted codes of the suppliers as a part of a key, with the connection where there are several with one supplier. It is the
   * same for the same set in any order.
   */
  readonly supplierSet: string
}

/** The data of organizations that searches need, cached for a short time: a change takes effect within `KEEP_MS`. */
export type Tenants = { readonly of: (organizationId: string) => Promise<ConnectedOrganization> }

const KEEP_MS = 2 * SECOND_MS
const MAX_KEPT = 1_000

export function createTenants(store: Pick<Store, 'organizations'>): Tenants {
  async function read(organizationId: string): Promise<ConnectedOrganization> {
    const [organization, connections] = await Promise.all([
      store.organizations.find(organizationId),
      store.organizations.enabledSuppliers(organizationId),
    ])
    if (!organization) throw new Error(`no organization ${organizationId}`)
    return { organization, connections: inOrder(connections, organization.supplierOrder) }
  }

  const tenants = createTimedMemory({
    read: (id: string) => inTime('reading an organization', read(id), patiently(CHECKED_WITHIN_MS)),
    keepMs: KEEP_MS,
    max: MAX_KEPT,
  })
  return { of: tenants.get }
}

/** The organization as it asks for these guests there. */
export function tenantFor({ organization, connections }: ConnectedOrganization, route: SaleRoute): Tenant {
  const suppliers = chooseConnections(connections, route)
  return { organization, suppliers, supplierSet: supplierSetOf(suppliers.map((one) => partOfSet(connections, one))) }
}

/** Hotels without a price over one connection may have one over another of the same supplier. */
function partOfSet(connections: readonly EnabledSupplier[], { supplierCode, connectionId }: EnabledSupplier): string {
  const isOnly = connections.every((one) => one.supplierCode !== supplierCode || one.connectionId === connectionId)
  return isOnly ? supplierCode : `${supplierCode}@${connectionId}`
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
