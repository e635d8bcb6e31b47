import type {
  DeletedWebhookEndpoint,
  WebhookAttemptView,
  WebhookDeliveryView,
  WebhookEndpointList,
  WebhookEndpointView,
  WebhookRecovery,
} from '../domain/contract/webhook.ts'
import {
  DELETED_WEBHOOK_ENDPOINT,
  ENDPOINT_DISABLED_REASON,
  WEBHOOK_ATTEMPT,
  WEBHOOK_DELIVERY,
  WEBHOOK_ENDPOINT,
  WEBHOOK_ENDPOINT_LIST,
  WEBHOOK_RECOVERY,
} from '../domain/meanings/webhook.ts'
import {
  CREATE_WEBHOOK_ENDPOINT_INPUT,
  RECOVER_WEBHOOK_ENDPOINT_INPUT,
  ROTATE_WEBHOOK_SECRET_INPUT,
  UPDATE_WEBHOOK_ENDPOINT_INPUT,
  WEBHOOK_DELIVERY_ID_INPUT,
  WEBHOOK_ENDPOINT_ID_INPUT,
} from '../domain/meanings/webhook-inputs.ts'
import { builder, meant } from './builder.ts'
import { asEnum, asText, known } from './closed-lists.ts'
import { AttemptTriggerEnum, DeliveryStatusEnum, DisabledReasonEnum } from './enums.ts'

export const WebhookEndpointType = builder.objectRef<WebhookEndpointView>('WebhookEndpoint').implement({
  ...meant(WEBHOOK_ENDPOINT),
  fields: (t) => ({
    endpointId: t.exposeID('endpointId'),
    url: t.expose('url', { type: 'URL' }),
    description: t.exposeString('description', { nullable: true }),
    eventTypes: t.expose('eventTypes', { type: ['String'] }),
    enabled: t.exposeBoolean('enabled'),
    disabledReason: t.exposeString('disabledReason', {
      nullable: true,
      ...asText(WEBHOOK_ENDPOINT, 'disabledReason'),
    }),
    disabledReasonEnum: t.field({
      type: DisabledReasonEnum,
      nullable: true,
      description: `${asEnum(WEBHOOK_ENDPOINT, 'disabledReason').description} Null while it is enabled.`,
      resolve: ({ disabledReason: reason }) => known(ENDPOINT_DISABLED_REASON, reason),
    }),
    signingSecret: t.exposeString('signingSecret', { nullable: true }),
    publicKey: t.exposeString('publicKey', { nullable: true }),
    maxConcurrency: t.exposeInt('maxConcurrency'),
    maxPerSecond: t.exposeInt('maxPerSecond', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
})

export const WebhookEndpointListType = builder.objectRef<WebhookEndpointList>('WebhookEndpointList').implement({
  ...meant(WEBHOOK_ENDPOINT_LIST),
  fields: (t) => ({
    endpoints: t.expose('endpoints', { type: [WebhookEndpointType] }),
  }),
})

const AttemptType = builder.objectRef<WebhookAttemptView>('WebhookAttempt').implement({
  ...meant(WEBHOOK_ATTEMPT),
  fields: (t) => ({
    attempt: t.exposeInt('attempt'),
    trigger: t.expose('trigger', { type: AttemptTriggerEnum }),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    durationMs: t.exposeInt('durationMs'),
    dnsMs: t.exposeInt('dnsMs', { nullable: true }),
    connectMs: t.exposeInt('connectMs', { nullable: true }),
    tlsMs: t.exposeInt('tlsMs', { nullable: true }),
    firstByteMs: t.exposeInt('firstByteMs', { nullable: true }),
    responseStatus: t.exposeInt('responseStatus', { nullable: true }),
    error: t.exposeString('error', { nullable: true }),
    responseBodyExcerpt: t.exposeString('responseBodyExcerpt', { nullable: true }),
  }),
})

export const WebhookDeliveryType = builder.objectRef<WebhookDeliveryView>('WebhookDelivery').implement({
  ...meant(WEBHOOK_DELIVERY),
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
  ...meant(WEBHOOK_RECOVERY),
  fields: (t) => ({ endpointId: t.exposeID('endpointId'), recovered: t.exposeInt('recovered') }),
})

export const DeletedWebhookEndpointType = builder
  .objectRef<DeletedWebhookEndpoint>('DeletedWebhookEndpoint')
  .implement({
    ...meant(DELETED_WEBHOOK_ENDPOINT),
    fields: (t) => ({ endpointId: t.exposeID('endpointId'), deleted: t.exposeBoolean('deleted') }),
  })

export const CreateWebhookEndpointInputType = builder.inputType('CreateWebhookEndpointInput', {
  ...meant(CREATE_WEBHOOK_ENDPOINT_INPUT),
  fields: (t) => ({
    url: t.field({ type: 'URL', required: true }),
    description: t.string(),
    eventTypes: t.stringList(),
    asymmetric: t.boolean(),
    maxConcurrency: t.int(),
    maxPerSecond: t.int(),
  }),
})

export const UpdateWebhookEndpointInputType = builder.inputType('UpdateWebhookEndpointInput', {
  ...meant(UPDATE_WEBHOOK_ENDPOINT_INPUT),
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
  ...meant(WEBHOOK_ENDPOINT_ID_INPUT),
  fields: (t) => ({ endpointId: t.id({ required: true }) }),
})

export const RotateWebhookSecretInputType = builder.inputType('RotateWebhookSecretInput', {
  ...meant(ROTATE_WEBHOOK_SECRET_INPUT),
  fields: (t) => ({ endpointId: t.id({ required: true }), gracePeriodSeconds: t.int() }),
})

export const RecoverWebhookEndpointInputType = builder.inputType('RecoverWebhookEndpointInput', {
  ...meant(RECOVER_WEBHOOK_ENDPOINT_INPUT),
  fields: (t) => ({
    endpointId: t.id({ required: true }),
    since: t.field({ type: 'DateTime', required: true }),
    until: t.field({ type: 'DateTime' }),
  }),
})

export const WebhookDeliveryIdInputType = builder.inputType('WebhookDeliveryIdInput', {
  ...meant(WEBHOOK_DELIVERY_ID_INPUT),
  fields: (t) => ({ deliveryId: t.id({ required: true }) }),
})
