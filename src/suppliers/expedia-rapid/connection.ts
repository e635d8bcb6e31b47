import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DAY_MS, SECOND_MS } from '../../domain/time.ts'
import { commonSettings, connectionShape } from '../connection-settings.ts'
import type { SupplierCall } from '../supplier-call.ts'

const credentials = z.strictObject({ apiKey: z.string().min(1), sharedSecret: z.string().min(1) })

const settings = commonSettings.extend({
  /**
   * How long Rapid keeps a hold, ms. Rapid does not publish it, so each contract agrees on it; the default of one day is
   * cautious.
   */
  holdWindowMs: z.int().positive().default(DAY_MS),
  salesChannel: z.enum(['website', 'agent_tool', 'mobile_app', 'mobile_web', 'meta', 'cache']).default('website'),
  salesEnvironment: z.enum(['hotel_package', 'hotel_only', 'loyalty']).default('hotel_only'),
  /** The billing address of the account that pays Rapid. */
  billingAddress: z
    .object({ line_1: z.string(), city: z.string(), country_code: z.string().regex(/^[A-Z]{2}$/) })
    .default({ line_1: '1 Main Street', city: 'Seattle', country_code: 'US' }),
})

export const { check: checkConnection, credentialsOf, settingsOf } = connectionShape(credentials, settings)

/** Builds `EAN` with the hex SHA-512 of key, secret and unix seconds; Rapid allows a clock difference of 5 minutes. */
export function authorization(call: SupplierCall): string {
  const { apiKey, sharedSecret } = credentialsOf(call)
  const timestamp = Math.floor(call.nowAt / SECOND_MS)
  const signature = createHash('sha512').update(`${apiKey}${sharedSecret}${timestamp}`).digest('hex')
  return `EAN apikey=${apiKey},signature=${signature},timestamp=${timestamp}`
}
