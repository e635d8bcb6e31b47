import { z } from 'zod'
import { isNetwork } from '../../platform/networks.ts'
import { SCOPES } from '../caller.ts'

const id = z.string().min(1).max(100)

const addresses = z
  .array(
    z
      .string()
      .max(50)
      .refine(isNetwork, {
        message: 'must be an address or a network, as in 203.0.113.0/24',
        params: { code: 'INVALID_NETWORK' },
      }),
  )
  .max(50)

export const rollApiKeyInput = z.strictObject({
  keyId: id,
  /** How long the old key remains valid; a day when left out. Never nothing: an answer may be lost. */
  overlapSeconds: z.int().min(60).max(2_592_000).nullish(),
  /** At most those of the old key; all of them when left out. */
  scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length).nullish(),
  /** Those of the old key when left out; an empty list: from anywhere. */
  addresses: addresses.nullish(),
})

export const updateApiKeyInput = z.strictObject({ keyId: id, addresses })

export const revokeApiKeyInput = z.strictObject({
  keyId: id,
  /** Has to be said to revoke the very key that asks. */
  allowCurrent: z.boolean().nullish(),
})
