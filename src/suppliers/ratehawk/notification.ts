import { createHmac, timingSafeEqual } from 'node:crypto'
import { HOUR_MS, SECOND_MS } from '../../domain/time.ts'
import type { Supplier } from '../supplier.ts'
import { readCredentials } from './connection.ts'
import { referenceIn } from './partner-order-ids.ts'
import { notificationSchema } from './schema.ts'

/** RateHawk repeats a message for some minutes. A message older than this is treated as a replay. */
const MAX_AGE_MS = HOUR_MS

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Reads which order a signed message is about. Its HMAC covers a timestamp and a token but not the body, so the body is only a
 * hint.
 */
export const readNotification: NonNullable<Supplier['readNotification']> = ({ credentials }, body, nowAt) => {
  const parsed = notificationSchema.safeParse(parseJson(body))
  const apiKey = readCredentials(credentials)?.apiKey
  if (!parsed.success || apiKey === undefined) return null
  const { signature, timestamp, token } = parsed.data.signature
  const expected = Buffer.from(createHmac('sha256', apiKey).update(`${timestamp}${token}`).digest('hex'))
  const given = Buffer.from(signature)
  const signedAt = Number(timestamp) * SECOND_MS
  const isFresh = Math.abs(nowAt - signedAt) <= MAX_AGE_MS
  if (given.length !== expected.length || !timingSafeEqual(given, expected) || !isFresh) return null
  return {
    supplierReference: referenceIn(parsed.data.data.partner_order_id),
    messageId: `${timestamp}${token}`,
    goodUntil: signedAt + MAX_AGE_MS + 1,
  }
}
