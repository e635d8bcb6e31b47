import { DAY_MS, HOUR_MS, toRfc3339 } from '../../domain/time.ts'
import {
  CALL_KINDS,
  type CallFigures,
  callKind,
  figuresOf,
  withinMs,
} from '../../operations/operator/connection-state.ts'
import type { CallHour, LastCall } from '../../store/supplier-call-hours.ts'
import { refusal } from '../errors.ts'
import { builder } from './builder.ts'
import { SupplierConnection } from './suppliers.ts'

const LONGEST_HOURS = 30 * 24
const LONGEST_DAYS = 90

function checked(name: string, given: number, most: number): number {
  if (given < 1 || given > most) throw refusal('BAD_INPUT', `${name} is 1 to ${most}`, { field: name })
  return given
}

const LastCallRef = builder.objectRef<LastCall>('LastCall').implement({
  description:
    'The last call of an operation, within the 32 days that hours are kept. It is as exact as counts are stored: 10 s.',
  fields: (t) => ({
    operation: t.exposeString('operation'),
    lastAt: t.field({ type: 'DateTime', resolve: ({ lastAt }) => toRfc3339(lastAt) }),
    lastGoodAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Answered with a status of 200 to 299; null: none was.',
      resolve: ({ lastGoodAt }) => (lastGoodAt === null ? null : toRfc3339(lastGoodAt)),
    }),
  }),
})

const CallHourRef = builder.objectRef<CallHour>('CallHour').implement({
  fields: (t) => ({
    hour: t.field({ type: 'DateTime', resolve: ({ hour }) => toRfc3339(hour) }),
    operation: t.exposeString('operation'),
    outcome: t.exposeString('outcome', { description: 'The HTTP status, why none came, or `not sent: …`.' }),
    kind: t.string({ description: CALL_KINDS.join(', '), resolve: ({ outcome }) => callKind(outcome) }),
    calls: t.exposeInt('calls'),
  }),
})

type Operation = { readonly operation: string; readonly figures: CallFigures; readonly calls: readonly CallHour[] }

function bound(calls: readonly CallHour[], share: number): number | null {
  const found = withinMs(calls, share)
  return found === Number.POSITIVE_INFINITY ? null : found
}

const OperationCalls = builder.objectRef<Operation>('OperationCalls').implement({
  description:
    'The calls of one operation over a connection. A bound is one of 50, 100, 250, 500 ms, 1, 2, 5, 10 and 20 s.',
  fields: (t) => ({
    operation: t.exposeString('operation'),
    sent: t.int({ description: 'All that left.', resolve: ({ figures }) => figures.sent }),
    ok: t.int({ description: 'Status 200 to 299.', resolve: ({ figures }) => figures.ok }),
    refused: t.int({
      description: 'The supplier said no: another status below 500.',
      resolve: ({ figures }) => figures.refused,
    }),
    failed: t.int({
      description: 'Status 500 and above, or no answer that can be read.',
      resolve: ({ figures }) => figures.failed,
    }),
    credentials: t.int({ description: 'Status 401 or 403.', resolve: ({ figures }) => figures.credentials }),
    limited: t.int({ description: 'Status 429.', resolve: ({ figures }) => figures.limited }),
    notSent: t.int({ description: 'We held them back.', resolve: ({ figures }) => figures.notSent }),
    averageMs: t.float({ nullable: true, resolve: ({ figures }) => figures.averageMs }),
    p50Ms: t.float({
      nullable: true,
      description: 'Half of the calls took no longer than this bound; null: longer than 20 s, or nothing was sent.',
      resolve: ({ calls }) => bound(calls, 0.5),
    }),
    p95Ms: t.float({
      nullable: true,
      description: 'The same of 95 in 100.',
      resolve: ({ calls }) => bound(calls, 0.95),
    }),
    p99Ms: t.float({
      nullable: true,
      description: 'The same of 99 in 100.',
      resolve: ({ calls }) => bound(calls, 0.99),
    }),
  }),
})

type Counted = { readonly name: string; readonly count: number }

const CountedName = builder.objectRef<Counted>('CountedName').implement({
  fields: (t) => ({ name: t.exposeString('name'), count: t.exposeInt('count') }),
})

type OrderOutcome = {
  readonly operation: string
  readonly outcome: string | null
  readonly code: string | null
  readonly count: number
}

const OrderOutcomeRef = builder.objectRef<OrderOutcome>('OrderOutcome').implement({
  description: 'How the supplier took orders of one kind.',
  fields: (t) => ({
    operation: t.exposeString('operation'),
    outcome: t.exposeString('outcome', {
      nullable: true,
      description: 'ACCEPTED, REFUSED, UNKNOWN or NOT_SENT; null: nobody knows yet.',
    }),
    code: t.exposeString('code', { nullable: true, description: 'The supplier’s own code.' }),
    count: t.exposeInt('count'),
  }),
})

