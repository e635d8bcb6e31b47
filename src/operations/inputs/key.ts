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
  /**
   * How long the old key remains valid; the default is a day. It cannot be zero, because the answer with the new key may be lost.
   */
  overlapSeconds: z.int().min(60).max(2_592_000).nullish(),
  /** At most the scopes of the old key, which are the default. */
  scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length).nullish(),
  /** The default is the old key's list; an empty list allows every address. */
  addresses: addresses.nullish(),
})

export const updateApiKeyInput = z.strictObject({ keyId: id, addresses })

export const revokeApiKeyInput = z.strictObject({
  keyId: id,
  /** Must be true to revoke the key that makes the request. */
  allowCurrent: z.boolean().nullish(),
})
