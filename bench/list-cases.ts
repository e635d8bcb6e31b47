import type { DeliveryStatus } from '../src/domain/contract/webhook.ts'
import { DAY_MS } from '../src/domain/time.ts'
import type { BookingFilter } from '../src/store/booking.ts'
import type { Store } from '../src/store/store.ts'
import { BUSY_ENDPOINT, IDLE_ENDPOINT, TENANT } from './big-data.ts'

/** What a list takes unless it is asked for more, and one, to know whether there is a further page. */
const LIMIT = 21

/** A list with a filter, over what big-data.ts makes. */
export type List = {
  readonly name: string
  readonly read: (store: Store) => Promise<readonly unknown[]>
  /** A command of an operator is a process of its own, which asks each statement once. */
  readonly isCommand: boolean
}

function day(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
}

function bookings(name: string, filter: Partial<BookingFilter>): List {
  const whole = {
    status: null,
    checkInFrom: null,
    createdFromAt: null,
    clientReference: null,
    before: null,
    limit: LIMIT,
    ...filter,
  }
  return { name: `bookings ${name}`, read: (store) => store.bookings.list(TENANT, 'sandbox', whole), isCommand: false }
}

/** So long ago that a page from there on is one of the last. */
function past(days: number) {
  return { createdAt: Date.now() - days * DAY_MS, bookingId: 'ubk_0' }
}

const BOOKING_LISTS: readonly List[] = [
  bookings('', {}),
  bookings('late page', { before: past(700) }),
  bookings('status=AWAITING_REVIEW', { status: 'AWAITING_REVIEW' }),
  bookings('status=CANCELLATION_PENDING (none)', { status: 'CANCELLATION_PENDING' }),
  bookings('status=CONFIRMED', { status: 'CONFIRMED' }),
  bookings('status=FAILED, late page', { status: 'FAILED', before: past(700) }),
  bookings('check_in_from=today', { checkInFrom: day(0) }),
  bookings('check_in_from=today, last page', { checkInFrom: day(0), before: past(110) }),
  bookings('check_in_from in 119 days', { checkInFrom: day(119) }),
  bookings('check_in_from two years ago, late page', { checkInFrom: day(-700), before: past(690) }),
  bookings('check_in_from=today, status=ON_HOLD', { checkInFrom: day(0), status: 'ON_HOLD' }),
  bookings('created_from yesterday', { createdFromAt: Date.now() - DAY_MS }),
  bookings('client_reference of one', { clientReference: 'order 88' }),
  bookings('client_reference of a fifth', { clientReference: 'standing order' }),
]

function deliveries(
  name: string,
  filter: {
    readonly endpointId?: string
    readonly bookingId?: string
    readonly status?: DeliveryStatus
    readonly lateDays?: number
  },
): List {
  const { endpointId = null, bookingId = null, status = null, lateDays } = filter
  const before = lateDays === undefined ? null : { createdAt: Date.now() - lateDays * DAY_MS, deliveryId: 'whd_0' }
  return {
    name: `deliveries ${name}`,
    read: (store) =>
      store.webhookDeliveries.list(TENANT, 'sandbox', { endpointId, bookingId, status, before, limit: LIMIT }),
    isCommand: false,
  }
}

const DELIVERY_LISTS: readonly List[] = [
  deliveries('', {}),
  deliveries('late page', { lateDays: 700 }),
  deliveries('status=FAILED', { status: 'FAILED' }),
  deliveries('status=PENDING', { status: 'PENDING' }),
  deliveries('status=DELIVERED', { status: 'DELIVERED' }),
  deliveries('endpoint_id, hardly used', { endpointId: IDLE_ENDPOINT }),
  deliveries('endpoint_id, busy, late page', { endpointId: BUSY_ENDPOINT, lateDays: 700 }),
  deliveries('endpoint_id, status=DISCARDED', { endpointId: BUSY_ENDPOINT, status: 'DISCARDED' }),
  deliveries('booking_id', { bookingId: 'ubk_000000100' }),
  deliveries('booking_id, status=FAILED', { bookingId: 'ubk_000000100', status: 'FAILED' }),
]

const NO_CASES = { kinds: null, organizationId: null, isOpen: true, takenBy: null, limit: 50, after: null } as const
const NO_ENTRIES = { since: null, actor: null, action: null, subject: null, limit: 50 } as const
const NO_DEAD = { organizationId: null, endpointId: null, since: null, limit: 50 } as const

