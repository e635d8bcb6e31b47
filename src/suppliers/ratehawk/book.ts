import { UNTOLD } from '../booking-record.ts'
import { notSent, unknownOutcome } from '../outcomes.ts'
import type { BookRequest, SupplierBooking } from '../supplier.ts'
import type { SupplierCall, SupplierFailure, WriteOutcome } from '../supplier-call.ts'
import { settingsOf } from './connection.ts'
import { FINISH_RULES, writeOutcome } from './errors.ts'
import { areNames, areTaken, guestsByRoom, NAME_RULE } from './guests.ts'
import { openForm } from './order-form.ts'
import { payloadOf, startProgress } from './partner-order-ids.ts'
import { send } from './send.ts'

type OpenForm = Extract<Awaited<ReturnType<typeof openForm>>, { readonly ok: true }>['value']

const MAX_COMMENT = 256

/**
 * Fills in the order form and starts the booking. An accepted start is not a confirmation: the result is requested later, by the id
 * of the form. The form books nothing, so only an unclear start is UNKNOWN; and a start is sent once, whatever becomes of it.
 */
export async function book(call: SupplierCall, request: BookRequest): Promise<WriteOutcome<SupplierBooking>> {
  const booker = supplierData(call, request)
  const isTaken =
    areTaken(guestsByRoom(request, false)) && areNames([booker?.first_name_original, booker?.last_name_original])
  if (!isTaken) return notSent('GUEST_DATA_REJECTED', NAME_RULE.says)
  const form = await openForm(call, request)
  if (!form.ok) return form.error
  const answer = await send(call, {
    operation: 'book',
    path: '/hotel/order/booking/finish/',
    progress: startProgress(request.supplierReference, form.value.partnerOrderId),
    body: finishBody(call, request, form.value),
  })
  if (!answer.ok) return unanswered(answer.error)
  if (answer.value.envelope?.status !== 'ok') return writeOutcome(FINISH_RULES, answer.value)
  return {
    outcome: 'ACCEPTED',
    value: {
      status: 'PENDING',
      supplierBookingId: form.value.orderId,
      supplierBookingCode: null,
      hotelConfirmationNumber: null,
      holdDeadlineAt: null,
      ...UNTOLD,
      chargedPenalty: null,
      supplierCancellationReference: null,
      cancellable: true,
      failureReason: null,
      supplierPayload: payloadOf(form.value.partnerOrderId),
    },
  }
}

/** A start that we held back ourselves (its attempt has ended) has booked nothing; any other may have. */
function unanswered(failure: SupplierFailure): WriteOutcome<SupplierBooking> {
  return failure.isUnsent
    ? notSent('SUPPLIER_REFUSED', `the start of the booking: ${failure.detail}`, true)
    : unknownOutcome(failure)
}

function finishBody(call: SupplierCall, request: BookRequest, form: OpenForm): object {
  const { holder, specialRequests, extras, stay } = request
  const { corporateEmail, bookTimeoutSeconds } = settingsOf(call)
  const booker = supplierData(call, request)
  return {
    user: {
      email: corporateEmail ?? holder.email,
      phone: digitsOf(holder.phone),
      ...(specialRequests ? { comment: specialRequests.slice(0, MAX_COMMENT) } : {}),
    },
    ...(booker ? { supplier_data: booker } : {}),
    partner: { partner_order_id: form.partnerOrderId },
    language: call.language,
    rooms: guestsByRoom(request, form.needsGender).map((guests) => ({ guests })),
    payment_type: form.payment,
    // Of the day of arrival, at the hotel's place: another date is refused.
    ...(extras?.arrivalTime == null ? {} : { arrival_datetime: `${stay.checkInDate}T${extras.arrivalTime}:00` }),
    ...(bookTimeoutSeconds === undefined ? {} : { book_timeout: bookTimeoutSeconds }),
  }
}

/** Who books, where the contract wants to know it; null where it does not. */
function supplierData(call: SupplierCall, { holder }: BookRequest) {
  const { supplierData: told, corporateEmail } = settingsOf(call)
  if (told.kind === 'NONE') return null
  if (told.kind === 'FIXED')
    return {
      first_name_original: told.firstName,
      last_name_original: told.lastName,
      phone: told.phone,
      email: told.email,
    }
  return {
    first_name_original: holder.givenName,
    last_name_original: holder.familyName,
    phone: digitsOf(holder.phone),
    email: corporateEmail ?? holder.email,
  }
}

function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '')
}
