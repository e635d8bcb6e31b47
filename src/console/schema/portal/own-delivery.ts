import type { WebhookAttemptView, WebhookDeliveryView } from '../../../domain/contract/webhook.ts'
import { asPartner, ownOrganization } from '../../portal-caller.ts'
import { builder, only } from '../builder.ts'
import { PAGE, type Page, pageSize } from '../page.ts'

const OwnAttempt = builder.objectRef<WebhookAttemptView>('OwnAttempt').implement({
  description: 'One time that an event was sent.',
  fields: (t) => ({
    attempt: t.exposeInt('attempt'),
    trigger: t.exposeString('trigger', { description: 'SCHEDULED, MANUAL, RECOVERY or TEST' }),
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

export const OwnDelivery = builder.objectRef<WebhookDeliveryView>('OwnDelivery')

OwnDelivery.implement({
  description: 'An event on its way to an endpoint, with every attempt.',
  fields: (t) => ({
    id: t.exposeID('deliveryId'),
    eventId: t.exposeID('eventId'),
    endpointId: t.exposeID('endpointId'),
    eventType: t.exposeString('eventType'),
    bookingId: t.exposeID('bookingId', { nullable: true }),
    status: t.exposeString('status'),
    attemptCount: t.exposeInt('attemptCount'),
    nextAttemptAt: t.expose('nextAttemptAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    attempts: t.field({ type: [OwnAttempt], resolve: ({ attempts }) => attempts }),
    payload: t.string({
      nullable: true,
      description: 'The body, byte for byte as it is signed; null: it is older than events are kept.',
      resolve: ({ eventId }, _args, context) => context.core.store.events.bodyOf(ownOrganization(context), eventId),
    }),
  }),
})

const OwnDeliveryPage = builder.objectRef<Page<WebhookDeliveryView>>('OwnDeliveryPage').implement({
  fields: (t) => ({
    items: t.field({ type: [OwnDelivery], resolve: ({ items }) => items }),
    next: t.exposeString('next', { nullable: true, description: '`after` of the next page; null: this is the last.' }),
  }),
})

/** The most that the operation lists at once. */
const LARGEST = 100

builder.queryField('ownDeliveries', (t) =>
  t.field({
    type: OwnDeliveryPage,
    description: 'The newest first.',
    ...only('partner_developer'),
    args: {
      endpointId: t.arg.id({}),
      bookingId: t.arg.id({}),
      status: t.arg.string({ description: 'PENDING, RETRYING, DELIVERED, FAILED, SKIPPED or DISCARDED' }),
      ...PAGE,
    },
    resolve: async (_root, { after, first, ...filter }, context) => {
      const page = { cursor: after, limit: Math.min(LARGEST, pageSize(first)) }
      const { deliveries, nextCursor } = await asPartner(context, 'listWebhookDeliveries', { ...filter, ...page })
      return { items: deliveries, next: nextCursor }
    },
  }),
)

builder.queryField('ownDelivery', (t) =>
  t.field({
    type: OwnDelivery,
    ...only('partner_developer'),
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => asPartner(context, 'getWebhookDelivery', { deliveryId: id }),
  }),
)

builder.mutationField('resendOwnDelivery', (t) =>
  t.field({
    type: OwnDelivery,
    description: 'Sends a delivery once more, whatever its status.',
    ...only('partner_developer'),
    args: { deliveryId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) => asPartner(context, 'redeliverWebhook', args),
  }),
)
