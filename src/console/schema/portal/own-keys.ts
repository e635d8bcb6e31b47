import type { ApiKeyView, RevokedApiKey, RolledApiKey } from '../../../domain/contract/key.ts'
import { asPartner } from '../../portal-caller.ts'
import { builder, only } from '../builder.ts'

const OwnKey = builder.objectRef<ApiKeyView>('OwnKey').implement({
  description: 'An API key of the organization, as far as it may be shown.',
  fields: (t) => ({
    id: t.exposeID('keyId'),
    prefix: t.exposeString('prefix', { description: 'Its first characters, by which people recognize it.' }),
    scopes: t.exposeStringList('scopes'),
    addresses: t.exposeStringList('addresses', { description: 'From where it works; empty: from everywhere.' }),
    rolledFrom: t.exposeString('rolledFrom', { nullable: true, description: 'The key that it replaces.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Exact to a minute; null: never.',
    }),
  }),
})

const RolledOwnKey = builder.objectRef<RolledApiKey>('RolledOwnKey').implement({
  description: 'A new key beside the one that it replaces.',
  fields: (t) => ({
    apiKey: t.exposeString('apiKey', { description: 'The key itself. It is told here, once.' }),
    key: t.field({ type: OwnKey, resolve: ({ key }) => key }),
    oldKey: t.field({ type: OwnKey, resolve: ({ oldKey }) => oldKey }),
  }),
})

const RevokedOwnKey = builder.objectRef<RevokedApiKey>('RevokedOwnKey').implement({
  fields: (t) => ({ id: t.exposeID('keyId') }),
})

builder.queryField('ownKeys', (t) =>
  t.field({
    type: [OwnKey],
    description: 'The keys that are in use, the oldest first.',
    ...only('partner_admin'),
    resolve: async (_root, _args, context) => (await asPartner(context, 'listApiKeys')).keys,
  }),
)

builder.mutationField('rollOwnKey', (t) =>
  t.field({
    type: RolledOwnKey,
    description: 'Makes a key that replaces another one, which works on until the overlap has ended.',
    ...only('partner_admin'),
    args: {
      keyId: t.arg.id({ required: true }),
      overlapSeconds: t.arg.int({ description: '60 to 2592000; a day by default.' }),
      scopes: t.arg.stringList({ description: 'Fewer than it has; all that it has by default.' }),
      addresses: t.arg.stringList({ description: 'Other than it has; the same by default.' }),
    },
    resolve: (_root, args, context) => asPartner(context, 'rollApiKey', args),
  }),
)

builder.mutationField('bindOwnKey', (t) =>
  t.field({
    type: OwnKey,
    description: 'Sets from which addresses a key works.',
    ...only('partner_admin'),
    args: { keyId: t.arg.id({ required: true }), addresses: t.arg.stringList({ required: true }) },
    resolve: (_root, args, context) => asPartner(context, 'updateApiKey', args),
  }),
)

builder.mutationField('revokeOwnKey', (t) =>
  t.field({
    type: RevokedOwnKey,
    description: 'Ends a key within seconds. The last one that goes on is not revoked.',
    ...only('partner_admin'),
    args: { keyId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) => asPartner(context, 'revokeApiKey', args),
  }),
)
