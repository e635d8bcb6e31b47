import { createHash } from 'node:crypto'
import { z } from 'zod'
import { SECOND_MS } from '../../domain/time.ts'
import { commonSettings, connectionShape } from '../connection-settings.ts'
import type { SupplierCall } from '../supplier-call.ts'

const credentials = z.strictObject({ apiKey: z.string().min(1), secret: z.string().min(1) })

const settings = commonSettings.extend({
  /** By how many percent the booking may be more expensive than the checked price; 0: not at all. */
  tolerancePercent: z.number().min(0).max(100).default(0),
  /** NET: we pay the net price. COMMISSIONABLE: we pay the selling price less our commission and its VAT. */
  pricingModel: z.enum(['NET', 'COMMISSIONABLE']).default('NET'),
  /** False: rates that need no check are booked without one, for contracts with a tight allowance; their comments come later. */
  checkBookable: z.boolean().default(true),
})

export const { check: checkConnection, fields, credentialsOf, settingsOf } = connectionShape(credentials, settings)

export type PricingModel = z.output<typeof settings>['pricingModel']

/** The signature: hex SHA-256 of key, secret and unix seconds. */
export function signature(call: SupplierCall): string {
  const { apiKey, secret } = credentialsOf(call)
  return createHash('sha256')
    .update(`${apiKey}${secret}${Math.floor(call.nowAt / SECOND_MS)}`)
    .digest('hex')
}
