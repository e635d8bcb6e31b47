import { z } from 'zod'
import { commonSettings, connectionShape } from '../connection-settings.ts'
import type { Supplier } from '../supplier.ts'
import type { SupplierCall } from '../supplier-call.ts'

const credentials = z.strictObject({ apiKey: z.string().min(1) })

const settings = commonSettings.extend({
  /** How our account pays. */
  paymentMethod: z.enum(['ACC_CREDIT_CARD', 'WALLET', 'CREDIT']).default('WALLET'),
  /** The percentage that is put on LiteAPI's net prices, and comes back as commission. It is always sent, so 0 is net. */
  margin: z.number().min(0).max(100).default(0),
  /** True: sold in closed user groups only, so that the lowest public prices are hints. */
  closedUserGroup: z.boolean().default(false),
  /** Which feed to ask, for accounts with several. */
  feed: z.string().min(1).optional(),
  /**
   * Labels that each booking gets, and by which the list of bookings is asked, to tell ours from those of other systems under the same
   * account: at most 5.
   */
  customTags: z
    .record(z.string().regex(/^[A-Z0-9_-]+$/), z.string().regex(/^[^:,]{1,255}$/))
    .refine((tags) => Object.keys(tags).length <= 5, 'has at most 5 tags')
    .default({}),
  /**
   * The host for bookings, when it differs from the host for rates. When absent, LiteAPI's own booking host is used, or the
   * connection's base URL.
   */
  bookingBaseUrl: z.url().optional(),
})

const { check, fields, credentialsOf, settingsOf } = connectionShape(credentials, settings)

export { credentialsOf, fields, settingsOf }

/** How keys of LiteAPI's sandbox begin. The host is the same for both environments: the key alone decides. */
const SANDBOX_KEY = 'sand_'

/** Also refuses a key of the other environment. */
export const checkConnection: Supplier['checkConnection'] = (connection) => {
  const { environment, credentials: given } = connection
  const isSandboxKey = given['apiKey']?.startsWith(SANDBOX_KEY) ?? false
  if (environment === 'production' && isSandboxKey)
    return [...check(connection), 'apiKey: is a key of LiteAPI’s sandbox (sand_…), and this gateway is production']
  if (environment === 'sandbox' && given['apiKey'] !== undefined && !isSandboxKey)
    return [...check(connection), 'apiKey: is no key of LiteAPI’s sandbox (sand_…), and this gateway is a sandbox']
  return check(connection)
}

export const RATES_HOST = 'https://api.liteapi.travel/v3.0'
const BOOKING_HOST = 'https://book.liteapi.travel/v3.0'

/** LiteAPI has one host for rates and another for bookings. */
export function baseUrlOf(call: SupplierCall, host: 'RATES' | 'BOOKING'): string {
  const { baseUrl } = call.connection
  if (host === 'RATES') return baseUrl
  return settingsOf(call).bookingBaseUrl ?? (baseUrl === RATES_HOST ? BOOKING_HOST : baseUrl)
}
