import { z } from 'zod'
import type { SupplierCall } from '../supplier-call.ts'

/** Rapid takes billing data in ISO-8859-1 only. */
const latin = z
  .string()
  .trim()
  .min(1)
  .regex(/^[\x20-\x7e\xa0-\xff]*$/, 'must be written in ISO-8859-1')

const NEEDS_STATE = ['AU', 'CA', 'US']
const NEEDS_POSTAL_CODE = ['CA', 'GB', 'US']

const address = z
  .strictObject({
    line_1: latin,
    line_2: latin.optional(),
    line_3: latin.optional(),
    city: latin,
    state_province_code: latin.optional(),
    postal_code: latin.optional(),
    country_code: z.string().regex(/^[A-Z]{2}$/, 'must be an ISO 3166-1 alpha-2 code, e.g. GB'),
  })
  .superRefine(({ country_code: country, state_province_code: state, postal_code: postalCode }, context) => {
    if (state === undefined && NEEDS_STATE.includes(country))
      context.addIssue({ code: 'custom', path: ['state_province_code'], message: `is required in ${country}` })
    if (postalCode === undefined && NEEDS_POSTAL_CODE.includes(country))
      context.addIssue({ code: 'custom', path: ['postal_code'], message: `is required in ${country}` })
  })

/** Who pays Rapid: the account that holds the contract, never the guest. */
export const billingContact = z.strictObject({ given_name: latin, family_name: latin, address })
type BillingContact = z.output<typeof billingContact>

const TEST_HOSTS = ['test.ean.com', '127.0.0.1', 'localhost', '[::1]']

/** True for Rapid's test host, and for a supplier on this machine; false for every host where bookings cost money. */
export function isTestHost(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && TEST_HOSTS.includes(new URL(baseUrl).hostname)
}

/** Nothing is ever charged on the test host, so any complete address will do there. */
const TEST_PAYOR: BillingContact = {
  given_name: 'Test',
  family_name: 'Account',
  address: {
    line_1: '1 Main Street',
    city: 'Seattle',
    state_province_code: 'WA',
    postal_code: '98101',
    country_code: 'US',
  },
}

/** The payor of a booking; null for a connection to production that names none, on which nothing can be booked. */
export function payorOf({ connection }: SupplierCall, told: BillingContact | undefined): BillingContact | null {
  return told ?? (isTestHost(connection.baseUrl) ? TEST_PAYOR : null)
}
