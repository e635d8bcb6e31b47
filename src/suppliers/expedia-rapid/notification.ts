import { z } from 'zod'
import { err, ok, type Result } from '../../domain/result.ts'
import { DAY_MS, type Instant } from '../../domain/time.ts'
import { malformed } from '../outcomes.ts'
import { plainText } from '../plain-text.ts'
import type { Supplier, SupplierNotification } from '../supplier.ts'
import type { SupplierCall, SupplierFailure } from '../supplier-call.ts'
import { profileOf } from './connection.ts'
import { readFailure } from './errors.ts'
import { send } from './send.ts'

/** Of this kind alone `message` is the property's own text; of the others it is a sentence of Rapid's. */
const PROPERTY_WROTE = 'itinerary.message.received'

const id = z.string().max(64).nullish()

const notificationSchema = z.object({
  event_id: z.string().min(1).max(128),
  event_type: z.string().min(1).max(64),
  itinerary_id: id,
  affiliate_reference_id: id,
  email: z.string().max(256).nullish().catch(null),
  message: z.string().nullish().catch(null),
})

/** For so long a message may be repeated. */
const REPEATED_FOR_MS = 7 * DAY_MS

function mapNotification(raw: unknown, nowAt: Instant): SupplierNotification | 'ABOUT_NOTHING' | null {
  const parsed = notificationSchema.safeParse(raw)
  if (!parsed.success) return null
  const { event_id, event_type: kind, itinerary_id, affiliate_reference_id, email, message } = parsed.data
  if (!itinerary_id && !affiliate_reference_id) return 'ABOUT_NOTHING'
  const text = kind === PROPERTY_WROTE ? plainText(message ?? '') : ''
  return {
    supplierReference: affiliate_reference_id || null,
    messageId: event_id,
    goodUntil: nowAt + REPEATED_FOR_MS,
    unsigned: { kind, supplierBookingId: itinerary_id || null, email: email || null, text: text || null },
  }
}

/** How Rapid signs its messages is not published, so that nothing but the secret path proves them: each is a hint. */
export const readNotification: NonNullable<Supplier['readNotification']> = (_connection, body, nowAt) => {
  try {
    return mapNotification(JSON.parse(body), nowAt)
  } catch {
    return null
  }
}

/** Up to 25 messages that Rapid could not deliver, each of which it tells once. One that cannot be read is left out. */
export async function readUndelivered(
  call: SupplierCall,
): Promise<Result<readonly SupplierNotification[], SupplierFailure>> {
  const query = new URLSearchParams([['undeliverable', 'true'], ...profileOf(call)])
  const answer = await send(call, { operation: 'undelivered', method: 'GET', path: `/v3/notifications?${query}` })
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = z.array(z.unknown()).safeParse(answer.value.json)
  if (!parsed.success) return err(malformed('the undelivered messages have an unknown shape'))
  return ok(
    parsed.data.map((raw) => mapNotification(raw, call.nowAt)).filter((one) => one !== null && one !== 'ABOUT_NOTHING'),
  )
}
