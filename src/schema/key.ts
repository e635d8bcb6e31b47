import type { ApiKeyList, ApiKeyView, RevokedApiKey, RolledApiKey } from '../domain/contract/key.ts'
import { API_KEY, API_KEY_LIST, REVOKED_API_KEY, ROLLED_API_KEY } from '../domain/meanings/key.ts'
import { REVOKE_API_KEY_INPUT, ROLL_API_KEY_INPUT, UPDATE_API_KEY_INPUT } from '../domain/meanings/key-inputs.ts'
import { builder, meant } from './builder.ts'

const ApiKeyType = builder.objectRef<ApiKeyView>('ApiKey')

export const ApiKeyResultType = ApiKeyType.implement({
  ...meant(API_KEY),
  fields: (t) => ({
    keyId: t.exposeID('keyId'),
    prefix: t.exposeString('prefix'),
    scopes: t.expose('scopes', { type: ['String'] }),
    addresses: t.expose('addresses', { type: ['String'] }),
    isCurrent: t.exposeBoolean('isCurrent'),
    rolledFrom: t.exposeID('rolledFrom', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
  }),
})

export const ApiKeyListType = builder.objectRef<ApiKeyList>('ApiKeyList').implement({
  ...meant(API_KEY_LIST),
  fields: (t) => ({ keys: t.expose('keys', { type: [ApiKeyType] }) }),
})

export const RolledApiKeyType = builder.objectRef<RolledApiKey>('RolledApiKey').implement({
  ...meant(ROLLED_API_KEY),
  fields: (t) => ({
    apiKey: t.exposeString('apiKey'),
    key: t.expose('key', { type: ApiKeyType }),
    oldKey: t.expose('oldKey', { type: ApiKeyType }),
  }),
})

export const RevokedApiKeyType = builder.objectRef<RevokedApiKey>('RevokedApiKey').implement({
  ...meant(REVOKED_API_KEY),
  fields: (t) => ({ keyId: t.exposeID('keyId'), revoked: t.exposeBoolean('revoked') }),
})

export const RollApiKeyInputType = builder.inputType('RollApiKeyInput', {
  ...meant(ROLL_API_KEY_INPUT),
  fields: (t) => ({
    keyId: t.id({ required: true }),
    overlapSeconds: t.int(),
    scopes: t.stringList(),
    addresses: t.stringList(),
  }),
})

export const UpdateApiKeyInputType = builder.inputType('UpdateApiKeyInput', {
  ...meant(UPDATE_API_KEY_INPUT),
  fields: (t) => ({
    keyId: t.id({ required: true }),
    addresses: t.stringList({ required: true }),
  }),
})

export const RevokeApiKeyInputType = builder.inputType('RevokeApiKeyInput', {
  ...meant(REVOKE_API_KEY_INPUT),
  fields: (t) => ({
    keyId: t.id({ required: true }),
    allowCurrent: t.boolean(),
  }),
})
