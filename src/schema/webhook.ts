import type {
  DeletedWebhookEndpoint,
  WebhookAttemptView,
  WebhookDeliveryView,
  WebhookEndpointList,
  WebhookEndpointView,
  WebhookRecovery,
} from '../domain/contract/webhook.ts'
import { builder } from './builder.ts'
import { AttemptTriggerEnum, DeliveryStatusEnum } from './enums.ts'

export const WebhookEndpointType = builder.objectRef<WebhookEndpointView>('WebhookEndpoint').implement({
  description: 'Where events are sent.',
  fields: (t) => ({
    endpointId: t.exposeID('endpointId'),
    url: t.expose('url', { type: 'URL' }),
    description: t.exposeString('description', { nullable: true }),
    eventTypes: t.expose('eventTypes', { type: ['String'] }),
    enabled: t.exposeBoolean('enabled'),
    disabledReason: t.exposeString('disabledReason', { nullable: true }),
    signingSecret: t.exposeString('signingSecret', {
      nullable: true,
      description: 'Shown once: when the endpoint is created, and when its secret is rotated. HTTP: `signing_secret`.',
    }),
    publicKey: t.exposeString('publicKey', { nullable: true }),
    maxConcurrency: t.exposeInt('maxConcurrency', {
      description: 'The most under way at once; one while it only fails.',
    }),
    maxPerSecond: t.exposeInt('maxPerSecond', { nullable: true, description: 'Null: as fast as it answers.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
})

export const WebhookEndpointListType = builder.objectRef<WebhookEndpointList>('WebhookEndpointList').implement({
  description: 'The organization’s endpoints, oldest first; 20 at the most.',
  fields: (t) => ({
    endpoints: t.expose('endpoints', { type: [WebhookEndpointType] }),
  }),
})

const AttemptType = builder.objectRef<WebhookAttemptView>('WebhookAttempt').implement({
  description: 'One attempt of a delivery.',
  fields: (t) => ({
    attempt: t.exposeInt('attempt'),
    trigger: t.expose('trigger', { type: AttemptTriggerEnum }),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    durationMs: t.exposeInt('durationMs'),
    dnsMs: t.exposeInt('dnsMs', { nullable: true, description: 'Parts of the time; null where there was none.' }),
    connectMs: t.exposeInt('connectMs', { nullable: true }),
    tlsMs: t.exposeInt('tlsMs', { nullable: true }),
    firstByteMs: t.exposeInt('firstByteMs', { nullable: true }),
    responseStatus: t.exposeInt('responseStatus', { nullable: true }),
    error: t.exposeString('error', { nullable: true }),
    responseBodyExcerpt: t.exposeString('responseBodyExcerpt', { nullable: true }),
  }),
})

export const WebhookDeliveryType = builder.objectRef<WebhookDeliveryView>('WebhookDelivery').implement({
  description: 'An event on its way to an endpoint.',
  fields: (t) => ({
    deliveryId: t.exposeID('deliveryId'),
    eventId: t.exposeID('eventId'),
    endpointId: t.exposeID('endpointId'),
    eventType: t.exposeString('eventType'),
    bookingId: t.exposeID('bookingId', { nullable: true }),
    status: t.expose('status', { type: DeliveryStatusEnum }),
    attemptCount: t.exposeInt('attemptCount'),
    nextAttemptAt: t.expose('nextAttemptAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    attempts: t.expose('attempts', { type: [AttemptType] }),
  }),
})

export const WebhookRecoveryType = builder.objectRef<WebhookRecovery>('WebhookRecovery').implement({
  description: 'How many deliveries were put back on the way.',
  fields: (t) => ({ endpointId: t.exposeID('endpointId'), recovered: t.exposeInt('recovered') }),
})

export const DeletedWebhookEndpointType = builder
  .objectRef<DeletedWebhookEndpoint>('DeletedWebhookEndpoint')
  .implement({
    description: 'An endpoint that is gone.',
    fields: (t) => ({ endpointId: t.exposeID('endpointId'), deleted: t.exposeBoolean('deleted') }),
  })

export const CreateWebhookEndpointInputType = builder.inputType('CreateWebhookEndpointInput', {
  description: 'Where to send which events.',
  fields: (t) => ({
    url: t.field({ type: 'URL', required: true }),
    description: t.string(),
    eventTypes: t.stringList({ description: 'Kinds, `booking.*` (the default), `webhook_endpoint.*` or `*`.' }),
    asymmetric: t.boolean({ description: 'Signs with ed25519 (`v1a`) too.' }),
    maxConcurrency: t.int({ description: '1 to 64; 16 when left out.' }),
    maxPerSecond: t.int({ description: '1 to 1000; as fast as it answers when left out.' }),
  }),
})

export const UpdateWebhookEndpointInputType = builder.inputType('UpdateWebhookEndpointInput', {
  description: 'What to change; left out fields stay.',
  fields: (t) => ({
    endpointId: t.id({ required: true }),
    url: t.field({ type: 'URL' }),
    description: t.string(),
    eventTypes: t.stringList(),
    enabled: t.boolean(),
    maxConcurrency: t.int(),
    maxPerSecond: t.int(),
  }),
})

export const WebhookEndpointIdInputType = builder.inputType('WebhookEndpointIdInput', {
  description: 'Which endpoint.',
  fields: (t) => ({ endpointId: t.id({ required: true }) }),
})

export const RotateWebhookSecretInputType = builder.inputType('RotateWebhookSecretInput', {
  description: 'A new secret; the older one signs too for the grace period.',
  fields: (t) => ({ endpointId: t.id({ required: true }), gracePeriodSeconds: t.int() }),
})

export const RecoverWebhookEndpointInputType = builder.inputType('RecoverWebhookEndpointInput', {
  description: 'Sends what failed or was skipped in a time again.',
  fields: (t) => ({
    endpointId: t.id({ required: true }),
    since: t.field({ type: 'DateTime', required: true }),
    until: t.field({ type: 'DateTime' }),
  }),
})

export const WebhookDeliveryIdInputType = builder.inputType('WebhookDeliveryIdInput', {
  description: 'Which delivery.',
  fields: (t) => ({ deliveryId: t.id({ required: true }) }),
})
