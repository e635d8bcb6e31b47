import { err, ok, type Result } from '../../domain/result.ts'
import { readMoney } from '../amounts.ts'
import { UNTOLD } from '../booking-record.ts'
import { notSent, unknownOutcome } from '../outcomes.ts'
import type { BookRequest, SupplierBooking } from '../supplier.ts'
import type { SupplierCall, WriteOutcome } from '../supplier-call.ts'
import { FINISH_RULES, FORM_RULES, writeOutcome } from './errors.ts'
import { formSchema, ratePayload } from './schema.ts'
import { send } from './send.ts'

type NotAccepted = Exclude<WriteOutcome<never>, { outcome: 'ACCEPTED' }>
type Payment = { readonly type: string; readonly amount: string; readonly currency_code: string }

const MAX_NAME = 50
const MAX_COMMENT = 256

/**
 * Fills in the order form and starts the booking. An accepted start is not a confirmation: the result is requested later, by our
 * reference. The form books nothing, so only an unclear start is UNKNOWN.
 */
export async function book(call: SupplierCall, request: BookRequest): Promise<WriteOutcome<SupplierBooking>> {
  const form = await fillForm(call, request)
  if (!form.ok) return form.error
  const answer = await send(call, {
    operation: 'book',
    path: '/hotel/order/booking/finish/',
    body: finishBody(call, request, form.value.payment),
  })
  if (!answer.ok) return unknownOutcome(answer.error)
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
      supplierPayload: {},
    },
  }
}

/** Creates the order and selects how to pay for it. */
async function fillForm(
  call: SupplierCall,
  { supplierReference, rate }: BookRequest,
): Promise<Result<{ readonly orderId: string; readonly payment: Payment }, NotAccepted>> {
  const answer = await send(call, {
    operation: 'book_form',
    path: '/hotel/order/booking/form/',
    body: {
      partner_order_id: supplierReference,
      book_hash: ratePayload.parse(rate.supplierPayload).bookHash,
      language: call.language,
      user_ip: call.customerIp,
    },
  })
  if (!answer.ok) return err(notSent('SUPPLIER_REFUSED', `the order form: ${answer.error.detail}`, true))
  if (answer.value.envelope?.status !== 'ok') return err(writeOutcome(FORM_RULES, answer.value))
  const parsed = formSchema.safeParse(answer.value.envelope.data)
  if (!parsed.success) return err(notSent('SUPPLIER_REFUSED', 'the order form has an unknown shape', true))
  const payment = parsed.data.payment_types.find(({ type }) => type === 'deposit')
  if (!payment) return err(notSent('PAYMENT_DECLINED', 'the order form does not accept our deposit'))
  const { total } = rate.price
  const asked = readMoney(payment.amount, payment.currency_code)
  if (asked?.currency !== total.currency || asked.amountMinor !== total.amountMinor)
    return err(notSent('PRICE_CHANGED', 'the order form has a different price'))
  return ok({ orderId: parsed.data.order_id, payment })
}

function finishBody(call: SupplierCall, request: BookRequest, payment: Payment): object {
  const { holder, specialRequests, supplierReference } = request
  return {
    user: {
      email: holder.email,
      phone: holder.phone.replace(/\D/g, ''),
      ...(specialRequests ? { comment: specialRequests.slice(0, MAX_COMMENT) } : {}),
    },
    partner: { partner_order_id: supplierReference },
    language: call.language,
    rooms: request.rate.rooms.map(({ roomIndex }) => ({ guests: guestsOf(request, roomIndex) })),
    payment_type: payment,
  }
}

/** The named guests of a room; the holder replaces them in a room without any. Children are sent with their age. */
function guestsOf({ guests, holder, rate }: BookRequest, roomIndex: number): object[] {
  const inRoom = guests.filter((guest) => guest.roomIndex === roomIndex)
  const adults = inRoom.filter(({ type, givenName, familyName }) => type === 'ADULT' && givenName && familyName)
  const party = rate.rooms.find((room) => room.roomIndex === roomIndex)?.occupancy
  return [
    ...(adults.length > 0 ? adults : [holder]).map(nameOf),
    ...(party?.childAges ?? []).map((age) => {
      const child = inRoom.find((guest) => guest.type === 'CHILD' && guest.age === age)
      return { ...nameOf(child ?? { givenName: null, familyName: null }), is_child: true, age }
    }),
  ]
}

function nameOf({ givenName, familyName }: { givenName: string | null; familyName: string | null }): object {
  return givenName && familyName
    ? { first_name: givenName.slice(0, MAX_NAME), last_name: familyName.slice(0, MAX_NAME) }
    : {}
}
