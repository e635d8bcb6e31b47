import { z } from 'zod'
import { commonSettings, connectionShape, suppliersOwn } from '../connection-settings.ts'
import type { Supplier } from '../supplier.ts'
import type { SupplierCall } from '../supplier-call.ts'
import { NAME } from './guests.ts'

const credentials = z.strictObject({ keyId: z.string().min(1), apiKey: z.string().min(1) })
type Credentials = z.output<typeof credentials>

const name = z.string().regex(NAME, 'must be 1 to 50 letters')
const phone = z.string().regex(/^\d{5,35}$/, 'must be 5 to 35 digits')

const settings = commonSettings.extend({
  /** By how many percent a price may have risen at the price check. Above that, the rate counts as sold out. */
  priceIncreasePercent: z.int().min(0).max(100).default(10),
  /** The one address, of the partner's own domain, that RateHawk gets for every booking. Absent: the guest's. */
  corporateEmail: z.email().optional(),
  /** Who books, where the contract wants to be told: nobody, the holder of each booking, or always the same person. */
  supplierData: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('NONE') }),
      z.strictObject({ kind: z.literal('HOLDER') }),
      z.strictObject({ kind: z.literal('FIXED'), firstName: name, lastName: name, phone, email: z.email() }),
    ])
    .default({ kind: 'NONE' }),
  /** How long after its start a booking that is not confirmed is given up, as agreed with RateHawk. Absent: it is asked on. */
  bookingCutOffSeconds: z.int().min(10).max(7_200).optional(),
  /** Sent with the start of a booking; only for contracts that have it. */
  bookTimeoutSeconds: z.int().min(10).max(600).optional(),
})

const { check, fields, credentialsOf, settingsOf } = connectionShape(credentials, settings)

export { credentialsOf, fields, settingsOf }

/** Also refuses what RateHawk's certification does not let pass: a guest's address in a production booking. */
export const checkConnection: Supplier['checkConnection'] = (connection) => {
  const lacksEmail = connection.environment === 'production' && connection.settings['corporateEmail'] === undefined
  return [...check(connection), ...(lacksEmail ? ['corporateEmail: is required for production'] : [])]
}

/** The credentials of a stored connection; null when they are not RateHawk's. */
export function readCredentials(raw: Readonly<Record<string, string>>): Credentials | null {
  return credentials.safeParse(suppliersOwn(raw)).data ?? null
}

export function authorization(call: SupplierCall): string {
  const { keyId, apiKey } = credentialsOf(call)
  return `Basic ${Buffer.from(`${keyId}:${apiKey}`).toString('base64')}`
}
