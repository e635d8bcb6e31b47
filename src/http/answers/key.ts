import { z } from 'zod'
import { API_KEY, API_KEY_LIST, REVOKED_API_KEY, ROLLED_API_KEY } from '../../domain/meanings/key.ts'
import { timestamp, viewSchema } from './shape.ts'

const keyId = z.string().regex(/^key_/)

export const apiKey = viewSchema(API_KEY)(
  z.strictObject({
    keyId,
    prefix: z.string(),
    scopes: z.array(z.string()),
    addresses: z.array(z.string()),
    isCurrent: z.boolean(),
    rolledFrom: keyId.nullable(),
    createdAt: timestamp,
    expiresAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable(),
  }),
)

export const apiKeyList = viewSchema(API_KEY_LIST)(z.strictObject({ keys: z.array(apiKey) }))

export const rolledApiKey = viewSchema(ROLLED_API_KEY)(
  z.strictObject({ apiKey: z.string(), key: apiKey, oldKey: apiKey }),
)

export const revokedApiKey = viewSchema(REVOKED_API_KEY)(z.strictObject({ keyId, revoked: z.literal(true) }))
