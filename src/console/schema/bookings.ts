import { BOOKING_STATUSES, type BookingStatus } from '../../domain/booking.ts'
import { BOOKING_VIEWS, type BookingView } from '../../domain/booking-views.ts'
import { DAY_MS, isCalendarDate, isStorable, parseRfc3339, toRfc3339 } from '../../domain/time.ts'
import {
  type BookingMatches,
  matchBookings,
  type NamedHotel,
  type Recognised,
} from '../../operations/console/booking-matches.ts'
import type { BookingPlace, BookingQuery, FoundBooking } from '../../store/booking-search.ts'
import { SUPPLIERS } from '../../suppliers/registry.ts'
import { type ConsoleContext, readsOf } from '../context.ts'
import { refusal } from '../errors.ts'
import { BookingRow } from './booking-row.ts'
import { builder, only } from './builder.ts'
import { PAGE, pageSize } from './page.ts'

/** Who reads bookings: operators all, partners their own. */
export const BOOKING_READERS = ['viewer', 'partner_support'] as const

const BookingViewName = builder.enumType('BookingView', {
  description: 'What an operator looks for: stuck for more than ten minutes, FAILED of the last 24 hours, and so on.',
  values: BOOKING_VIEWS,
})

/** The filters that all searches have. */
export const BOOKING_FILTERS = builder.args((t) => ({
  view: t.field({ type: BookingViewName }),
  status: t.stringList({ description: 'Some statuses; all by default.' }),
  organizationId: t.string({ description: 'Operators only; partners see their own.' }),
  supplier: t.string({ description: 'A supplier’s code.' }),
  connectionId: t.string({}),
  hotelId: t.string({}),
  createdFrom: t.string({ description: 'RFC 3339' }),
  createdUntil: t.string({ description: 'RFC 3339' }),
  checkInFrom: t.string({ description: '2026-12-24' }),
  checkInUntil: t.string({ description: '2026-12-24, this day too' }),
  cancelledFrom: t.string({ description: 'RFC 3339: those that were cancelled since then.' }),
  cancelledUntil: t.string({ description: 'RFC 3339' }),
}))

type Given = string | null | undefined
type Filters = {
  readonly view?: BookingView | null | undefined
  readonly status?: readonly string[] | null | undefined
  readonly organizationId?: Given
  readonly supplier?: Given
  readonly connectionId?: Given
  readonly hotelId?: Given
  readonly createdFrom?: Given
  readonly createdUntil?: Given
  readonly checkInFrom?: Given
  readonly checkInUntil?: Given
  readonly cancelledFrom?: Given
  readonly cancelledUntil?: Given
}

/** A search as it was asked for, limited to what the viewer may see. */
export function queryOf(context: ConsoleContext, asked: Filters): Omit<BookingQuery, 'after' | 'limit'> {
  return {
    organizationId: readsOf(context, asked.organizationId),
    environment: context.core.config.environment,
    view: asked.view ?? null,
    statuses: (asked.status ?? []).map(statusOf),
    supplierCode: asked.supplier ?? null,
    connectionId: asked.connectionId ?? null,
    hotelId: hotelOf(asked.hotelId),
    createdFrom: instantOf('createdFrom', asked.createdFrom) ?? startOf(context, asked.view),
    createdUntil: instantOf('createdUntil', asked.createdUntil),
    checkInFrom: dateOf('checkInFrom', asked.checkInFrom),
    checkInUntil: dateOf('checkInUntil', asked.checkInUntil),
    cancelledFrom: instantOf('cancelledFrom', asked.cancelledFrom),
    cancelledUntil: instantOf('cancelledUntil', asked.cancelledUntil),
  }
}

/** A view of the last day says when that began. */
function startOf({ core }: ConsoleContext, view: Filters['view']): number | null {
  return view === 'FAILED_TODAY' ? core.clock.real() - DAY_MS : null
}

function statusOf(given: string): BookingStatus {
  const status = BOOKING_STATUSES.find((one) => one === given)
  if (!status) throw refusal('BAD_INPUT', `status is one of ${BOOKING_STATUSES.join(', ')}`, { field: 'status' })
  return status
}

function hotelOf(given: Given): number | null {
  if (given === null || given === undefined) return null
  if (!/^\d{1,9}$/.test(given)) throw refusal('BAD_INPUT', 'hotelId is a number', { field: 'hotelId' })
  return Number(given)
}

