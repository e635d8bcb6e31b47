import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DAY_MS, SECOND_MS } from '../../domain/time.ts'
import { commonSettings, connectionShape } from '../connection-settings.ts'
import type { Supplier } from '../supplier.ts'
import type { SupplierCall } from '../supplier-call.ts'
import { billingContact, isTestHost } from './payor.ts'
import { testHeader } from './test-header.ts'

const credentials = z.strictObject({ apiKey: z.string().min(1), sharedSecret: z.string().min(1) })

/** A word of the contract, which Expedia hands over with it: it is sent as it is. */
const agreedWord = z
  .string()
  .regex(/^[\w.\- ]{1,64}$/, 'must be as Expedia has told it')
  .optional()

const settings = commonSettings.extend({
  /**
   * How long Rapid keeps a hold, ms. Rapid does not publish it, so each contract agrees on it; the default of one day is
   * cautious.
   */
  holdWindowMs: z.int().positive().default(DAY_MS),
  /** True for accounts whose rates never say `holdable`: refundable rates are then taken for holdable. */
  holdWithoutFlag: z.boolean().default(false),
  salesChannel: z.enum(['website', 'agent_tool', 'mobile_app', 'mobile_web', 'meta', 'cache']).default('website'),
  salesEnvironment: z.enum(['hotel_package', 'hotel_only', 'loyalty']).default('hotel_only'),
  /** The profile of the contract: see `profileOf`. */
  partnerPointOfSale: agreedWord,
  billingTerms: agreedWord,
  paymentTerms: agreedWord,
  platformName: agreedWord,
  /** Rates beside the ordinary ones. `member` is only asked for organizations that sell rates for members. */
  rateOptions: z.array(z.enum(['member', 'net_rates', 'cross_sell'])).default([]),
  travelPurpose: z.enum(['leisure', 'business']).optional(),
  /** Rates that are left out of answers, because the guest would have to leave a deposit or a card for damage. */
  exclusions: z
    .array(z.enum(['refundable_damage_deposit', 'card_on_file']))
    .default(['refundable_damage_deposit', 'card_on_file']),
  /**
   * The address that goes with calls about an itinerary of no known guest: Rapid wants one on each. It is that of the operator's own
   * systems, and never stands for a guest's.
   */
  ownAddress: z.union([z.ipv4(), z.ipv6()]).optional(),
  /** Required for production. */
  billingContact: billingContact.optional(),
  /** Outcomes that Rapid's test host is told to play. */
  testHeader: testHeader.optional(),
})

const { check, fields, credentialsOf, settingsOf } = connectionShape(credentials, settings)

export { credentialsOf, fields, settingsOf }

/** Also refuses what only the environment decides: production needs a payor, and takes no outcome to play. */
export const checkConnection: Supplier['checkConnection'] = (connection) => {
  const faults = check(connection)
  const { baseUrl, environment, settings: given } = connection
  const isProduction =
    environment === undefined ? baseUrl !== undefined && !isTestHost(baseUrl) : environment === 'production'
  if (!isProduction) return faults
  return [
    ...faults,
    ...(given['billingContact'] === undefined ? ['billingContact: is required for production'] : []),
    ...(given['testHeader'] === undefined ? [] : ['testHeader: is for the test host only']),
  ]
}

/**
 * The profile of the contract, which goes with each call whose operation has these parameters: availability, content, regions,
 * references, notifications. Links that Rapid gives carry it in their token.
 */
export function profileOf(call: SupplierCall): [string, string][] {
  const { partnerPointOfSale, billingTerms, paymentTerms, platformName } = settingsOf(call)
  const profile = {
    partner_point_of_sale: partnerPointOfSale,
    billing_terms: billingTerms,
    payment_terms: paymentTerms,
    platform_name: platformName,
  }
  return Object.entries(profile).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))
}

/** Builds `EAN` with the hex SHA-512 of key, secret and unix seconds; Rapid allows a clock difference of 5 minutes. */
export function authorization(call: SupplierCall): string {
  const { apiKey, sharedSecret } = credentialsOf(call)
  const timestamp = Math.floor(call.nowAt / SECOND_MS)
  const signature = createHash('sha512').update(`${apiKey}${sharedSecret}${timestamp}`).digest('hex')
  return `EAN apikey=${apiKey},signature=${signature},timestamp=${timestamp}`
}
