import { DELIVERY_STATUSES, type DeliveryStatus } from '../../domain/contract/webhook.ts'
import { toRfc3339 } from '../../domain/time.ts'
import type { WebhookAttempt, WebhookDelivery } from '../../store/webhook-deliveries.ts'
import type { FailureGroup } from '../../store/webhook-failures.ts'
import { type ConsoleContext, readsOf } from '../context.ts'
import { refusal } from '../errors.ts'
import { checkReason } from '../run-action.ts'
import { shownUrl } from '../shown-url.ts'
import { type SentDelivery, sentDelivery } from '../webhook-payload.ts'
import { builder, only } from './builder.ts'
import { PAGE, type Page, pageSize } from './page.ts'
import { checkHours, endpointFor, WEBHOOK_READERS } from './webhooks.ts'

const WebhookAttemptRef = builder.objectRef<WebhookAttempt>('WebhookAttempt').implement({
  description:
    'One attempt to deliver an event. A time is null for what did not take place, as on a connection that was open.',
  fields: (t) => ({
    attempt: t.exposeInt('attempt'),
    trigger: t.exposeString('trigger', { description: 'SCHEDULED, MANUAL, RECOVERY or TEST' }),
    startedAt: t.field({ type: 'DateTime', resolve: ({ startedAt }) => toRfc3339(startedAt) }),
    durationMs: t.exposeInt('durationMs'),
    dnsMs: t.exposeInt('dnsMs', { nullable: true }),
    connectMs: t.exposeInt('connectMs', { nullable: true }),
    tlsMs: t.exposeInt('tlsMs', { nullable: true }),
    firstByteMs: t.exposeInt('firstByteMs', { nullable: true }),
    responseStatus: t.exposeInt('responseStatus', { nullable: true, description: 'Null: no answer came.' }),
    error: t.exposeString('error', { nullable: true }),
    answer: t.string({
      nullable: true,
      description: 'The beginning of the answer. Null for operators, who ask for it with `revealWebhook`.',
      resolve: ({ responseBodyExcerpt }, _args, { viewer }) =>
        viewer.organizationId === null ? null : responseBodyExcerpt,
    }),
    hasAnswer: t.boolean({ resolve: ({ responseBodyExcerpt }) => responseBodyExcerpt !== null }),
  }),
})

const WebhookHeader = builder.objectRef<{ readonly name: string; readonly value: string }>('WebhookHeader').implement({
  fields: (t) => ({ name: t.exposeString('name'), value: t.exposeString('value') }),
})

const WebhookSent = builder.objectRef<SentDelivery>('WebhookSent').implement({
  description: 'What an endpoint is sent, the same at each attempt.',
  fields: (t) => ({
    body: t.exposeString('body', { description: 'As it is signed, byte for byte, unless it is masked.' }),
    isMasked: t.exposeBoolean('isMasked', {
      description: 'People in it are replaced by dots: `revealWebhook` shows them.',
    }),
    bytes: t.exposeInt('bytes', { description: 'The length of the whole body.' }),
    headers: t.field({
      type: [WebhookHeader],
      description: 'The signature is made at each attempt, and is not kept.',
      resolve: ({ headers }) => headers,
    }),
  }),
})

const WebhookDeliveryRef = builder.objectRef<WebhookDelivery>('WebhookDelivery').implement({
  description: 'One event for one endpoint.',
  fields: (t) => ({
    id: t.exposeID('deliveryId'),
    organizationId: t.exposeString('organizationId'),
    endpointId: t.exposeString('endpointId'),
    eventId: t.exposeString('eventId'),
    eventType: t.exposeString('eventType'),
    bookingId: t.exposeString('bookingId', { nullable: true }),
    status: t.exposeString('status', { description: DELIVERY_STATUSES.join(', ') }),
    attemptCount: t.exposeInt('attemptCount'),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ dueAt }) => (dueAt === null ? null : toRfc3339(dueAt)),
    }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => toRfc3339(createdAt) }),
    attempts: t.field({ type: [WebhookAttemptRef], resolve: ({ attempts }) => attempts }),
    sent: t.field({
      type: WebhookSent,
      nullable: true,
      description: 'Null: the event is no longer kept.',
      resolve: (delivery, _args, { core, viewer }) => sentDelivery(core, delivery, viewer.organizationId !== null),
    }),
  }),
})

const WebhookDeliveryPage = builder.objectRef<Page<WebhookDelivery>>('WebhookDeliveryPage').implement({
  fields: (t) => ({
    items: t.field({ type: [WebhookDeliveryRef], resolve: ({ items }) => items }),
    next: t.exposeString('next', { nullable: true, description: '`after` of the next page; null: this is the last.' }),
  }),
})

builder.queryField('webhookDeliveries', (t) =>
  t.field({
    type: WebhookDeliveryPage,
    description: 'Deliveries, the newest first: of an endpoint, or of an organization.',
    ...WEBHOOK_READERS,
    args: {
      endpointId: t.arg.string(),
      organizationId: t.arg.string(),
      bookingId: t.arg.string(),
      status: t.arg.string(),
      ...PAGE,
    },
    resolve: async (_root, { endpointId, bookingId, status, after, first, ...asked }, context) => {
      const { core } = context
      const endpoint = endpointId ? await endpointFor(context, endpointId) : null
      const organizationId = endpoint?.organizationId ?? readsOf(context, asked.organizationId)
      if (organizationId === null)
        throw refusal('BAD_INPUT', 'Name an endpoint or an organization.', { field: 'endpointId' })
      const size = pageSize(first)
      const environment = endpoint?.environment ?? core.config.environment
      const found = await core.store.webhookDeliveries.list(organizationId, environment, {
        endpointId: endpoint?.endpointId ?? null,
        bookingId: bookingId || null,
        status: statusOf(status),
        before: placeOf(after),
        limit: size + 1,
      })
      const items = found.slice(0, size)
      const last = items.at(-1)
      return { items, next: found.length > size && last ? `${last.createdAt}_${last.deliveryId}` : null }
    },
  }),
)

