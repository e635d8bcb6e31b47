import { createHmac, hash } from 'node:crypto'
import { SECOND_MS } from '../../../domain/time.ts'
import { SANDBOX_CREDENTIALS } from '../credentials.ts'
import type { SandboxNotification } from '../exchange.ts'
import type { StoredBooking } from '../stock/booking.ts'

/**
 * The notification that RateHawk sends when a booking is confirmed or has failed. The signature covers a timestamp and a token, in
 * real time: whoever receives it cannot know yet in whose world the booking is.
 */
export function notificationOf(
  booking: StoredBooking,
  { nowAt, realNowAt }: { readonly nowAt: number; readonly realNowAt: number },
): SandboxNotification {
  const afterMs = (booking.confirmsAt ?? nowAt) - nowAt
  const timestamp = Math.floor((realNowAt + afterMs) / SECOND_MS)
  const token = hash('sha256', `${booking.id}:${timestamp}`).slice(0, 32)
  const signature = createHmac('sha256', SANDBOX_CREDENTIALS.ratehawk.apiKey)
    .update(`${timestamp}${token}`)
    .digest('hex')
  return {
    afterMs,
    body: {
      data: { partner_order_id: booking.reference, status: booking.failure === null ? 'completed' : 'failed' },
      signature: { signature, timestamp, token },
    },
  }
}
