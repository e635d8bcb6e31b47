import type { MasterKeys } from '../../../platform/master-key.ts'
import { createSeal, type Seal } from '../../../platform/seal.ts'
import type { SealedColumn } from '../../../store/key-material.ts'

type Place = { readonly purpose: string; readonly column: SealedColumn }

/**
 * Everything that is stored sealed. A rotation only visits the columns that are listed here, so a message that is sealed in
 * another place would be lost with the old key. Do not create seals by other means.
 */
export const SEALED_PLACES = {
  guests: { purpose: 'guests', column: 'bookings.guests_sealed' },
  credentials: { purpose: 'supplier-credentials', column: 'supplier_connections.credentials' },
  webhooks: { purpose: 'webhook-secrets', column: 'webhook_endpoints.secrets' },
} as const satisfies Record<string, Place>

export type Seals = Readonly<Record<keyof typeof SEALED_PLACES, Seal>>

export function createSeals(keys: MasterKeys): Seals {
  return {
    guests: createSeal(keys, SEALED_PLACES.guests),
    credentials: createSeal(keys, SEALED_PLACES.credentials),
    webhooks: createSeal(keys, SEALED_PLACES.webhooks),
  }
}
