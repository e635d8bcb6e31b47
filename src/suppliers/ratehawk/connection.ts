import { z } from 'zod'
import { commonSettings, connectionShape } from '../connection-settings.ts'
import type { SupplierCall } from '../supplier-call.ts'

const credentials = z.strictObject({ keyId: z.string().min(1), apiKey: z.string().min(1) })
type Credentials = z.output<typeof credentials>

const settings = commonSettings.extend({
  /** By how many percent a price may have risen at the price check. Above that, the rate counts as sold out. */
  priceIncreasePercent: z.int().min(0).max(100).default(100),
})

export const { check: checkConnection, credentialsOf, settingsOf } = connectionShape(credentials, settings)

/** The credentials of a stored connection; null when they are not RateHawk's. */
export function readCredentials(raw: Readonly<Record<string, string>>): Credentials | null {
  return credentials.safeParse(raw).data ?? null
}

export function authorization(call: SupplierCall): string {
  const { keyId, apiKey } = credentialsOf(call)
  return `Basic ${Buffer.from(`${keyId}:${apiKey}`).toString('base64')}`
}
