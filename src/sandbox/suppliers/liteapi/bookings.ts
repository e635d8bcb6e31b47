import { behaviourOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'
import { fieldsOf, listOf, textOf } from '../json-body.ts'
import type { Json } from '../state.ts'
import { bookPastUs, writtenDown } from '../stock/alter.ts'
import {
  BOOKING,
  cancelStored,
  chargeMinorOf,
  currencyOf,
  findByDate,
  findByReference,
  loadBooking,
  newBooking,
  numberOf,
  type StoredBooking,
  toRecord,
  totalMinorOf,
} from '../stock/booking.ts'
import { recordedFor } from './awkward.ts'
import { bookingView, listedView, statusOf } from './booking-view.ts'
import { LITEAPI, readOfferToken, type TokenOffer } from './offer-token.ts'
import { amountView, commissionView } from './rate-view.ts'
import { badRequest, noAvailability, nothing, refuse, reply, wrongField } from './reply.ts'

const METHODS = ['ACC_CREDIT_CARD', 'WALLET', 'CREDIT']

/**
 * The booking id for a reference. It is computed from the reference alone, so that creating the record also ensures that
 * references are unique.
 */
function bookingIdOf(reference: string): string {
  return Number(numberOf(reference, 15)).toString(36)
}

/** `POST /rates/book`. A reference can be used only once: a second booking under it gets error 4005. */
export async function createBooking(deps: SandboxDeps, raw: unknown): Promise<SandboxReply> {
  const body = fieldsOf(raw)
  const nowAt = deps.clock.now()
  const found = readOfferToken(deps.catalogue, 'prebook', { token: textOf(body['prebookId']), nowAt })
  if (!found) return wrongField('invalid prebookId, rate not found')
  const fault = faultOf(body, found)
  if (fault) return fault
  if (found.sale.variant === 'PROPERTY_PAY') return badRequest('missing or not supported payment method')
  const { book, priceCheck } = behaviourOf(LITEAPI, found.offer.property.listing.supplierHotelId)
  if (book === 'REFUSED' || priceCheck === 'SOLD_OUT') return noAvailability()
  if (book === 'REQUEST_LOST') return { ...reply({}), lost: true }
  const booking = await writtenDown(deps, LITEAPI, toStored(deps, body, found))
  if (!(await deps.state.create(BOOKING, booking.id, toRecord(booking))))
    return refuse(400, 4005, { message: 'duplicate booking attempt with existing client reference' })
  await bookPastUs(deps, LITEAPI, { booking, id: bookingIdOf })
  return { ...reply({ data: bookingView(booking, nowAt), guestLevel: 0, sandbox: true }), lost: book === 'ANSWER_LOST' }
}

function toStored(
  deps: SandboxDeps,
  body: Readonly<Record<string, unknown>>,
  { offer, request, sale }: TokenOffer,
): StoredBooking {
  const nowAt = deps.clock.now()
  const reference = textOf(body['clientReference'])
  return newBooking({
    id: bookingIdOf(reference),
    reference,
    lines: [{ offer, parties: request.parties }],
    stay: request,
    // The values came out of JSON.parse.
    people: {
      holder: body['holder'],
      guests: body['guests'],
      metadata: body['metadata'] ?? {},
      customTags: body['customTags'] ?? {},
      recorded: recordedFor(deps, offer),
      commission: commissionView(offer, sale.margin).amount,
    } as unknown as Json,
    nowAt,
    confirmsAt: nowAt,
  })
}

function isNamed(person: Readonly<Record<string, unknown>>): boolean {
  return (
    textOf(person['firstName']) !== '' && textOf(person['lastName']) !== '' && textOf(person['email']).includes('@')
  )
}

function faultOf(body: Readonly<Record<string, unknown>>, { request }: TokenOffer): SandboxReply | null {
  const holder = fieldsOf(body['holder'])
  const guests = listOf(body['guests']).map(fieldsOf)
  const numbers = new Set(guests.map(({ occupancyNumber }) => occupancyNumber))
  if (textOf(body['clientReference']) === '') return wrongField('clientReference is required')
  if (!isNamed(holder) || textOf(holder['phone']) === '') return wrongField('holder is not complete')
  if (!guests.every(isNamed) || request.parties.some((_, index) => !numbers.has(index + 1)))
    return wrongField('one guest a room is required')
  return METHODS.includes(textOf(fieldsOf(body['payment'])['method']))
    ? null
    : badRequest('missing or not supported payment method')
}

/** `GET /bookings?clientReference=`: the bookings under a client's reference. */
export async function listBookings(deps: SandboxDeps, reference: string | null): Promise<SandboxReply> {
  if (reference === null || reference === '') return badRequest('clientReference is required')
  const found = await findByReference(deps, reference)
  return reply({ data: found.map((booking) => bookingView(booking, deps.clock.now())) })
}

/** `GET /bookings/`: all bookings that were made, or begin, on a date, and have the tags. */
export async function listByDate(deps: SandboxDeps, query: URLSearchParams): Promise<SandboxReply> {
  const made = query.get('bookingStartDate')
  const date = made ?? query.get('startDate')
  if (date === null || date !== (query.get('bookingEndDate') ?? query.get('endDate')))
    return badRequest('one day is required')
  const found = await findByDate(deps, made === null ? 'checkInDate' : 'createdDate', date)
  const tags = (query.get('customTags') ?? '').split(',').filter((tag) => tag !== '')
  const tagged = found.filter(({ people }) =>
    tags.every((tag) => {
      const [key = '', value] = tag.split(':')
      return fieldsOf(fieldsOf(people)['customTags'])[key] === value
    }),
  )
  return reply({ count: tagged.length, data: tagged.map((booking) => listedView(booking, deps.clock.now())) })
}

/** `GET /bookings/{bookingId}`: an unknown booking gets 204, which has no body. */
export async function showBooking(deps: SandboxDeps, bookingId: string): Promise<SandboxReply> {
  const booking = await loadBooking(deps, bookingId)
  return booking ? reply({ data: bookingView(booking, deps.clock.now()) }) : nothing()
}

/** `PUT /bookings/{bookingId}`: cancels, and returns the cost. */
export async function cancelBooking(deps: SandboxDeps, bookingId: string): Promise<SandboxReply> {
  const nowAt = deps.clock.now()
  const booking = await loadBooking(deps, bookingId)
  if (!booking) return nothing()
  const behaviour = behaviourOf(LITEAPI, booking.supplierHotelId)
  const cancelled = behaviour.cancel === 'UNSUPPORTED' ? null : await cancelStored(deps, bookingId, nowAt)
  // Status 304 means "unable to process"; it has no body either.
  if (!cancelled) return { status: 304, headers: {} }
  const currency = currencyOf(cancelled)
  const charge = chargeMinorOf(cancelled, nowAt)
  const data = {
    bookingId,
    status: statusOf(cancelled, nowAt),
    cancellation_fee: amountView({ amountMinor: charge, currency }).amount,
    refund_amount: amountView({ amountMinor: totalMinorOf(cancelled) - charge, currency }).amount,
    currency,
  }
  return { ...reply({ data, sandbox: true }), lost: behaviour.cancel === 'ANSWER_LOST' }
}
