import { z } from 'zod'
import type { ApiKeyList, ApiKeyView, RevokedApiKey, RolledApiKey } from '../../domain/contract/key.ts'
import { timestamp, viewSchema } from './shape.ts'

const keyId = z.string().regex(/^key_/)

export const apiKey = viewSchema<ApiKeyView>()(
  z.strictObject({
    keyId,
    prefix: z.string().describe('Its first characters, to recognize it by.'),
    scopes: z.array(z.string()),
    addresses: z.array(z.string()).describe('Networks that it may be used from; empty: from anywhere.'),
    isCurrent: z.boolean().describe('The key of this request.'),
    rolledFrom: keyId.nullable().describe('The key that it was made to follow.'),
    createdAt: timestamp,
    expiresAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable().describe('To the minute.'),
  }),
)

export const apiKeyList = viewSchema<ApiKeyList>()(z.strictObject({ keys: z.array(apiKey) }))

export const rolledApiKey = viewSchema<RolledApiKey>()(
  z.strictObject({ apiKey: z.string().describe('The new key; shown this once.'), key: apiKey, oldKey: apiKey }),
)

export const revokedApiKey = viewSchema<RevokedApiKey>()(z.strictObject({ keyId, revoked: z.literal(true) }))
