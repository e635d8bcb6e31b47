import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { NOT_FOUND } from '../../src/operations/bookings/machinery/booking-failure.ts'
import type { TestDatabase } from './database.ts'
import type { Json } from './http-client.ts'
import { bookingInput, party, stay } from './journey.ts'
import type { Partner } from './repeating-partner.ts'
import { until } from './until.ts'

/** How a booking has to end, as its scenario is documented. */
export type End = {
  readonly slug: string
  readonly status: string
  /** Statuses that it goes through, in this order, with others between them. */
  readonly through?: readonly string[]
  /** Statuses that it never has. */
  readonly never?: readonly string[]
  /** True: its supplier has a record of it. */
  readonly isAtSupplier: boolean
}

/** What the partners of a walk know in the end. */
export type Ledger = {
  /** Every booking whose creation was answered with success. */
  readonly accepted: Set<string>
  readonly ends: Map<string, End>
  /** What is done when the sandbox's clock has come to an instant (epoch ms). */
  readonly later: { readonly at: number; readonly act: () => Promise<unknown> }[]
  /** Bookings that came to nothing, and were made anew as their partner was told. */
  readonly madeAnew: string[]
}

export type Walker = {
  readonly slug: string
  readonly hotelId: string
  /** Over either facade, as it is this scenario's turn. */
  readonly partner: Partner
  /** Over HTTP, for what the documents of the tests do not ask for. */
  readonly http: Partner
  readonly ledger: Ledger
  /** Past every API, for what no API shows. */
  readonly database: Pick<TestDatabase, 'query'>
  /**
   * Whether the gateways lose their primary: then the answer to a commit may be lost that says that a call is about to be sent. The
   * call is not sent, and once its supplier is found not to know it, the booking has failed.
   */
  readonly losesAnswers: boolean
}

export type Mode = 'INSTANT' | 'HOLD'

/** A booking FAILED, and is not at its supplier, as the walk's end is held against. */
export class NothingBooked extends Error {}

/** Longer than a failover and the looks after it take. */
const SETTLES_WITHIN_MS = 180_000

/** What the room search brings, to its end; asked again until it is what the scenario is documented to bring. */
export function roomEvents(
  { http, hotelId, slug }: Walker,
  changes: Json,
  isMeant: (events: readonly Json[]) => boolean,
): Promise<Json[]> {
  return until(
    `the room search at ${slug}`,
    async () => {
      const events = await http.rooms(hotelId, { ...stay(), ...party, ...changes })
      return isMeant(events) ? events : null
    },
    SETTLES_WITHIN_MS,
  )
}

export function optionsIn(events: readonly Json[]): Json[] {
  return events.flatMap((event) => event.options ?? [])
}

/** Asks until there are options: a supplier may fail while its store does. */
export function options({ partner, hotelId, slug }: Walker, changes: Json = {}): Promise<Json[]> {
  return until(
    `rooms at ${slug}`,
    async () => {
      const found = optionsIn(await partner.rooms(hotelId, { ...stay(), ...party, ...changes }))
      return found.length > 0 ? found : null
    },
    SETTLES_WITHIN_MS,
  )
}

/** As `options`, with every field that HTTP has. */
export function optionsInFull(walker: Walker, changes: Json = {}): Promise<Json[]> {
  return options({ ...walker, partner: walker.http }, changes)
}

/** The first option that can be booked so, prebooked. */
export async function prebooked(walker: Walker, mode: Mode = 'INSTANT'): Promise<Json> {
  const option = (await options(walker)).find(({ available_booking_modes: modes }: Json) => modes.includes(mode))
  if (!option) throw new Error(`${walker.slug} has nothing for ${mode}`)
  return walker.partner.prebook(option.booking_token)
}

/** Books an offer under a key of its own; `changes` to what is sent. */
export async function book(walker: Walker, offer: Json, mode: Mode = 'INSTANT', changes: Json = {}): Promise<Json> {
  const { partner, ledger, slug } = walker
  const booked = await partner.book({ ...bookingInput(offer, mode), ...changes }, randomUUID())
  if (!booked.booking_id) throw new Error(`${slug} was not booked: ${JSON.stringify(booked)}`)
  ledger.accepted.add(booked.booking_id)
  return booked
}

export async function offerAndBook(walker: Walker, mode: Mode = 'INSTANT'): Promise<Json> {
  return book(walker, (await prebooked(walker, mode)).offer, mode)
}

