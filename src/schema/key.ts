import type { ApiKeyList, ApiKeyView, RevokedApiKey, RolledApiKey } from '../domain/contract/key.ts'
import { builder } from './builder.ts'

const ApiKeyType = builder.objectRef<ApiKeyView>('ApiKey')

export const ApiKeyResultType = ApiKeyType.implement({
  description: 'A key of the organization; its secret is nowhere to be read.',
  fields: (t) => ({
    keyId: t.exposeID('keyId'),
    prefix: t.exposeString('prefix', { description: 'Its first characters, to recognize it by.' }),
    scopes: t.expose('scopes', { type: ['String'] }),
    addresses: t.expose('addresses', {
      type: ['String'],
      description: 'Networks that it may be used from; empty: from anywhere.',
    }),
    isCurrent: t.exposeBoolean('isCurrent', { description: 'The key of this request.' }),
    rolledFrom: t.exposeID('rolledFrom', { nullable: true, description: 'The key that it was made to follow.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'To the minute.' }),
  }),
})

export const ApiKeyListType = builder.objectRef<ApiKeyList>('ApiKeyList').implement({
  description: 'The organization’s keys that are in use, oldest first; 50 at the most.',
  fields: (t) => ({ keys: t.expose('keys', { type: [ApiKeyType] }) }),
})

export const RolledApiKeyType = builder.objectRef<RolledApiKey>('RolledApiKey').implement({
  description: 'A new key, shown this once, beside the old one, which ends after the overlap.',
  fields: (t) => ({
    apiKey: t.exposeString('apiKey'),
    key: t.expose('key', { type: ApiKeyType }),
    oldKey: t.expose('oldKey', { type: ApiKeyType }),
  }),
})

export const RevokedApiKeyType = builder.objectRef<RevokedApiKey>('RevokedApiKey').implement({
  description: 'A key that is refused from now on.',
  fields: (t) => ({ keyId: t.exposeID('keyId'), revoked: t.exposeBoolean('revoked') }),
})

export const RollApiKeyInputType = builder.inputType('RollApiKeyInput', {
  description: 'Which key to roll; what is left out is as with the old key.',
  fields: (t) => ({
    keyId: t.id({ required: true }),
    overlapSeconds: t.int({ description: '60 to 2592000; a day when left out.' }),
    scopes: t.stringList({ description: 'At most those of the old key.' }),
    addresses: t.stringList({ description: 'Networks, as in `203.0.113.0/24`; an empty list: from anywhere.' }),
  }),
})

export const UpdateApiKeyInputType = builder.inputType('UpdateApiKeyInput', {
  description: 'Where a key may be used from.',
  fields: (t) => ({
    keyId: t.id({ required: true }),
    addresses: t.stringList({ required: true, description: 'An empty list: from anywhere.' }),
  }),
})

export const RevokeApiKeyInputType = builder.inputType('RevokeApiKeyInput', {
  description: 'Which key to take out of use.',
  fields: (t) => ({
    keyId: t.id({ required: true }),
    allowCurrent: t.boolean({ description: 'Has to be said to revoke the very key that asks.' }),
  }),
})
