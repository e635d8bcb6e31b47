import {
  ApiKeyListType,
  ApiKeyResultType,
  RevokeApiKeyInputType,
  RevokedApiKeyType,
  RollApiKeyInputType,
  RolledApiKeyType,
  UpdateApiKeyInputType,
} from '../schema/key.ts'
import { builder, contextOf, resultUnion } from './builder.ts'
import { answer, write } from './context.ts'

const KeyResult = resultUnion('ApiKeyResult', 'ApiKey', ApiKeyResultType)
const KeysResult = resultUnion('ApiKeysResult', 'ApiKeyList', ApiKeyListType)
const RolledResult = resultUnion('RollApiKeyResult', 'RolledApiKey', RolledApiKeyType)
const RevokedResult = resultUnion('RevokeApiKeyResult', 'RevokedApiKey', RevokedApiKeyType)

const ACCESS = { scope: 'keys', rateClass: 'keys' } as const

builder.queryFields((t) => ({
  apiKeys: t.field({
    type: KeysResult,
    nullable: true,
    description: 'The organization’s keys that are in use. HTTP: `GET /keys`.',
    resolve: (_root, _args, context) =>
      answer(contextOf(context), ACCESS, (gateway, caller) => gateway.listApiKeys(caller, {})),
  }),
}))

builder.mutationFields((t) => ({
  rollApiKey: t.field({
    type: RolledResult,
    nullable: true,
    description: 'A new key beside an old one; it is shown this once. HTTP: `POST /keys/{key_id}/roll`.',
    args: { input: t.arg({ type: RollApiKeyInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.rollApiKey(caller, input)),
  }),
  updateApiKey: t.field({
    type: KeyResult,
    nullable: true,
    description: 'Binds a key to addresses. HTTP: `PATCH /keys/{key_id}`.',
    args: { input: t.arg({ type: UpdateApiKeyInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.updateApiKey(caller, input)),
  }),
  revokeApiKey: t.field({
    type: RevokedResult,
    nullable: true,
    description: 'Takes a key out of use. HTTP: `POST /keys/{key_id}/revoke`.',
    args: { input: t.arg({ type: RevokeApiKeyInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.revokeApiKey(caller, input)),
  }),
}))
