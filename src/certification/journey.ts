import { setTimeout as sleep } from 'node:timers/promises'
import type { BookingDetails, BookingStatusData } from '../domain/contract/booking.ts'
import type { OfferView, PrebookView, RoomOptionView } from '../domain/contract/offer.ts'
import type { Problem } from '../domain/errors.ts'
import type { Result } from '../domain/result.ts'
import { addDays, dateInZone, SECOND_MS } from '../domain/time.ts'
import { lookAtBooking } from '../operations/bookings/follow-up/look-at-booking.ts'
import type { Caller } from '../operations/caller.ts'
import type { Deps } from '../operations/deps.ts'
import type { UncheckedGateway } from '../operations/gateway.ts'
import { settleByOperator } from '../operations/operator/settle-by-operator.ts'
import { jobContext } from '../operations/supplier-calls.ts'
import type { MadeBooking } from './folder.ts'
import { guestsOf, HOLDER, type Party, USER_AGENT } from './party.ts'

/** What the steps of a run work with. Everything that the gateway tells is recorded. */
export type Journey = ReturnType<typeof createJourney>

type JourneyOptions = {
  readonly deps: Deps
  readonly gateway: UncheckedGateway
  readonly caller: Caller
  readonly address: string
  readonly nationality: string
  readonly step: () => string
  /** The session of the traveller: one for each step. */
  readonly session: () => string
  readonly write: (told: { operation: string; input: unknown; ok: boolean; value: unknown }) => Promise<void>
  readonly bookings: {
    readonly made: () => readonly MadeBooking[]
    readonly put: (booking: MadeBooking) => Promise<void>
  }
  /** How long a booking may take to be settled. */
  readonly settleMs: number
}

type Creation = {
  readonly mode?: 'INSTANT' | 'HOLD'
  readonly givenName?: string
  /** How long to wait for what becomes of it; absent: as long as the run may. */
  readonly withinMs?: number
}

/** A stay; `daysAhead` differs from step to step, so that no answer comes from a memory. */
export type Asked = { readonly hotelId: number; readonly party: Party; readonly daysAhead: number }

const NIGHTS = 2
const WAIT_MS = 9 * SECOND_MS
const LOOK_EVERY_MS = 500

const UNDECIDED = new Set(['PROCESSING', 'CANCELLATION_PENDING', 'AWAITING_REVIEW'])
/** The gateway waits for its operator: looking again changes nothing. */
const FOR_A_PERSON = 'MANUAL_REVIEW_REQUIRED'
const OVER = new Set(['CANCELLED', 'FAILED'])

