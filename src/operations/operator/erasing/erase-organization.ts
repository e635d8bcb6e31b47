import { err, ok, type Result } from '../../../domain/result.ts'
import type { OrganizationInventory } from '../../../store/organization-records.ts'
import type { Deps } from '../../deps.ts'
import { FORGET_BATCH, forgetBookings } from './forget-bookings.ts'

type OrganizationErasure = OrganizationInventory & { readonly forgotten: number }

type EraseOrganizationOrder = {
  readonly organizationId: string
  readonly actor: string
  /** True to erase even if stays are still to come. */
  readonly force: boolean
}

/**
 * Erases an organization: it is closed first, then its personal data is deleted in batches. An interrupted run is completed by
 * running it again. Bookings, events, cancellations and the audit log remain, without personal data. The error is a sentence that
 * says what prevents the erasure.
 */
export async function eraseOrganization(
  deps: Pick<Deps, 'store' | 'clock'>,
  { organizationId, actor, force }: EraseOrganizationOrder,
): Promise<Result<OrganizationErasure, string>> {
  const { store, clock } = deps
  const inventory = await store.organizationRecords.inventory(organizationId)
  if (inventory.toCome > 0 && !force)
    return err(`${inventory.toCome} bookings are not over: cancel or settle them first, or --force`)
  await store.transaction(async (tx) => {
    // Whoever is being invited to its portal is there before, or never.
    await tx.organizations.lock(organizationId)
    await tx.organizationRecords.close(organizationId, inventory.toCome > 0, clock.real())
    const entry = { organizationId, actor, action: 'organization.erase', subject: organizationId }
    await tx.audit.append({ ...entry, details: { before: inventory, after: null } }, clock.real())
  })
  const forgotten = await forgetPeople(deps, { organizationId, actor, force })
  return ok({ ...inventory, forgotten })
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