/** Consents to what the prebook has found to be otherwise. */
export function bookAtItsPrice(walker: Walker, offer: Json): Promise<Json> {
  const { amount_minor, currency } = offer.price.total
  return book(walker, offer, 'INSTANT', { accepted_price: { amount_minor, currency } })
}

/** Waits until the booking has one of the statuses, asking whichever gateway is next. */
export function becomes({ partner, slug }: Walker, bookingId: string, ...statuses: readonly string[]): Promise<Json> {
  return until(
    `${slug} ${bookingId} to be ${statuses.join(' or ')}`,
    async () => {
      const booking = await partner.booking(bookingId)
      return statuses.includes(booking.status) ? booking : null
    },
    SETTLES_WITHIN_MS,
  )
}

/** As `becomes`, for a booking that must not fail; one that did and was not sent is to be made anew. */
export async function reaches(walker: Walker, bookingId: string, ...statuses: readonly string[]): Promise<Json> {
  const booking = await becomes(walker, bookingId, ...statuses, 'FAILED')
  if (statuses.includes(booking.status)) return booking
  const { failure } = (await walker.http.get(`/hotels/book/${bookingId}`)).body.data
  const isInDoubt = walker.losesAnswers && failure.message === NOT_FOUND.message
  if (!failure.retryable && !isInDoubt)
    throw new Error(`${walker.slug} ${bookingId} has failed: ${JSON.stringify(failure)}`)
  endsAs(walker, bookingId, { status: 'FAILED', isAtSupplier: false })
  throw new NothingBooked(`${walker.slug} ${bookingId}`)
}

export function endsAs({ ledger, slug }: Walker, bookingId: string, end: Partial<End> & Pick<End, 'status'>): void {
  ledger.ends.set(bookingId, { slug, isAtSupplier: true, ...end })
}

/** A booking that is made at once, to the state in which its scenario leaves it. */
export async function bookedToEnd(walker: Walker, booked: Json, more: Partial<End> = {}): Promise<string> {
  const { booking_id: id } = booked
  await reaches(walker, id, 'CONFIRMED')
  endsAs(walker, id, { status: 'CONFIRMED', through: ['PROCESSING', 'CONFIRMED'], ...more })
  return id
}

export async function held(walker: Walker): Promise<Json> {
  const { booking_id: id } = await offerAndBook(walker, 'HOLD')
  return reaches(walker, id, 'ON_HOLD')
}

/** Confirms a hold until it is confirmed; answers the codes with which that was refused. */
export async function confirm(
  walker: Walker,
  { booking_id: id, accepted_offer_id: offerId }: Json,
): Promise<readonly string[]> {
  const codes: string[] = []
  for (;;) {
    const { code } = await walker.partner.confirmHold(id, offerId)
    if (code) codes.push(code)
    const { status } = await reaches(walker, id, 'CONFIRMED', 'ON_HOLD')
    if (status === 'CONFIRMED') return codes
    if (codes.length > 3) throw new Error(`${walker.slug} ${id} is not confirmed: ${codes.join()}`)
  }
}

/** Quotes and accepts until the booking is cancelled; a cancellation that had no effect is asked for anew. */
async function cancel(walker: Walker, bookingId: string, penaltyStatus: string): Promise<void> {
  for (;;) {
    const quote = await walker.partner.quote(bookingId)
    expect(quote, `the quote of ${walker.slug}`).toMatchObject({ cancellable: true, penalty_status: penaltyStatus })
    await walker.partner.cancel(bookingId, quote.quote_id, randomUUID())
    const { status } = await reaches(walker, bookingId, 'CANCELLED', 'CONFIRMED', 'ON_HOLD')
    if (status === 'CANCELLED') return
  }
}

export async function cancelConfirmed(walker: Walker, bookingId: string, penaltyStatus: string): Promise<void> {
  await cancel(walker, bookingId, penaltyStatus)
  endsAs(walker, bookingId, { status: 'CANCELLED', through: ['CONFIRMED', 'CANCELLATION_PENDING', 'CANCELLED'] })
}

export async function cancelled(walker: Walker, booked: Json, penaltyStatus: string): Promise<void> {
  await cancelConfirmed(walker, await bookedToEnd(walker, booked), penaltyStatus)
}

/** When the sandbox's clock is so many seconds past what it says now. */
export async function inSeconds(walker: Walker, seconds: number, act: () => Promise<unknown>): Promise<void> {
  walker.ledger.later.push({ at: (await clockNow(walker.http)) + seconds * 1_000, act })
}

export async function clockNow({ post }: Pick<Partner, 'post'>): Promise<number> {
  return Date.parse((await post('/sandbox/clock', { advance_seconds: 0 })).body.data.now)
}
