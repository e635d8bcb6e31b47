import { type Instant, toRfc3339 } from '../../domain/time.ts'
import { ENDPOINT_HEALTHS, type EndpointHealth, rankOf, type WatchedEndpoint } from '../../store/webhook-health.ts'
import { type ConsoleContext, readsOf } from '../context.ts'
import { refusal } from '../errors.ts'
import { shownUrl } from '../shown-url.ts'
import { Bounded } from './bounded-count.ts'
import { builder, only } from './builder.ts'
import { PAGE, type Page, pageSize } from './page.ts'

/** Who reads webhooks: operators of all, developers of their own organization's. */
export const WEBHOOK_READERS = only('viewer', 'partner_developer')

/** Why the gateway, or its owner, has disabled an endpoint. */
const RULES: Readonly<Record<string, string>> = {
  FAILING: 'It only failed for five days, and was seen failing on six occasions, twelve hours apart.',
  GONE: 'It answered 410, or asked by the header webhook-delivery to be disabled.',
  BY_CLIENT: 'Its owner has disabled it.',
}

function told(at: Instant | null): string | null {
  return at === null ? null : toRfc3339(at)
}

const WebhookPause = builder
  .objectRef<{ readonly until: string; readonly by: string | null; readonly reason: string | null }>('WebhookPause')
  .implement({
    description: 'Nothing is sent to an endpoint before its pause ends.',
    fields: (t) => ({
      until: t.field({ type: 'DateTime', resolve: ({ until }) => until }),
      by: t.exposeString('by', {
        nullable: true,
        description: 'Who has asked for it; null: the endpoint itself, by Retry-After.',
      }),
      reason: t.exposeString('reason', { nullable: true }),
    }),
  })

const WebhookRecovery = builder.objectRef<WatchedEndpoint>('WebhookRecovery').implement({
  description: 'What failed or was skipped in a span of time is being sent again.',
  fields: (t) => ({
    since: t.field({ type: 'DateTime', nullable: true, resolve: ({ recoveringSince }) => told(recoveringSince) }),
    until: t.field({ type: 'DateTime', nullable: true, resolve: ({ recoveringUntil }) => told(recoveringUntil) }),
    rescheduled: t.exposeInt('recovered', { description: 'How many so far.' }),
  }),
})

const DeliveriesOfStatus = builder
  .objectRef<{ readonly status: string; readonly count: number; readonly isMore: boolean }>('DeliveriesOfStatus')
  .implement({
    fields: (t) => ({
      status: t.exposeString('status'),
      count: t.exposeInt('count'),
      isMore: t.exposeBoolean('isMore', { description: 'There are more than that.' }),
    }),
  })

const WebhookEndpoint = builder.objectRef<WatchedEndpoint>('WebhookEndpoint').implement({
  description: 'Where an organization gets its events, and whether it does.',
  fields: (t) => ({
    id: t.exposeID('endpointId'),
    organizationId: t.exposeString('organizationId'),
    environment: t.exposeString('environment'),
    url: t.string({
      description: 'Operators do not see the values of its query: they may be secrets.',
      resolve: ({ url }, _args, { viewer }) => shownUrl(url, viewer.organizationId !== null),
    }),
    description: t.exposeString('description', { nullable: true }),
    eventTypes: t.exposeStringList('eventTypes'),
    health: t.exposeString('health', { description: ENDPOINT_HEALTHS.join(', ') }),
    enabled: t.exposeBoolean('enabled'),
    disabledReason: t.exposeString('disabledReason', { nullable: true, description: 'FAILING, GONE or BY_CLIENT' }),
    disabledRule: t.string({
      nullable: true,
      description: 'The same in a sentence.',
      resolve: ({ disabledReason }) => (disabledReason === null ? null : (RULES[disabledReason] ?? null)),
    }),
    failingSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'It has only failed since; null after a success.',
      resolve: ({ failingSince }) => told(failingSince),
    }),
    occasions: t.exposeInt('failuresCounted', {
      description:
        'On how many occasions it was seen failing since, twelve hours apart; after six, and five days, it is disabled.',
    }),
  }),
})

