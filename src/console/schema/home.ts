import type { BookingStatus } from '../../domain/booking.ts'
import { type Instant, MINUTE_MS, toRfc3339 } from '../../domain/time.ts'
import { FIRST_STEPS, type FirstStep, MOST_MADE, type OldestWaiting } from '../../store/home-figures.ts'
import { type BookingTraffic, bookingTraffic } from '../booking-traffic.ts'
import type { ConsoleContext } from '../context.ts'
import { refusal } from '../errors.ts'
import { timeOrNull } from './booking-parts.ts'
import { Bounded } from './bounded-count.ts'
import { builder, only } from './builder.ts'

/** The queue of cases that a figure counts: exactly what `cases` lists of it. */
function openCases(queue: 'REVIEWS' | 'CASES', isOverdue = false) {
  return { queue, isOverdue, kinds: null, organizationId: null, isOpen: true, takenBy: null } as const
}

async function soonestOf(queue: 'REVIEWS' | 'CASES', { core }: ConsoleContext): Promise<string | null> {
  const [first] = await core.store.cases.list({ ...openCases(queue), limit: 1, after: null })
  return timeOrNull(first?.dueAt ?? null)
}

const Oldest = builder.objectRef<OldestWaiting>('OldestWaiting').implement({
  description: 'What has waited longest of its kind.',
  fields: (t) => ({
    id: t.exposeID('id'),
    since: t.field({ type: 'DateTime', resolve: ({ since }) => since.toISOString() }),
    ageMs: t.exposeFloat('ageMs', { description: 'In the time of its organization.' }),
  }),
})

const EndpointTrouble = builder.objectRef<{ health: string; count: number }>('EndpointTrouble').implement({
  fields: (t) => ({ health: t.exposeString('health'), count: t.exposeInt('count') }),
})

type RateAges = {
  readonly currency: string | null
  readonly oldestAt: Instant | null
  readonly missing: readonly string[]
}

const RateAgesType = builder.objectRef<RateAges>('RateAges').implement({
  description: 'How old the exchange rates in force are, and which currencies in use have none.',
  fields: (t) => ({
    currency: t.exposeString('currency', {
      nullable: true,
      description: 'Of the oldest rate; null: none is in force.',
    }),
    oldestAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ oldestAt }) => timeOrNull(oldestAt) }),
    missing: t.stringList({ resolve: ({ missing }) => [...missing] }),
  }),
})

async function rateAges({ core }: ConsoleContext): Promise<RateAges> {
  const rates = await core.store.exchangeRates.listed()
  const [oldest] = rates
    .flatMap(({ isActive, quote, storedAt }) => (isActive && storedAt !== null ? [{ quote, storedAt }] : []))
    .toSorted((one, other) => one.storedAt - other.storedAt || (one.quote < other.quote ? -1 : 1))
  const missing = rates.filter(({ isActive, usedBy }) => !isActive && usedBy.length > 0).map(({ quote }) => quote)
  return { currency: oldest?.quote ?? null, oldestAt: oldest?.storedAt ?? null, missing }
}

const Home = builder.objectRef<object>('Home')

/** What people have to do. */
Home.implement({
  description: 'What the first screen shows; each figure counts the rows of the list that its description names.',
  fields: (t) => ({
    asOf: t.field({ type: 'DateTime', resolve: (_home, _args, { core }) => toRfc3339(core.clock.real()) }),
    reviews: t.field({
      type: Bounded,
      description: '`cases(queue: "REVIEWS")`',
      resolve: (_home, _args, { core }) => core.store.cases.count(openCases('REVIEWS')),
    }),
    reviewsOverdue: t.field({
      type: Bounded,
      description: '`cases(queue: "REVIEWS", overdue: true)`',
      resolve: (_home, _args, { core }) => core.store.cases.count(openCases('REVIEWS', true)),
    }),
    reviewsDueAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The first deadline of `cases(queue: "REVIEWS")`.',
      resolve: (_home, _args, context) => soonestOf('REVIEWS', context),
    }),
    cases: t.field({
      type: Bounded,
      description: '`cases(queue: "CASES")`',
      resolve: (_home, _args, { core }) => core.store.cases.count(openCases('CASES')),
    }),
    casesOverdue: t.field({
      type: Bounded,
      description: '`cases(queue: "CASES", overdue: true)`',
      resolve: (_home, _args, { core }) => core.store.cases.count(openCases('CASES', true)),
    }),
    casesDueAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The first deadline of `cases(queue: "CASES")`.',
      resolve: (_home, _args, context) => soonestOf('CASES', context),
    }),
    deadJobs: t.field({
      type: Bounded,
      nullable: true,
      description: '`system { failedJobGroups { count } }`, together. Null: no worker has ever run.',
      resolve: (_home, _args, { core }) => core.store.systemFacts.countFailedJobs(),
    }),
    doubtfulMappings: t.field({
      type: Bounded,
      description: '`mappingQueue`',
      resolve: (_home, _args, { core }) => core.store.mappingQueue.countQueueSoFar(),
    }),
    endpoints: t.field({
      type: [EndpointTrouble],
      description: '`webhookEndpoints(health: …)`, for each of DISABLED, FAILING and PAUSED.',
      resolve: (_home, _args, { core }) => core.store.webhookHealth.troubledEndpoints(),
    }),
    proposals: t.field({
      type: Bounded,
      description: '`proposals`',
      resolve: (_home, _args, { core }) => core.store.consoleProposals.countOpen(core.clock.real()),
    }),
  }),
})