export function createJourney(options: JourneyOptions) {
  const { deps, gateway, caller, bookings } = options

  async function tell<View>(
    operation: string,
    input: unknown,
    answer: Promise<Result<View, Problem>>,
  ): Promise<View | null> {
    const told = await answer
    await options.write({ operation, input, ok: told.ok, value: told.ok ? told.value : told.error })
    return told.ok ? told.value : null
  }

  function traveller() {
    return { ip: options.address, sessionId: options.session(), userAgent: USER_AGENT }
  }

  function stayOf({ party, daysAhead }: Pick<Asked, 'party' | 'daysAhead'>) {
    const checkIn = addDays(dateInZone(deps.clock.of(caller.organizationId).now(), 'UTC'), daysAhead)
    return { checkIn, checkOut: addDays(checkIn, NIGHTS), nationality: options.nationality, rooms: party }
  }

  async function search(placeId: number, daysAhead: number, party: Party): Promise<readonly number[]> {
    const input = {
      destination: { type: 'place', id: placeId },
      ...stayOf({ party, daysAhead }),
      pricingMode: 'live',
      limit: 40,
      maxWaitMs: WAIT_MS,
      traveller: traveller(),
    }
    const found = await tell('searchHotels', input, gateway.searchHotels(caller, input))
    return (found?.hotels ?? []).map(({ hotelId }) => Number(hotelId))
  }

  async function rooms(asked: Asked): Promise<readonly RoomOptionView[]> {
    const input = { hotelId: asked.hotelId, ...stayOf(asked), maxWaitMs: WAIT_MS, traveller: traveller() }
    const found = await tell('createRoomSearch', input, gateway.createRoomSearch(caller, input))
    return found?.options ?? []
  }

  function prebook(option: RoomOptionView): Promise<PrebookView | null> {
    const input = { bookingToken: option.bookingToken, traveller: traveller() }
    return tell('prebook', input, gateway.prebook(caller, input))
  }

  /** The offer of the first of the options that is still to be had; free cancellation first. */
  async function offerOf(asked: Asked, mode: 'INSTANT' | 'HOLD' = 'INSTANT'): Promise<OfferView | null> {
    const possible = (await rooms(asked)).filter(({ availableBookingModes: modes }) => modes.includes(mode))
    const [option] = possible.toSorted((a, b) => rank(a) - rank(b))
    return option ? ((await prebook(option))?.offer ?? null) : null
  }

  async function create(
    offer: OfferView,
    { mode = 'INSTANT', withinMs, ...holder }: Creation = {},
  ): Promise<BookingStatusData | null> {
    const step = options.step()
    const key = `${step}-${offer.offerId}`
    const input = {
      offerId: offer.offerId,
      bookingMode: mode,
      holder: { ...HOLDER, ...holder },
      guests: guestsOf(offer.allocations),
      acceptedPrice: {
        amountMinor: offer.price.total.amountMinor,
        currency: offer.price.total.currency,
      },
      traveller: traveller(),
    }
    await bookings.put({ step, key, bookingId: null, over: false })
    const created = await tell('createBooking', input, gateway.createBooking(caller, input, key).then(bookingOf))
    await bookings.put({ step, key, bookingId: created?.bookingId ?? null, over: created === null })
    return created && settled(created.bookingId, withinMs)
  }

  /** One look, as jobs make it; a supplier that does not answer is asked again later. */
  async function look(bookingId: string): Promise<void> {
    const input = { bookingId, look: { leaseId: null }, context: jobContext(bookingId) }
    await lookAtBooking(deps, input).catch(() => undefined)
  }

  function booking(bookingId: string): Promise<BookingStatusData | null> {
    return tell('getBooking', { bookingId }, gateway.getBooking(caller, { bookingId }))
  }

  /** Looks at a booking until it is decided, for as long as the run may wait. */
  async function settled(bookingId: string, withinMs = options.settleMs): Promise<BookingStatusData | null> {
    const until = performance.now() + withinMs
    for (;;) {
      const { value } = await gateway
        .getBooking(caller, { bookingId })
        .then((read) => (read.ok ? read : { value: null }))
      const isDecided = value !== null && (!UNDECIDED.has(value.status) || value.processingReason === FOR_A_PERSON)
      if (isDecided || performance.now() >= until) return booking(bookingId)
      await look(bookingId)
      await sleep(LOOK_EVERY_MS)
    }
  }

  /** Looks until the supplier's record tells what it charges, which may be some seconds after it has confirmed. */
  async function record(bookingId: string): Promise<void> {
    const until = performance.now() + options.settleMs
    do {
      await look(bookingId)
      const read = await gateway.getBookingDetails(caller, { bookingId })
      if (read.ok && read.value.chargedTotal !== null) return
      await sleep(LOOK_EVERY_MS)
    } while (performance.now() < until)
  }

  function details(bookingId: string): Promise<BookingDetails | null> {
    return tell('getBookingDetails', { bookingId }, gateway.getBookingDetails(caller, { bookingId }))
  }

  async function confirmHold(bookingId: string, offerId: string, withinMs?: number): Promise<BookingStatusData | null> {
    const input = { bookingId, acceptedOfferId: offerId }
    await tell('confirmHold', input, gateway.confirmHold(caller, input))
    return settled(bookingId, withinMs)
  }

  /** Quotes, cancels, and waits for what became of it; null when it could not be cancelled. */
  async function cancel(bookingId: string, withinMs?: number): Promise<BookingStatusData | null> {
    const quote = await tell('quoteCancellation', { bookingId }, gateway.quoteCancellation(caller, { bookingId }))
    if (!quote) return null
    const input = { bookingId, cancellationQuoteId: quote.quoteId }
    const cancelled = await tell(
      'cancelBooking',
      input,
      gateway.cancelBooking(caller, input, `cancel-${quote.quoteId}`).then(bookingOf),
    )
    if (!cancelled) return null
    const end = await settled(bookingId, withinMs)
    await markOver(bookingId, end)
    return end
  }

  /**
   * A booking whose answer was forced to be lost was never made: the supplier was told so, and does not know it. The gateway leaves such
   * a booking to its operator, and here the operator is this run.
   */
  async function decided(
    bookingId: string,
    step: string,
    state: BookingStatusData | null,
  ): Promise<BookingStatusData | null> {
    if (state?.processingReason !== FOR_A_PERSON || !step.startsWith('forced-book-')) return state
    await settleByOperator(deps, {
      bookingId,
      settlement: 'absent',
      supplierBookingId: null,
      note: 'the outcome was forced by the certification',
      actor: caller.actor,
    })
    return booking(bookingId)
  }

  async function markOver(bookingId: string, end: BookingStatusData | null): Promise<void> {
    const made = bookings.made().find((one) => one.bookingId === bookingId)
    if (made && OVER.has(end?.status ?? '')) await bookings.put({ ...made, over: true })
  }

  /** Cancels what is left of a booking that a step, or a process, has left behind; true when nothing is. */
  async function release({ step, key, bookingId: known }: MadeBooking): Promise<boolean> {
    const found = await gateway.findBookingByIdempotencyKey(caller, {}, key)
    const bookingId = known ?? (found.ok ? found.value.bookingId : null)
    if (bookingId === null) {
      await bookings.put({ step, key, bookingId: null, over: true })
      return true
    }
    await bookings.put({ step, key, bookingId, over: false })
    const state = await decided(bookingId, step, await settled(bookingId))
    const end = state && OVER.has(state.status) ? state : await cancel(bookingId)
    await markOver(bookingId, end)
    return OVER.has(end?.status ?? '')
  }

  return {
    tell,
    search,
    rooms,
    prebook,
    offerOf,
    create,
    look,
    record,
    booking,
    settled,
    details,
    confirmHold,
    cancel,
    release,
  }
}

/** Options that cost nothing when they are cancelled come first, those that are lost last. */
function rank({ cancellation: { freeCancellationUntil, refundability } }: RoomOptionView): number {
  if (freeCancellationUntil !== null) return 0
  return refundability === 'NON_REFUNDABLE' ? 2 : 1
}

function bookingOf<Data>(answer: Result<{ readonly booking: Data }, Problem>): Result<Data, Problem> {
  return answer.ok ? { ok: true, value: answer.value.booking } : answer
}
