import { z } from 'zod'
import { KEY_SCOPE } from '../../domain/meanings/key.ts'
import { REVOKE_API_KEY_INPUT, ROLL_API_KEY_INPUT, UPDATE_API_KEY_INPUT } from '../../domain/meanings/key-inputs.ts'
import { isNetwork } from '../../platform/networks.ts'
import { SCOPES, type Scope } from '../caller.ts'
import { told, toldValues } from './told.ts'

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

const scope = toldValues<Scope>(KEY_SCOPE)

export const rollApiKeyInput = told(
  z.strictObject({
    keyId: id,
    overlapSeconds: z.int().min(60).max(2_592_000).nullish(),
    scopes: z.array(scope).min(1).max(SCOPES.length).nullish(),
    addresses: addresses.nullish(),
  }),
  ROLL_API_KEY_INPUT,
)

export const updateApiKeyInput = told(z.strictObject({ keyId: id, addresses }), UPDATE_API_KEY_INPUT)

export const revokeApiKeyInput = told(
  z.strictObject({ keyId: id, allowCurrent: z.boolean().nullish() }),
  REVOKE_API_KEY_INPUT,
)
