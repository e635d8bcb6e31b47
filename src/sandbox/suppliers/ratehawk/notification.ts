import { createHmac, randomUUID } from 'node:crypto'
import { SECOND_MS } from '../../../domain/time.ts'
import { SANDBOX_CREDENTIALS } from '../credentials.ts'
import type { SandboxDeps, SandboxMessage, SandboxNotification } from '../exchange.ts'
import { findByReference, type StoredBooking } from '../stock/booking.ts'

/**
 * The notification that RateHawk sends when a booking is confirmed or has failed. The signature covers a timestamp and a token, in
 * real time: whoever receives it cannot know yet in whose world the booking is.
 */
export function notificationOf(
  booking: StoredBooking,
  { nowAt, realNowAt }: { readonly nowAt: number; readonly realNowAt: number },
): SandboxNotification {
  const afterMs = (booking.confirmsAt ?? nowAt) - nowAt
  return { afterMs, body: signed(booking, booking.failure === null ? 'completed' : 'failed', realNowAt + afterMs) }
}

/** A message about the order of a reference, whichever of its forms was started. */
export async function messageOf(deps: SandboxDeps, { reference, kind }: SandboxMessage): Promise<object | null> {
  const [booking] = await findByReference(deps, reference)
  return booking ? signed(booking, kind, deps.realNow()) : null
}

/** Every message has a token of its own. */
function signed(booking: StoredBooking, status: string, realAt: number): object {
  const timestamp = Math.floor(realAt / SECOND_MS)
  const token = randomUUID()
  const signature = createHmac('sha256', SANDBOX_CREDENTIALS.ratehawk.apiKey)
    .update(`${timestamp}${token}`)
    .digest('hex')
  return {
    data: { partner_order_id: booking.reference, status },
    signature: { signature, timestamp, token },
  }
}
