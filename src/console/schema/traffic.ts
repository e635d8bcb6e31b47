import { toRfc3339 } from '../../domain/time.ts'
import {
  KEPT_BECAUSE,
  type ListedExchange,
  MOST_PINNED,
  type TrafficPage,
  type TrafficRaise,
} from '../../store/supplier-traffic.ts'
import type { ConsoleContext } from '../context.ts'
import { refusal } from '../errors.ts'
import { builder, only } from './builder.ts'
import { PAGE, pageSize } from './page.ts'

export type Listed = ListedExchange & { readonly pinnedAt: number | null }

export const TrafficExchange = builder.objectRef<Listed>('TrafficExchange').implement({
  description: 'An exchange with a supplier that was kept, without what was said. Times are ms since it was asked for.',
  fields: (t) => ({
    id: t.exposeID('exchangeId'),
    connectionId: t.exposeString('connectionId'),
    supplierCode: t.exposeString('supplierCode'),
    operation: t.exposeString('operation'),
    outcome: t.exposeString('outcome', { description: 'The HTTP status, or why none came.' }),
    why: t.exposeString('why', { description: `Why it was kept: ${KEPT_BECAUSE.join(', ')}` }),
    share: t.exposeFloat('share', { description: 'Of such exchanges then, 0 to 1.' }),
    requestId: t.exposeString('requestId'),
    bookingId: t.exposeString('bookingId', { nullable: true }),
    hotels: t.exposeStringList('hotels', {
      description: 'The supplier’s ids of those that were asked for; ten at most.',
    }),
    number: t.exposeInt('number', { description: 'Which exchange of its call: above 1 it was asked again, or on.' }),
    at: t.field({ type: 'DateTime', description: 'When it ended.', resolve: ({ at }) => toRfc3339(at) }),
    connectedMs: t.exposeFloat('connectedMs', {
      nullable: true,
      description: 'Until there was a connection: name, connect and TLS, or a wait for a free one.',
    }),
    firstByteMs: t.exposeFloat('firstByteMs', { nullable: true }),
    totalMs: t.exposeFloat('totalMs'),
    requestBytes: t.exposeInt('requestBytes'),
    answerBytes: t.exposeInt('answerBytes', { nullable: true, description: 'Unpacked.' }),
    packedBytes: t.exposeInt('packedBytes', { nullable: true, description: 'As it came.' }),
    failure: t.exposeString('failure', { nullable: true, description: 'Why there is no answer, in technical words.' }),
    isPinned: t.boolean({ resolve: ({ pinnedAt }) => pinnedAt !== null }),
  }),
})

const TrafficPageRef = builder.objectRef<TrafficPage>('TrafficPage').implement({
  fields: (t) => ({
    items: t.field({ type: [TrafficExchange], resolve: ({ items }) => items }),
    next: t.exposeString('next', { nullable: true }),
    isCut: t.exposeBoolean('isCut', {
      description: '20,000 exchanges were passed over that the filters leave out: `next` goes on behind them.',
    }),
  }),
})

builder.queryField('traffic', (t) =>
  t.field({
    type: TrafficPageRef,
    description: 'Exchanges with suppliers that were kept, the newest first: `traffic list`.',
    ...only('viewer'),
    args: {
      connection: t.arg.string(),
      operation: t.arg.string(),
      outcome: t.arg.string({
        description: 'Exactly, or by class: `5xx`; `failed`: no answer, or a status above 399.',
      }),
      request: t.arg.string(),
      booking: t.arg.string(),
      pinned: t.arg.boolean(),
      ...PAGE,
    },
    resolve: (_root, { connection, operation, outcome, request, booking, pinned, after, first }, { core }) => {
      if (after != null && !/^sxg_[0-9A-Z]{26}$/.test(after))
        throw refusal('BAD_INPUT', 'after is the `next` of a page', { field: 'after' })
      const filter = {
        connectionId: connection || null,
        operation: operation || null,
        outcome: outcome || null,
        requestId: request || null,
        bookingId: booking || null,
        pinned: pinned ?? false,
      }
      return core.store.traffic.page(filter, { after: after ?? null, limit: pageSize(first) })
    },
  }),
)

type Share = { readonly operation: string; readonly share: number }

const TrafficShare = builder.objectRef<Share>('TrafficShare').implement({
  fields: (t) => ({ operation: t.exposeString('operation'), share: t.exposeFloat('share') }),
})

const TrafficRaiseRef = builder.objectRef<TrafficRaise>('TrafficRaise').implement({
  description: 'Of one connection more is kept for a while.',
  fields: (t) => ({
    connectionId: t.exposeString('connectionId'),
    share: t.exposeFloat('share'),
    until: t.field({ type: 'DateTime', resolve: ({ until }) => toRfc3339(until) }),
    by: t.exposeString('raisedBy'),
  }),
})

/** What of the traffic is kept now. */
type Sampling = {
  readonly raises: readonly TrafficRaise[]
  readonly bytes: number
  readonly pins: number
  readonly wholeSince: number | null
}

function settingsOf({ core }: ConsoleContext): {
  readonly shares: Readonly<Record<string, number>>
  readonly maxBytes: number
} {
  return core.config.traffic ?? { shares: {}, maxBytes: 0 }
}

const TrafficSampling = builder.objectRef<Sampling>('TrafficSampling').implement({
  description: 'Which exchanges with suppliers are kept, and for how long. Failures are kept besides, up to a bound.',
  fields: (t) => ({
    shares: t.field({
      type: [TrafficShare],
      description: 'By operation, 0 to 1: TRAFFIC_SHARES.',
      resolve: (_sampling, _args, context) =>
        Object.entries(settingsOf(context).shares).map(([operation, share]) => ({ operation, share })),
    }),
    raises: t.field({ type: [TrafficRaiseRef], resolve: ({ raises }) => raises }),
    bytes: t.exposeFloat('bytes', { description: 'What all of it takes on disk.' }),
    maxBytes: t.float({
      description: 'More is not kept: TRAFFIC_MAX_MB. 0: nothing is.',
      resolve: (_sampling, _args, context) => settingsOf(context).maxBytes,
    }),
    retainDays: t.int({
      nullable: true,
      description: 'RETAIN_TRAFFIC_DAYS; null: for ever.',
      resolve: (_sampling, _args, { core }) => core.config.rowTerms.traffic,
    }),
    wholeSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'What was kept before has gone, but what is pinned. Null: nothing has.',
      resolve: ({ wholeSince }) => (wholeSince === null ? null : toRfc3339(wholeSince)),
    }),
    pins: t.exposeInt('pins'),
    mostPins: t.int({ resolve: () => MOST_PINNED }),
  }),
})

builder.queryField('trafficSampling', (t) =>
  t.field({
    type: TrafficSampling,
    ...only('viewer'),
    resolve: async (_root, _args, { core }) => {
      const { traffic, partitions } = core.store
      const [raises, bytes, pins, wholeSince] = await Promise.all([
        traffic.raises(core.clock.real()),
        traffic.bytes(),
        traffic.countPins(),
        partitions.wholeSince('supplier_exchanges'),
      ])
      return { raises, bytes, pins, wholeSince }
    },
  }),
)