const OPERATOR_LISTS: readonly Omit<List, 'isCommand'>[] = [
  { name: 'review list', read: ({ bookings: all }) => all.waitingForOperator() },
  { name: 'case list', read: ({ cases }) => cases.list(NO_CASES) },
  { name: 'case list --kind', read: ({ cases }) => cases.list({ ...NO_CASES, kinds: ['REVIEW', 'DISCREPANCY'] }) },
  { name: 'case list --organization', read: ({ cases }) => cases.list({ ...NO_CASES, organizationId: TENANT }) },
  { name: 'case list --mine', read: ({ cases }) => cases.list({ ...NO_CASES, takenBy: 'operator:ada' }) },
  { name: 'case list --closed', read: ({ cases }) => cases.list({ ...NO_CASES, isOpen: false }) },
  {
    name: 'case list --closed --kind',
    read: ({ cases }) => cases.list({ ...NO_CASES, isOpen: false, kinds: ['REVIEW', 'DISCREPANCY'] }),
  },
  {
    name: 'case list --closed --organization',
    read: ({ cases }) => cases.list({ ...NO_CASES, isOpen: false, organizationId: 'org_12' }),
  },
  {
    name: 'case list --closed --mine',
    read: ({ cases }) => cases.list({ ...NO_CASES, isOpen: false, takenBy: 'operator:ada' }),
  },
  { name: 'delivery list', read: (store) => store.webhookDeliveries.dead(NO_DEAD) },
  {
    name: 'delivery list --organization',
    read: (store) => store.webhookDeliveries.dead({ ...NO_DEAD, organizationId: TENANT }),
  },
  {
    name: 'delivery list --endpoint --since',
    read: (store) =>
      store.webhookDeliveries.dead({ ...NO_DEAD, endpointId: IDLE_ENDPOINT, since: Date.now() - 100 * DAY_MS }),
  },
  { name: 'webhook list', read: (store) => store.webhookEndpoints.states(null) },
  { name: 'audit list', read: ({ audit }) => audit.list(NO_ENTRIES) },
  { name: 'audit list --actor', read: ({ audit }) => audit.list({ ...NO_ENTRIES, actor: 'operator:ada' }) },
  { name: 'audit list --actor key:*', read: ({ audit }) => audit.list({ ...NO_ENTRIES, actor: 'key:*' }) },
  { name: 'audit list --action', read: ({ audit }) => audit.list({ ...NO_ENTRIES, action: 'booking.settle' }) },
  { name: 'audit list --subject', read: ({ audit }) => audit.list({ ...NO_ENTRIES, subject: 'subject_100' }) },
  { name: 'audit list --since', read: ({ audit }) => audit.list({ ...NO_ENTRIES, since: Date.now() - DAY_MS }) },
]

/** What a figure reads is no list. */
function figure(name: string, read: (store: Store) => Promise<unknown>): List {
  return { name: `Home: ${name}`, read: async (store) => [await read(store)], isCommand: false }
}

const OPEN = { kinds: null, organizationId: null, isOpen: true, takenBy: null } as const
const HOUR_MS = DAY_MS / 24

/** The console's first screen. */
const HOME_FIGURES: readonly List[] = [
  figure('reviews', ({ cases }) => cases.count({ ...OPEN, queue: 'REVIEWS' })),
  figure('reviews overdue', ({ cases }) => cases.count({ ...OPEN, queue: 'REVIEWS', isOverdue: true })),
  figure('cases', ({ cases }) => cases.count({ ...OPEN, queue: 'CASES' })),
  figure('cases, the first deadline', ({ cases }) => cases.list({ ...OPEN, queue: 'CASES', limit: 1, after: null })),
  figure('endpoints', ({ webhookHealth }) => webhookHealth.troubledEndpoints()),
  figure('the oldest PROCESSING', ({ homeFigures }) => homeFigures.oldestPending('PROCESSING', 'sandbox')),
  figure('the oldest delivery', ({ homeFigures }) => homeFigures.oldestDelivery()),
  figure('bookings of an hour', ({ homeFigures }) =>
    homeFigures.madeByMinute({ environment: 'sandbox', from: Date.now() - HOUR_MS, until: Date.now() }),
  ),
  figure('the first steps', ({ homeFigures }) => homeFigures.firstSteps('sandbox')),
]

/** Every list with each of its filters, over so many bookings. */
export function listsOver(count: number): readonly List[] {
  // After the last event of the booking in the middle.
  const afterPosition = BigInt(count * 2 + 4)
  const events: List = {
    name: 'GET /events, late page',
    read: (store) => store.events.list(TENANT, 'sandbox', { afterPosition, limit: 100 }),
    isCommand: false,
  }
  const commands = OPERATOR_LISTS.map((list) => ({ ...list, isCommand: true }))
  return [...BOOKING_LISTS, ...DELIVERY_LISTS, ...HOME_FIGURES, events, ...commands]
}