function instantOf(field: string, given: Given): number | null {
  if (given === null || given === undefined) return null
  const at = parseRfc3339(given)
  if (at === null) throw refusal('BAD_INPUT', `${field} is RFC 3339, with a zone`, { field })
  return at
}

function dateOf(field: string, given: Given): string | null {
  if (given === null || given === undefined) return null
  if (!isCalendarDate(given)) throw refusal('BAD_INPUT', `${field} is a date, for example 2026-12-24`, { field })
  return given
}

type BookingPage = {
  readonly items: readonly FoundBooking[]
  readonly next: string | null
  readonly lookedUntil: number | null
}

const BookingPageType = builder.objectRef<BookingPage>('BookingPage').implement({
  fields: (t) => ({
    items: t.field({ type: [BookingRow], resolve: ({ items }) => items }),
    next: t.exposeString('next', { nullable: true, description: '`after` of the next page; null: this is the last.' }),
    lookedUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Set when the search stopped before its page was full, because its filters left out too many bookings: it has looked at those that were made since then. `next` goes on; a narrower search is quicker.',
      resolve: ({ lookedUntil }) => (lookedUntil === null ? null : toRfc3339(lookedUntil)),
    }),
  }),
})

builder.queryField('bookings', (t) =>
  t.field({
    type: BookingPageType,
    description: 'Bookings, the newest first.',
    ...only(...BOOKING_READERS),
    args: { ...BOOKING_FILTERS, ...PAGE },
    resolve: async (_root, { after, first, ...asked }, context): Promise<BookingPage> => {
      const size = pageSize(first)
      const query = { ...queryOf(context, asked), after: placeOf(after), limit: size + 1 }
      const { bookings, lookedUntil } = await context.core.store.bookingLookup.search(query)
      const items = bookings.slice(0, size)
      const last = bookings.length > size ? items.at(-1) : lookedUntil
      return { items, next: last ? cursorOf(last) : null, lookedUntil: lookedUntil?.createdAt ?? null }
    },
  }),
)

export function cursorOf({ createdAt, bookingId }: BookingPlace): string {
  return `${createdAt}_${bookingId}`
}

export function placeOf(after: Given): BookingPlace | null {
  if (after === null || after === undefined) return null
  const match = /^(\d{1,15})_(ubk_\w{1,40})$/.exec(after)
  const createdAt = Number(match?.[1])
  if (!match?.[2] || !isStorable(createdAt))
    throw refusal('BAD_INPUT', 'after is the `next` of a page', { field: 'after' })
  return { createdAt, bookingId: match[2] }
}

const RecognisedType = builder.objectRef<Recognised>('RecognisedText').implement({
  fields: (t) => ({
    kind: t.exposeString('kind', {
      description:
        'What the text was taken for: BOOKING, SUPPLIER_REFERENCE, CLIENT_REFERENCE, IDEMPOTENCY_KEY, HOTEL …',
    }),
    count: t.exposeInt('count'),
  }),
})

const NamedHotelType = builder.objectRef<NamedHotel>('NamedHotel').implement({
  fields: (t) => ({ id: t.string({ resolve: ({ hotelId }) => String(hotelId) }), name: t.exposeString('name') }),
})

const BookingMatchesType = builder.objectRef<BookingMatches>('BookingMatches').implement({
  description: 'What one box finds.',
  fields: (t) => ({
    recognised: t.field({ type: [RecognisedType], resolve: ({ recognised }) => recognised }),
    items: t.field({ type: [BookingRow], resolve: ({ bookings }) => bookings }),
    hotels: t.field({ type: [NamedHotelType], resolve: ({ hotels }) => hotels }),
    mayBeGuest: t.exposeBoolean('mayBeGuest', {
      description: 'The text could be a guest’s name or address: only `searchGuests` finds those.',
    }),
  }),
})

builder.queryField('bookingMatches', (t) =>
  t.field({
    type: BookingMatchesType,
    description:
      'Finds bookings by any id of ours, the supplier’s id, code or reference, the hotel’s number, the client’s reference, an idempotency key, a request’s id, or a hotel.',
    ...only(...BOOKING_READERS),
    args: { text: t.arg.string({ required: true }) },
    resolve: (_root, { text }, context) =>
      matchBookings(context.core.deps, {
        text,
        scope: { organizationId: readsOf(context, null), environment: context.core.config.environment },
        suppliers: SUPPLIERS.map(({ code }) => code),
      }),
  }),
)