builder.objectFields(WebhookEndpoint, (t) => ({
  pause: t.field({
    type: WebhookPause,
    nullable: true,
    description: 'Null: it is not paused. Partners learn until when, and not by whom.',
    resolve: async ({ endpointId, organizationId, pausedUntil }, _args, { core, viewer }) => {
      if (pausedUntil === null || pausedUntil <= core.clock.of(organizationId).now()) return null
      // Who of us has paused it, and in which words, is ours.
      const isOurs = viewer.organizationId === null
      const asked = isOurs ? await core.store.webhookHealth.pauseOf(endpointId, pausedUntil) : null
      return { until: toRfc3339(pausedUntil), by: asked?.actor ?? null, reason: asked?.reason ?? null }
    },
  }),
  recovery: t.field({
    type: WebhookRecovery,
    nullable: true,
    description: 'Null: none is under way.',
    resolve: (endpoint) => (endpoint.recoveringUntil === null ? null : endpoint),
  }),
  maxConcurrency: t.exposeInt('maxConcurrency'),
  maxPerSecond: t.exposeInt('maxPerSecond', { nullable: true, description: 'Null: as fast as it answers.' }),
  createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => toRfc3339(createdAt) }),
  waiting: t.field({ type: Bounded, description: 'PENDING and RETRYING.', resolve: ({ waiting }) => waiting }),
  dead: t.field({ type: Bounded, description: 'FAILED: nothing more is tried.', resolve: ({ dead }) => dead }),
  oldestWaitingAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the event came about that has waited longest; null: none waits.',
    resolve: ({ oldestWaitingAt }) => told(oldestWaitingAt),
  }),
  lastDeliveredAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the event came about that was delivered last; null: none of those that are kept.',
    resolve: ({ lastDeliveredAt }) => told(lastDeliveredAt),
  }),
  deliveries: t.field({
    type: [DeliveriesOfStatus],
    description: 'Its deliveries whose events came about in the last hours, by status.',
    args: { hours: t.arg.int({ defaultValue: 24 }) },
    resolve: ({ endpointId }, { hours }, { core }) =>
      core.store.webhookHealth.countsOf(endpointId, checkHours(hours ?? 24)),
  }),
}))

const LONGEST_HOURS = 30 * 24

export function checkHours(hours: number): number {
  if (hours < 1 || hours > LONGEST_HOURS)
    throw refusal('BAD_INPUT', `hours is 1 to ${LONGEST_HOURS}`, { field: 'hours' })
  return hours
}

const WebhookEndpointPage = builder.objectRef<Page<WatchedEndpoint>>('WebhookEndpointPage').implement({
  fields: (t) => ({
    items: t.field({ type: [WebhookEndpoint], resolve: ({ items }) => items }),
    next: t.exposeString('next', { nullable: true, description: '`after` of the next page; null: this is the last.' }),
  }),
})

builder.queryField('webhookEndpoints', (t) =>
  t.field({
    type: WebhookEndpointPage,
    description: 'Endpoints, the worst first: disabled, failing, paused, working, and those that nothing was ever for.',
    ...WEBHOOK_READERS,
    args: { organizationId: t.arg.string(), health: t.arg.string(), ...PAGE },
    resolve: async (_root, { organizationId, health, after, first }, context) => {
      const size = pageSize(first)
      const found = await context.core.store.webhookHealth.endpoints({
        organizationId: readsOf(context, organizationId),
        endpointId: null,
        health: healthOf(health),
        after: placeOf(after),
        limit: size + 1,
      })
      const items = found.slice(0, size)
      const last = items.at(-1)
      return { items, next: found.length > size && last ? `${rankOf(last.health)}_${last.endpointId}` : null }
    },
  }),
)

builder.queryField('webhookEndpoint', (t) =>
  t.field({
    type: WebhookEndpoint,
    ...WEBHOOK_READERS,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => endpointFor(context, id),
  }),
)

/** The endpoint, unless it is another organization's. */
export async function endpointFor(context: ConsoleContext, endpointId: string): Promise<WatchedEndpoint> {
  const [found] = await context.core.store.webhookHealth.endpoints({
    organizationId: readsOf(context, null),
    endpointId,
    health: null,
    after: null,
    limit: 1,
  })
  if (!found) throw refusal('NOT_FOUND', 'There is no such endpoint.')
  return found
}

function healthOf(given: string | null | undefined): EndpointHealth | null {
  if (given === null || given === undefined) return null
  const found = ENDPOINT_HEALTHS.find((one) => one === given)
  if (!found) throw refusal('BAD_INPUT', `health is one of ${ENDPOINT_HEALTHS.join(', ')}`, { field: 'health' })
  return found
}

function placeOf(after: string | null | undefined): { rank: number; endpointId: string } | null {
  if (after === null || after === undefined) return null
  const [, rank, endpointId] = /^(\d)_(\w{1,64})$/.exec(after) ?? []
  if (rank === undefined || endpointId === undefined)
    throw refusal('BAD_INPUT', 'after is the `next` of a page', { field: 'after' })
  return { rank: Number(rank), endpointId }
}
