import { requestsWithArrival } from '../../domain/booking-extras.ts'
import type { BookingMode } from '../../domain/rate.ts'
import { parseRfc3339 } from '../../domain/time.ts'
import { UNTOLD } from '../booking-record.ts'
import { malformed, notSent, unknownOutcome } from '../outcomes.ts'
import type { BookRequest, SupplierBooking } from '../supplier.ts'
import type { SupplierCall, WriteOutcome } from '../supplier-call.ts'
import { settingsOf } from './connection.ts'
import { writeOutcome } from './errors.ts'
import { invoiceFields, loyaltyOf } from './invoicing.ts'
import { payorOf } from './payor.ts'
import { createdSchema, type RapidCreated, ratePayload } from './schema.ts'
import { send } from './send.ts'

const MAX_NAME = 60

/** Rapid refuses these characters in references, and encodes them in other fields. */
function plain(text: string): string {
  return text.replace(/[<>()&]/g, ' ').trim()
}

/**
 * Creates the itinerary, held or not. Status 201 is Rapid's promise that it is booked. Any other answer that is not a clear
 * refusal is UNKNOWN, and is settled by looking the reference up.
 */
export async function book(call: SupplierCall, request: BookRequest): Promise<WriteOutcome<SupplierBooking>> {
  const { bookHref } = ratePayload.parse(request.rate.supplierPayload)
  if (bookHref === null) throw new Error('a rate must pass its price check before it is booked')
  const payor = payorOf(call, settingsOf(call).billingContact)
  if (!payor) return notSent('SUPPLIER_REFUSED', 'the connection has no billingContact, which Rapid demands')
  const answer = await send(call, { operation: 'book', method: 'POST', path: bookHref, body: bodyOf(request, payor) })
  if (!answer.ok) return unknownOutcome(answer.error)
  if (answer.value.status !== 201) return writeOutcome(answer.value)
  const created = createdSchema.safeParse(answer.value.json)
  if (!created.success) return unknownOutcome(malformed('a created itinerary has an unknown shape'))
  const { links } = created.data
  if (links.complete_payment_session !== undefined)
    return unknownOutcome(malformed('Rapid demands a payment challenge, which this contract excludes'))
  return { outcome: 'ACCEPTED', value: createdBooking(created.data, request.mode) }
}

function createdBooking({ itinerary_id: supplierBookingId, links }: RapidCreated, mode: BookingMode): SupplierBooking {
  return {
    status: statusOf(mode, links.resume !== undefined),
    supplierBookingId,
    supplierBookingCode: null,
    hotelConfirmationNumber: null,
    holdDeadlineAt: links.resume?.expires === undefined ? null : parseRfc3339(links.resume.expires),
    ...UNTOLD,
    chargedPenalty: null,
    supplierCancellationReference: null,
    cancellable: true,
    failureReason: null,
    supplierPayload: {
      resumeHref: links.resume?.href ?? null,
      releaseHref: links.resume ? (links.cancel?.href ?? null) : null,
      retrieveHref: links.retrieve?.href ?? null,
    },
  }
}

/**
 * A booking with a resume link is held. When the result is not the requested mode, PENDING makes the gateway read the record,
 * which decides.
 */
function statusOf(mode: BookingMode, isHeld: boolean): SupplierBooking['status'] {
  if ((mode === 'HOLD') !== isHeld) return 'PENDING'
  return isHeld ? 'ON_HOLD' : 'CONFIRMED'
}

function bodyOf(request: BookRequest, payor: object): object {
  const { holder, extras } = request
  const special = requestsWithArrival(request.specialRequests, extras?.arrivalTime)
  return {
    affiliate_reference_id: request.supplierReference,
    hold: request.mode === 'HOLD',
    email: holder.email,
    phone: phoneOf(holder.phone),
    rooms: request.rate.rooms.map(({ roomIndex }, index) => ({
      ...leadOf(request, roomIndex),
      smoking: false,
      ...(special ? { special_request: plain(special) } : {}),
      ...(index === 0 && extras?.loyalty ? { loyalty: loyaltyOf(extras.loyalty) } : {}),
    })),
    ...invoiceFields(extras),
    payments: [{ type: 'affiliate_collect', billing_contact: payor }],
  }
}

function nameOf(name: string): string {
  return plain(name).slice(0, MAX_NAME)
}

/** Rapid accepts one guest per room: the first adult named for the room, else the holder. */
function leadOf({ guests, holder }: BookRequest, roomIndex: number): { given_name: string; family_name: string } {
  const lead = guests.find(
    (guest) => guest.roomIndex === roomIndex && guest.type === 'ADULT' && guest.givenName && guest.familyName,
  )
  return {
    given_name: nameOf(lead?.givenName ?? holder.givenName),
    family_name: nameOf(lead?.familyName ?? holder.familyName),
  }
}

/** The calling codes of one or two digits; all others have three. Source: ITU-T E.164. */
const SHORT_CODES = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** Splits an E.164 number as Rapid wants it. The area code stays in the number, which Rapid allows. */
export function phoneOf(e164: string): { country_code: string; number: string } {
  const digits = e164.replace(/\D/g, '')
  const length = SHORT_CODES.exec(digits)?.[0].length ?? 3
  return { country_code: digits.slice(0, length), number: digits.slice(length) }
}
