import { z } from 'zod'
import { commonSettings, connectionShape } from '../connection-settings.ts'
import type { SupplierCall } from '../supplier-call.ts'

const credentials = z.strictObject({ apiKey: z.string().min(1) })

const settings = commonSettings.extend({
  /** What our account pays with. */
  paymentMethod: z.enum(['ACC_CREDIT_CARD', 'WALLET', 'CREDIT']).default('WALLET'),
  /** Where bookings are made, when it is not where rates are; absent: LiteAPI's own host, or the connection's. */
  bookingBaseUrl: z.url().optional(),
})

export const { check: checkConnection, credentialsOf, settingsOf } = connectionShape(credentials, settings)

export const RATES_HOST = 'https://api.liteapi.travel/v3.0'
const BOOKING_HOST = 'https://book.liteapi.travel/v3.0'

/** LiteAPI sells on one host and books on another. */
export function baseUrlOf(call: SupplierCall, host: 'RATES' | 'BOOKING'): string {
  const { baseUrl } = call.connection
  if (host === 'RATES') return baseUrl
  return settingsOf(call).bookingBaseUrl ?? (baseUrl === RATES_HOST ? BOOKING_HOST : baseUrl)
}
