import { err, ok, type Result } from '../../../domain/result.ts'
import { type Instant, MINUTE_MS } from '../../../domain/time.ts'
import type { ClosedContracts, OrganizationInventory } from '../../../store/organization-records.ts'
import type { StoreParts } from '../../../store/store.ts'
import type { Deps } from '../../deps.ts'
import { FORGET_BATCH, forgetBookings } from './forget-bookings.ts'

type OrganizationErasure = OrganizationInventory & ClosedContracts & { readonly forgotten: number }

/** All of its bookings are counted meanwhile. */
const CLOSED_WITHIN_MS = MINUTE_MS

type EraseOrganizationOrder = {
  readonly organizationId: string
  readonly actor: string
  /** True to erase even if stays are still to come. */
  readonly force: boolean
}

/**
 * Erases an organization: it is closed first, then its personal data is deleted in batches. An interrupted run is completed by
 * running it again, and so is one that left contracts to bookings to come. Bookings, events, cancellations and the audit log
 * remain, without personal data. The error is a sentence that says what prevents the erasure.
 */
export async function eraseOrganization(
  deps: Pick<Deps, 'store' | 'clock'>,
  { organizationId, actor, force }: EraseOrganizationOrder,
): Promise<Result<OrganizationErasure, string>> {
  const closed = await deps.store.transaction(
    (tx) => close(tx, { organizationId, actor, force }, deps.clock.real()),
    CLOSED_WITHIN_MS,
  )
  if (!closed.ok) return closed
  const forgotten = await forgetPeople(deps, { organizationId, actor, force })
  return ok({ ...closed.value, forgotten })
}

async function close(
  tx: StoreParts,
  { organizationId, actor, force }: EraseOrganizationOrder,
  now: Instant,
): Promise<Result<OrganizationInventory & ClosedContracts, string>> {
  // Whoever is being invited to its portal is there before, or never; and so is what is being booked.
  await tx.organizations.lock(organizationId)
  await tx.organizationRecords.lockSuppliers(organizationId)
  const inventory = await tx.organizationRecords.inventory(organizationId)
  if (inventory.toCome > 0 && !force)
    return err(`${inventory.toCome} bookings are not over: cancel or settle them first, or --force`)
  const contracts = await tx.organizationRecords.close(organizationId, now)
  const entry = { organizationId, actor, action: 'organization.erase', subject: organizationId }
  await tx.audit.append({ ...entry, details: { before: inventory, after: contracts } }, now)
  return ok({ ...inventory, ...contracts })
}

async function forgetPeople(
  deps: Pick<Deps, 'store' | 'clock'>,
  { organizationId, actor, force }: EraseOrganizationOrder,
): Promise<number> {
  const order = { actor, action: 'organization.erase', evenIfToCome: force } as const
  let forgotten = 0
  let after = ''
  for (;;) {
    const ids = await deps.store.organizationRecords.bookingsWithPeople(organizationId, after, FORGET_BATCH)
    forgotten += (await forgetBookings(deps, ids, order)).length
    after = ids.at(-1) ?? after
    if (ids.length < FORGET_BATCH) return forgotten
  }
}
