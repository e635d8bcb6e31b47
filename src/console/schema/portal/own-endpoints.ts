import type { WebhookEndpointView, WebhookRecovery } from '../../../domain/contract/webhook.ts'
import { EVENT_TYPES } from '../../../domain/event.ts'
import { asPartner, auditOwn } from '../../portal-caller.ts'
import { shownUrl } from '../../shown-url.ts'
import { builder, only } from '../builder.ts'
import { OwnDelivery } from './own-delivery.ts'

const OwnEndpoint = builder.objectRef<WebhookEndpointView>('OwnEndpoint').implement({
  description: 'A webhook endpoint of the organization.',
  fields: (t) => ({
    id: t.exposeID('endpointId'),
    url: t.exposeString('url'),
    description: t.exposeString('description', { nullable: true }),
    eventTypes: t.exposeStringList('eventTypes'),
    enabled: t.exposeBoolean('enabled'),
    disabledReason: t.exposeString('disabledReason', { nullable: true, description: 'BY_CLIENT, FAILING, GONE …' }),
    publicKey: t.exposeString('publicKey', { nullable: true, description: 'Set where v1a signatures were chosen.' }),
    maxConcurrency: t.exposeInt('maxConcurrency'),
    maxPerSecond: t.exposeInt('maxPerSecond', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
})

const OwnEndpointSecret = builder.objectRef<WebhookEndpointView>('OwnEndpointSecret').implement({
  description: 'An endpoint with its new signing secret.',
  fields: (t) => ({
    endpoint: t.field({ type: OwnEndpoint, resolve: (endpoint) => endpoint }),
    signingSecret: t.exposeString('signingSecret', { nullable: true, description: 'It is told here, once.' }),
  }),
})

const OwnRecovery = builder.objectRef<WebhookRecovery>('OwnRecovery').implement({
  fields: (t) => ({
    id: t.exposeID('endpointId'),
    recovered: t.exposeInt('recovered', { description: 'How many deliveries are sent again.' }),
  }),
})

builder.queryField('ownEndpoints', (t) =>
  t.field({
    type: [OwnEndpoint],
    ...only('partner_developer'),
    resolve: async (_root, _args, context) => (await asPartner(context, 'listWebhookEndpoints')).endpoints,
  }),
)

builder.queryField('ownEndpoint', (t) =>
  t.field({
    type: OwnEndpoint,
    ...only('partner_developer'),
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => asPartner(context, 'getWebhookEndpoint', { endpointId: id }),
  }),
)

builder.queryField('eventTypes', (t) =>
  t.stringList({
    description: 'What an endpoint can be told of.',
    ...only('partner_developer'),
    resolve: () => [...EVENT_TYPES],
  }),
)

/** What of an endpoint the audit log keeps, which nobody can erase: of its address what operators see. */
function traced({ url, eventTypes, enabled, maxConcurrency, maxPerSecond }: WebhookEndpointView): object {
  return { url: shownUrl(url, false), eventTypes, enabled, maxConcurrency, maxPerSecond }
}

builder.mutationField('makeOwnEndpoint', (t) =>
  t.field({
    type: OwnEndpointSecret,
    description: 'Makes an endpoint and tells its signing secret, once.',
    ...only('partner_developer'),
    args: {
      url: t.arg.string({ required: true }),
      description: t.arg.string({}),
      eventTypes: t.arg.stringList({ description: 'booking.* by default.' }),
      asymmetric: t.arg.boolean({ description: 'True: v1a signatures, which a public key proves.' }),
    },
    resolve: async (_root, args, context) => {
      const made = await asPartner(context, 'createWebhookEndpoint', args)
      await auditOwn(context, { action: 'webhook.create', subject: made.endpointId, after: traced(made) })
      return made
    },
  }),
)

builder.mutationField('changeOwnEndpoint', (t) =>
  t.field({
    type: OwnEndpoint,
    ...only('partner_developer'),
    args: {
      endpointId: t.arg.id({ required: true }),
      url: t.arg.string({}),
      description: t.arg.string({}),
      eventTypes: t.arg.stringList({}),
      enabled: t.arg.boolean({}),
    },
    resolve: async (_root, args, context) => {
      const changed = await asPartner(context, 'updateWebhookEndpoint', args)
      await auditOwn(context, { action: 'webhook.update', subject: changed.endpointId, after: traced(changed) })
      return changed
    },
  }),
)

builder.mutationField('deleteOwnEndpoint', (t) =>
  t.field({
    type: 'ID',
    description: 'Deletes an endpoint; what waits for it is discarded.',
    ...only('partner_developer'),
    args: { endpointId: t.arg.id({ required: true }) },
    resolve: async (_root, args, context) => {
      const { endpointId } = await asPartner(context, 'deleteWebhookEndpoint', args)
      await auditOwn(context, { action: 'webhook.delete', subject: endpointId, after: {} })
      return endpointId
    },
  }),
)

builder.mutationField('rotateOwnSecret', (t) =>
  t.field({
    type: OwnEndpointSecret,
    description:
      'Makes a new signing secret and tells it, once; the old one signs beside it until the grace period ends.',
    ...only('partner_developer'),
    args: {
      endpointId: t.arg.id({ required: true }),
      gracePeriodSeconds: t.arg.int({ description: '0 to 604800; a day by default.' }),
    },
    resolve: async (_root, args, context) => {
      const rotated = await asPartner(context, 'rotateWebhookSecret', args)
      const after = { gracePeriodSeconds: args.gracePeriodSeconds ?? null }
      await auditOwn(context, { action: 'webhook.rotate-secret', subject: rotated.endpointId, after })
      return rotated
    },
  }),
)

builder.mutationField('testOwnEndpoint', (t) =>
  t.field({
    type: OwnDelivery,
    description: 'Sends a test event to an endpoint.',
    ...only('partner_developer'),
    args: { endpointId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) => asPartner(context, 'testWebhookEndpoint', args),
  }),
)

builder.mutationField('recoverOwnEndpoint', (t) =>
  t.field({
    type: OwnRecovery,
    description: 'Sends every failed and skipped delivery of a period again.',
    ...only('partner_developer'),
    args: {
      endpointId: t.arg.id({ required: true }),
      since: t.arg.string({ required: true, description: 'RFC 3339' }),
      until: t.arg.string({ description: 'RFC 3339; now by default.' }),
    },
    resolve: async (_root, args, context) => {
      const recovery = await asPartner(context, 'recoverWebhookEndpoint', args)
      const after = { since: args.since, until: args.until ?? null, recovered: recovery.recovered }
      await auditOwn(context, { action: 'webhook.recover', subject: recovery.endpointId, after })
      return recovery
    },
  }),
)
