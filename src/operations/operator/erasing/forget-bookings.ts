import type { ForgottenBooking } from '../../../store/forgetting.ts'
import type { Deps } from '../../deps.ts'

/** Who requested the deletion, and for which reason. */
type ForgetOrder = {
  /** In the form of the audit log, for example `operator:ada`. */
  readonly actor: string
  readonly action: 'booking.redact' | 'person.erase' | 'organization.erase' | 'retention.forget'
  /** True to include bookings whose stay is still to come. */
  readonly evenIfToCome: boolean
}

/** The maximum of bookings per transaction. */
export const FORGET_BATCH = 500

/**
 * Deletes the personal data of bookings. For each organization it writes an entry in the audit log that names the bookings but no
 * person. Bookings that still need their guests are left unchanged. Returns the others.
 */
export async function forgetBookings(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  bookingIds: readonly string[],
  { actor, action, evenIfToCome }: ForgetOrder,
): Promise<ForgottenBooking[]> {
  const forgotten: ForgottenBooking[] = []
  for (let at = 0; at < bookingIds.length; at += FORGET_BATCH) {
    const batch = bookingIds.slice(at, at + FORGET_BATCH)
    const now = clock.real()
    const gone = await store.transaction(async (tx) => {
      const done = await tx.forgetting.forget(batch, { evenIfToCome })
      for (const [organizationId, ids] of byOrganization(done))
        await tx.audit.append(
          {
            organizationId,
            actor,
            action,
            subject: ids.length === 1 ? (ids[0] ?? organizationId) : organizationId,
            details: { bookings: ids, evenIfToCome },
          },
          now,
        )
      return done
    })
    forgotten.push(...gone)
  }
  return forgotten
}

function byOrganization(bookings: readonly ForgottenBooking[]): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const { organizationId, bookingId } of bookings)
    ids.set(organizationId, [...(ids.get(organizationId) ?? []), bookingId])
  return ids
}