type Sold = {
  readonly statuses: readonly { readonly status: string; readonly count: number }[]
  readonly attempts: readonly OrderOutcome[]
  readonly isMore: boolean
}

const SoldOver = builder.objectRef<Sold>('SoldOver').implement({
  fields: (t) => ({
    bookings: t.field({
      type: [CountedName],
      description: 'Bookings that were made in this time, by their status now.',
      resolve: ({ statuses }) => statuses.map(({ status, count }) => ({ name: status, count })),
    }),
    orders: t.field({
      type: [OrderOutcomeRef],
      description: 'The orders of these bookings.',
      resolve: ({ attempts }) => attempts,
    }),
    isMore: t.exposeBoolean('isMore', { description: 'There are more: the newest ten thousand and one are counted.' }),
  }),
})

type Mapping = {
  readonly countedAt: number
  readonly states: readonly { readonly state: string; readonly value: number }[]
}

const SupplierMapping = builder.objectRef<Mapping>('SupplierMapping').implement({
  description: 'What has become of a supplier’s listings, as a worker has counted them.',
  fields: (t) => ({
    countedAt: t.field({ type: 'DateTime', resolve: ({ countedAt }) => toRfc3339(countedAt) }),
    states: t.field({
      type: [CountedName],
      description:
        'sold, pending, unverified, disputed, unmatched, in_review, unjudged: `catalogue report` says what each is.',
      resolve: ({ states }) => states.map(({ state, value }) => ({ name: state, count: value })),
    }),
  }),
})

type Comparison = { readonly dueAt: Date; readonly finishedAt: Date | null; readonly summary: unknown }

const SupplierComparisonRef = builder.objectRef<Comparison>('SupplierComparison').implement({
  description: 'The nightly comparison with the supplier’s books.',
  fields: (t) => ({
    dueAt: t.field({ type: 'DateTime', resolve: ({ dueAt }) => dueAt.toISOString() }),
    finishedAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ finishedAt }) => finishedAt?.toISOString() ?? null,
    }),
    summary: t.field({ type: 'JSON', nullable: true, resolve: ({ summary }) => summary ?? null }),
  }),
})

builder.objectFields(SupplierConnection, (t) => ({
  lastCalls: t.field({
    type: [LastCallRef],
    resolve: ({ connectionId }, _args, { core }) => core.store.callHours.lastOf(connectionId),
  }),
  callHours: t.field({
    type: [CallHourRef],
    description: 'Calls by hour (UTC), operation and outcome, the newest hour first.',
    args: { hours: t.arg.int({ defaultValue: 24 }), operation: t.arg.string() },
    resolve: ({ connectionId }, { hours, operation }, { core }) =>
      core.store.callHours.ofConnection(connectionId, {
        since: core.clock.real() - checked('hours', hours ?? 24, LONGEST_HOURS) * HOUR_MS,
        operation: operation || null,
      }),
  }),
  operations: t.field({
    type: [OperationCalls],
    description:
      'The same hours by operation. Empty: no call was counted in them, which is not the same as none failed.',
    args: { hours: t.arg.int({ defaultValue: 24 }) },
    resolve: async ({ connectionId }, { hours }, { core }) => {
      const since = core.clock.real() - checked('hours', hours ?? 24, LONGEST_HOURS) * HOUR_MS
      const found = await core.store.callHours.ofConnection(connectionId, { since, operation: null })
      return [...Map.groupBy(found, ({ operation }) => operation)]
        .map(([operation, calls]) => ({ operation, calls, figures: figuresOf(calls) }))
        .sort((one, other) => one.operation.localeCompare(other.operation))
    },
  }),
  callsOfDays: t.field({
    type: [CountedName],
    description: 'All calls of the last days by operation, as contracts count them: `supplier show`.',
    args: { days: t.arg.int({ defaultValue: 30 }) },
    resolve: async ({ connectionId }, { days }, { core }) => {
      const counts = await core.store.callCounts.ofConnection(connectionId, checked('days', days ?? 30, LONGEST_DAYS))
      return Object.entries(counts).map(([name, count]) => ({ name, count }))
    },
  }),
  sold: t.field({
    type: SoldOver,
    description: 'What was booked over it in the last days, and how the supplier took the orders.',
    args: { days: t.arg.int({ defaultValue: 7 }) },
    resolve: ({ connectionId }, { days }, { core }) =>
      core.store.watchedConnections.sold(
        connectionId,
        core.clock.real() - checked('days', days ?? 7, LONGEST_DAYS) * DAY_MS,
      ),
  }),
  mapping: t.field({
    type: SupplierMapping,
    nullable: true,
    description: 'Null: no worker has counted the catalogue yet.',
    resolve: ({ supplierCode }, _args, { core }) => core.store.watchedConnections.mapping(supplierCode),
  }),
  comparison: t.field({
    type: SupplierComparisonRef,
    nullable: true,
    description: 'Null: none is planned.',
    resolve: ({ connectionId }, _args, { core }) => core.store.watchedConnections.comparison(connectionId),
  }),
}))
