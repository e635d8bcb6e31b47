import { createHmac, randomUUID } from 'node:crypto'
import { SANDBOX_CREDENTIALS } from '../../../src/sandbox/suppliers/credentials.ts'

/** A message as RateHawk signs it: over a timestamp and a token, not over the order. */
export function signedByRateHawk(
  orderId: string,
  {
    status,
    nowAt,
    key = SANDBOX_CREDENTIALS.ratehawk.apiKey,
  }: { readonly status: string; readonly nowAt: number; readonly key?: string },
): object {
  const timestamp = Math.floor(nowAt / 1_000)
  const token = randomUUID()
  const signature = createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex')
  return { data: { partner_order_id: orderId, status }, signature: { signature, timestamp, token } }
}