/** What waits for others, and what is kept up by people. */
builder.objectFields(Home, (t) => ({
  oldestProcessing: t.field({
    type: Oldest,
    nullable: true,
    description: 'The booking in PROCESSING whose supplier call has been open longest; null: none has.',
    resolve: (_home, _args, { core }) => core.store.homeFigures.oldestPending('PROCESSING', core.config.environment),
  }),
  oldestCancellation: t.field({
    type: Oldest,
    nullable: true,
    description: 'The same for CANCELLATION_PENDING.',
    resolve: (_home, _args, { core }) =>
      core.store.homeFigures.oldestPending('CANCELLATION_PENDING', core.config.environment),
  }),
  oldestDelivery: t.field({
    type: Oldest,
    nullable: true,
    description: 'The webhook delivery whose event came about longest ago, of those that still wait; null: none does.',
    resolve: (_home, _args, { core }) => core.store.homeFigures.oldestDelivery(),
  }),
  rates: t.field({ type: RateAgesType, resolve: (_home, _args, context) => rateAges(context) }),
}))

builder.queryField('home', (t) => t.field({ type: Home, ...only('viewer'), resolve: () => ({}) }))

const MinuteOfBookings = builder
  .objectRef<{ readonly at: Instant; readonly status: BookingStatus; readonly count: number }>('MinuteOfBookings')
  .implement({
    fields: (t) => ({
      at: t.field({ type: 'DateTime', description: 'Its beginning.', resolve: ({ at }) => toRfc3339(at) }),
      status: t.exposeString('status', { description: 'Of now.' }),
      count: t.exposeInt('count'),
    }),
  })

const MOST_DAYS = 31

const BookingTrafficType = builder.objectRef<BookingTraffic>('BookingTraffic').implement({
  description: 'The bookings that were made in the last sixty whole minutes, by minute and by their status of now.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', resolve: ({ from }) => toRfc3339(from) }),
    until: t.field({
      type: 'DateTime',
      description: 'Those of this instant are not among them.',
      resolve: ({ until }) => toRfc3339(until),
    }),
    countedFrom: t.field({
      type: 'DateTime',
      nullable: true,
      description: `Set when more were made than the ${MOST_MADE} that are counted: what was made before is not known.`,
      resolve: ({ countedFrom }) => timeOrNull(countedFrom),
    }),
    minutes: t.field({
      type: [MinuteOfBookings],
      description: 'Minutes in which no booking was made are left out.',
      resolve: ({ counts, from }) =>
        counts.map(({ minute, status, count }) => ({ at: from + minute * MINUTE_MS, status, count })),
    }),
  }),
})

builder.queryField('bookingTraffic', (t) =>
  t.field({
    type: BookingTrafficType,
    ...only('viewer'),
    args: { daysBefore: t.arg.int({ description: 'The same hour so many days before, 31 at most: 7 by a week.' }) },
    resolve: (_root, { daysBefore }, { core }) => {
      const days = daysBefore ?? 0
      if (days < 0 || days > MOST_DAYS)
        throw refusal('BAD_INPUT', `daysBefore is 0 to ${MOST_DAYS}`, { field: 'daysBefore' })
      return bookingTraffic(core, days)
    },
  }),
)

type Step = {
  readonly step: FirstStep
  readonly isDone: boolean
  readonly at: Date | null
  readonly subject: string | null
}

const FirstStepType = builder.objectRef<Step>('FirstStep').implement({
  description: 'A step on the way to the first sale of an installation.',
  fields: (t) => ({
    step: t.string({ description: FIRST_STEPS.join(', '), resolve: ({ step }) => step }),
    isDone: t.exposeBoolean('isDone'),
    doneAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Null: not yet, or nobody knows when.',
      resolve: ({ at }) => at?.toISOString() ?? null,
    }),
    subject: t.exposeString('subject', {
      nullable: true,
      description: 'The connection, listing, organization or booking.',
    }),
  }),
})

builder.queryField('firstSteps', (t) =>
  t.field({
    type: [FirstStepType],
    description: 'What has to be done before an installation sells, and what of it is done.',
    ...only('viewer'),
    resolve: async (_root, _args, { core }): Promise<Step[]> => {
      const done = await core.store.homeFigures.firstSteps(core.config.environment)
      return FIRST_STEPS.map((step) => {
        const row = done.find((one) => one.step === step)
        return { step, isDone: row !== undefined, at: row?.at ?? null, subject: row?.subject ?? null }
      })
    },
  }),
)