builder.queryField('webhookDelivery', (t) =>
  t.field({
    type: WebhookDeliveryRef,
    ...WEBHOOK_READERS,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => deliveryFor(context, id),
  }),
)

async function deliveryFor(context: ConsoleContext, deliveryId: string): Promise<WebhookDelivery> {
  const found = await context.core.store.webhookDeliveries.findAnywhere(deliveryId)
  const own = readsOf(context, null)
  if (!found || (own !== null && found.organizationId !== own)) throw refusal('NOT_FOUND', 'There is no such delivery.')
  return found
}

function statusOf(given: string | null | undefined): DeliveryStatus | null {
  if (!given) return null
  const found = DELIVERY_STATUSES.find((one) => one === given)
  if (!found) throw refusal('BAD_INPUT', `status is one of ${DELIVERY_STATUSES.join(', ')}`, { field: 'status' })
  return found
}

function placeOf(after: string | null | undefined): { createdAt: number; deliveryId: string } | null {
  if (after === null || after === undefined) return null
  const [, at, deliveryId] = /^(\d{1,15})_(whd_\w{1,64})$/.exec(after) ?? []
  if (deliveryId === undefined) throw refusal('BAD_INPUT', 'after is the `next` of a page', { field: 'after' })
  return { createdAt: Number(at), deliveryId }
}

type Failures = { readonly groups: readonly FailureGroup[]; readonly isMore: boolean }

const FailedEndpoint = builder.objectRef<FailureGroup['endpoints'][number]>('WebhookFailureEndpoint').implement({
  fields: (t) => ({
    id: t.exposeID('endpointId'),
    url: t.string({ resolve: ({ url }, _args, { viewer }) => shownUrl(url, viewer.organizationId !== null) }),
    deliveries: t.exposeInt('deliveries'),
  }),
})

const WebhookFailure = builder.objectRef<FailureGroup>('WebhookFailure').implement({
  description: 'Deliveries whose last attempt failed for one cause.',
  fields: (t) => ({
    cause: t.exposeString('cause', { description: '`HTTP 500`, or the error of the attempt.' }),
    status: t.exposeString('status', { description: 'FAILED: given up; RETRYING: tried again.' }),
    deliveries: t.exposeInt('deliveries'),
    organizations: t.exposeInt('organizations'),
    firstAt: t.field({ type: 'DateTime', resolve: ({ firstAt }) => toRfc3339(firstAt) }),
    lastAt: t.field({ type: 'DateTime', resolve: ({ lastAt }) => toRfc3339(lastAt) }),
    endpoints: t.field({ type: [FailedEndpoint], resolve: ({ endpoints }) => endpoints }),
    exampleId: t.exposeString('exampleId', { description: 'The newest of them.' }),
  }),
})

const WebhookFailures = builder.objectRef<Failures>('WebhookFailures').implement({
  fields: (t) => ({
    groups: t.field({ type: [WebhookFailure], resolve: ({ groups }) => groups }),
    isMore: t.exposeBoolean('isMore', {
      description: 'Some endpoint has more than a thousand of a status: of those the newest thousand are grouped.',
    }),
  }),
})

builder.queryField('webhookFailures', (t) =>
  t.field({
    type: WebhookFailures,
    description: 'What failed for good or is tried again, of events of the last hours, by cause.',
    ...WEBHOOK_READERS,
    args: { endpointId: t.arg.string(), organizationId: t.arg.string(), hours: t.arg.int({ defaultValue: 24 }) },
    resolve: async (_root, { endpointId, organizationId, hours }, context) => {
      if (endpointId) await endpointFor(context, endpointId)
      return context.core.store.webhookHealth.failures({
        organizationId: readsOf(context, organizationId),
        endpointId: endpointId || null,
        hours: checkHours(hours ?? 24),
      })
    },
  }),
)

type Revealed = { readonly body: string | null; readonly answers: readonly (string | null)[] }

const RevealedWebhook = builder.objectRef<Revealed>('RevealedWebhook').implement({
  fields: (t) => ({
    body: t.exposeString('body', { nullable: true }),
    answers: t.field({
      type: 'JSON',
      description: 'The beginning of each attempt’s answer, in their order.',
      resolve: ({ answers }) => answers,
    }),
  }),
})

builder.mutationField('revealWebhook', (t) =>
  t.field({
    type: RevealedWebhook,
    description: 'Shows the people in a delivery’s body, and what the receiver answered. It is in the audit log.',
    ...only('support'),
    args: { id: t.arg.id({ required: true }), reason: t.arg.string({ required: true }) },
    resolve: async (_root, { id, reason }, context) => {
      const { core, viewer, requestId } = context
      const why = checkReason(reason)
      const delivery = await deliveryFor(context, id)
      const { organizationId, bookingId } = delivery
      await core.store.audit.append(
        {
          organizationId,
          actor: viewer.actor,
          action: 'webhook.reveal',
          subject: id,
          details: { reason: why, requestId, bookingId },
        },
        core.clock.real(),
      )
      const sent = await sentDelivery(core, delivery, true)
      return {
        body: sent?.body ?? null,
        answers: delivery.attempts.map(({ responseBodyExcerpt }) => responseBodyExcerpt),
      }
    },
  }),
)
