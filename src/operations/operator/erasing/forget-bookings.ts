import type { ForgottenBooking } from '../../../store/forgetting.ts'
import type { Deps } from '../../deps.ts'
import { todayOf } from './is-over.ts'

/** Who has bookings forgotten, and why. */
type ForgetOrder = {
  /** As in the audit log. */
  readonly actor: string
  readonly action: 'booking.redact' | 'person.erase' | 'organization.erase' | 'retention.forget'
  /** Also bookings whose stay is still to come. */
  readonly evenIfToCome: boolean
}

/** In one transaction. */
export const FORGET_BATCH = 500

/**
 * Forgets the people of bookings, with an entry in the audit log for each organization that names the bookings and nobody of
 * them. Those that still need their guests are left; answers the others.
 */
export async function forgetBookings(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  bookingIds: readonly string[],
  { actor, action, evenIfToCome }: ForgetOrder,
): Promise<ForgottenBooking[]> {
  const forgotten: ForgottenBooking[] = []
  for (let at = 0; at < bookingIds.length; at += FORGET_BATCH) {
    const batch = bookingIds.slice(at, at + FORGET_BATCH)
    const now = clock.now()
    const gone = await store.transaction(async (tx) => {
      const done = await tx.forgetting.forget(batch, { today: todayOf(now), now, evenIfToCome })
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
