import type { OfferView } from '../domain/contract/offer.ts'
import { COUPLE } from './party.ts'
import type { Step, StepContext } from './step.ts'

/** What the gateway has to tell when Rapid's test host plays an outcome. */
export type ForcedOutcome = {
  readonly operation: string
  /** The value of the header `Test`. */
  readonly outcome: string
  /** Of the last thing that was told about it: a status, or the code of a problem. */
  readonly wanted: readonly string[]
}

function rows(operation: string, outcomes: Readonly<Record<string, readonly string[]>>): ForcedOutcome[] {
  return Object.entries(outcomes).map(([outcome, wanted]) => ({ operation, outcome, wanted }))
}

const FAILED = ['FAILED']
/** An answer that proves nothing leaves a booking undecided: it is neither told as booked nor as failed. */
const UNDECIDED = ['PROCESSING']

/** Every value of the header at every operation that the review lists, by go-live R-04. */
export const FORCED_OUTCOMES: readonly ForcedOutcome[] = [
  ...rows('search', { standard: ['OK'], service_unavailable: ['OK'], unknown_internal_error: ['OK'] }),
  ...rows('rooms', { standard: ['OPTIONS'], service_unavailable: ['NONE'], unknown_internal_error: ['NONE'] }),
  ...rows('price_check', {
    available: ['AVAILABLE', 'PRICE_CHANGED', 'TERMS_CHANGED'],
    price_changed: ['PRICE_CHANGED'],
    sold_out: ['SOLD_OUT'],
    service_unavailable: ['SERVICE_UNAVAILABLE'],
    unknown_internal_error: ['SERVICE_UNAVAILABLE'],
  }),
  ...rows('book', {
    standard: ['CONFIRMED'],
    price_mismatch: FAILED,
    cc_declined: FAILED,
    rooms_unavailable: FAILED,
    service_unavailable: UNDECIDED,
    internal_server_error: UNDECIDED,
    complete_payment_session: UNDECIDED,
  }),
  ...rows('retrieve', {
    standard: ['CONFIRMED'],
    service_unavailable: ['CONFIRMED'],
    internal_server_error: ['CONFIRMED'],
  }),
  ...rows('confirm_hold', {
    standard: ['CONFIRMED'],
    service_unavailable: ['PROCESSING', 'CONFIRMED', 'ON_HOLD'],
    internal_server_error: ['PROCESSING', 'CONFIRMED', 'ON_HOLD'],
  }),
  ...rows('cancel', {
    standard: ['CANCELLED'],
    service_unavailable: ['CANCELLATION_PENDING', 'CONFIRMED'],
    unknown_internal_error: ['CANCELLATION_PENDING', 'CONFIRMED'],
    internal_server_error: ['CANCELLATION_PENDING', 'CONFIRMED'],
    post_stay_cancel: ['CANCELLATION_PENDING', 'CONFIRMED'],
  }),
]

export function sceneOf({ operation, outcome }: Pick<ForcedOutcome, 'operation' | 'outcome'>): string {
  return `forced-${operation}-${outcome}`.replaceAll('_', '-')
}

/** How long a booking is looked at that an outcome has left undecided: it will stay so. */
const BRIEFLY_MS = 1

/** Under this outcome of one operation; all others answer as usual. */
function forced<T>({ under }: StepContext, row: ForcedOutcome, work: () => Promise<T>): Promise<T> {
  return under({ settings: { testHeader: { [row.operation]: row.outcome } } }, work)
}

function freshOffer({ journey, hotels, days }: StepContext, mode: 'INSTANT' | 'HOLD'): Promise<OfferView | null> {
  const hotelId = mode === 'HOLD' ? hotels.held : hotels.booked
  return journey.offerOf({ hotelId, party: COUPLE, daysAhead: days() }, mode)
}

type Drive = (context: StepContext, row: ForcedOutcome) => Promise<void>

/** How each operation is brought about, so that it is the next call that the outcome is forced upon. */
const DRIVES: Readonly<Record<string, Drive>> = {
  search: async (context, row) => {
    await forced(context, row, () => context.journey.search(context.hotels.placeIds[0] ?? 0, context.days(), COUPLE))
  },
  rooms: async (context, row) => {
    const asked = { hotelId: context.hotels.booked, party: COUPLE, daysAhead: context.days() }
    await forced(context, row, () => context.journey.rooms(asked))
  },
  price_check: async (context, row) => {
    const { journey, hotels } = context
    const [option] = await journey.rooms({ hotelId: hotels.booked, party: COUPLE, daysAhead: context.days() })
    if (option) await forced(context, row, () => journey.prebook(option))
  },
  book: async (context, row) => {
    const offer = await freshOffer(context, 'INSTANT')
    const withinMs = row.wanted === UNDECIDED ? { withinMs: BRIEFLY_MS } : {}
    if (offer) await forced(context, row, () => context.journey.create(offer, withinMs))
  },
  retrieve: async (context, row) => {
    const { journey } = context
    const offer = await freshOffer(context, 'INSTANT')
    const booking = offer && (await journey.create(offer))
    if (!booking) return
    await forced(context, row, () => journey.look(booking.bookingId))
    await journey.booking(booking.bookingId)
  },
  confirm_hold: async (context, row) => {
    const { journey } = context
    const offer = await freshOffer(context, 'HOLD')
    const held = offer && (await journey.create(offer, { mode: 'HOLD' }))
    const withinMs = row.outcome === 'standard' ? undefined : BRIEFLY_MS
    if (offer && held) await forced(context, row, () => journey.confirmHold(held.bookingId, offer.offerId, withinMs))
  },
  cancel: async (context, row) => {
    const { journey } = context
    const offer = await freshOffer(context, 'INSTANT')
    const booking = offer && (await journey.create(offer))
    if (booking) await forced(context, row, () => journey.cancel(booking.bookingId, BRIEFLY_MS))
  },
}

/** One step for each outcome, so that an interrupted run goes on at the next one. */
export const forcedOutcomes: readonly Step[] = FORCED_OUTCOMES.map((row) => ({
  name: sceneOf(row),
  says: `\`Test: ${row.outcome}\` at \`${row.operation}\``,
  shows: ['R-04'],
  run: async (context) => DRIVES[row.operation]?.(context, row),
}))
