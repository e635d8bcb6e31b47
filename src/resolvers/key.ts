import {
  ApiKeyListType,
  ApiKeyResultType,
  RevokeApiKeyInputType,
  RevokedApiKeyType,
  RollApiKeyInputType,
  RolledApiKeyType,
  UpdateApiKeyInputType,
} from '../schema/key.ts'
import { MeType } from '../schema/me.ts'
import { builder, contextOf, resultUnion, told } from './builder.ts'
import { answer, write } from './context.ts'

const KeyResult = resultUnion('ApiKeyResult', 'ApiKey', ApiKeyResultType)
const KeysResult = resultUnion('ApiKeysResult', 'ApiKeyList', ApiKeyListType)
const MeResult = resultUnion('MeResult', 'Me', MeType)
const RolledResult = resultUnion('RollApiKeyResult', 'RolledApiKey', RolledApiKeyType)
const RevokedResult = resultUnion('RevokeApiKeyResult', 'RevokedApiKey', RevokedApiKeyType)

const ACCESS = { scope: 'keys', rateClass: 'keys' } as const

builder.queryFields((t) => ({
  me: t.field({
    type: MeResult,
    nullable: true,
    ...told('getMe'),
    resolve: (_root, _args, context) =>
      answer(contextOf(context), { scope: null, rateClass: 'static' }, (gateway, caller) => gateway.getMe(caller, {})),
  }),
  apiKeys: t.field({
    type: KeysResult,
    nullable: true,
    ...told('listApiKeys'),
    resolve: (_root, _args, context) =>
      answer(contextOf(context), ACCESS, (gateway, caller) => gateway.listApiKeys(caller, {})),
  }),
}))

builder.mutationFields((t) => ({
  rollApiKey: t.field({
    type: RolledResult,
    nullable: true,
    ...told('rollApiKey'),
    args: { input: t.arg({ type: RollApiKeyInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.rollApiKey(caller, input)),
  }),
  updateApiKey: t.field({
    type: KeyResult,
    nullable: true,
    ...told('updateApiKey'),
    args: { input: t.arg({ type: UpdateApiKeyInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.updateApiKey(caller, input)),
  }),
  revokeApiKey: t.field({
    type: RevokedResult,
    nullable: true,
    ...told('revokeApiKey'),
    args: { input: t.arg({ type: RevokeApiKeyInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.revokeApiKey(caller, input)),
  }),
}))
