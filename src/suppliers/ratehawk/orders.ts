import { err, ok, type Result } from '../../domain/result.ts'
import { readCharge, readMoney } from '../amounts.ts'
import { chargedInTotal, namedGuests, UNTOLD } from '../booking-record.ts'
import { malformed, unknownOutcome } from '../outcomes.ts'
import type { BookingReference, CancellationOutcome, SupplierBooking } from '../supplier.ts'
import type { SupplierCall, SupplierFailure, SupplierOperation, WriteOutcome } from '../supplier-call.ts'
import { CANCEL_RULES, errorOf, FINAL_FAILURES, isAbsent, readFailure, writeOutcome } from './errors.ts'
import { cancelSchema, type Order, orderInfoSchema } from './schema.ts'
import { send } from './send.ts'

/** A booking of which only the status is known. */
function bare({ supplierBookingId, supplierReference }: BookingReference): SupplierBooking {
  return {
    status: 'PENDING',
    supplierBookingId: supplierBookingId ?? supplierReference,
    supplierBookingCode: null,
    hotelConfirmationNumber: null,
    holdDeadlineAt: null,
    ...UNTOLD,
    chargedPenalty: null,
    supplierCancellationReference: null,
    cancellable: true,
    failureReason: null,
    supplierPayload: {},
  }
}

/**
 * Reads the result of an order. The booking's status decides whether it was made. The order's record lags behind: it only shows
 * whether the booking was cancelled later, and its details.
 */
async function readOrder(
  call: SupplierCall,
  operation: SupplierOperation,
  reference: BookingReference,
): Promise<Result<SupplierBooking | null, SupplierFailure>> {
  const answer = await send(call, {
    operation,
    path: '/hotel/order/booking/finish/status/',
    body: { partner_order_id: reference.supplierReference },
  })
  if (!answer.ok) return answer
  const code = errorOf(answer.value)
  if (code === 'processing') return ok(bare(reference))
  const failureReason = FINAL_FAILURES[code ?? '']
  if (failureReason) return ok({ ...bare(reference), status: 'FAILED', failureReason })
  const isBooked = answer.value.envelope?.status === 'ok'
  if (!isBooked && !isAbsent(code)) return err(readFailure(answer.value))
  const order = await readInfo(call, operation, reference)
  if (!order.ok) return order
  if (order.value?.status === 'cancelled') return ok(cancelledOrder(reference, order.value))
  return ok(isBooked ? { ...bare(reference), ...detailsOf(order.value), status: 'CONFIRMED' } : null)
}

async function readInfo(
  call: SupplierCall,
  operation: SupplierOperation,
  { supplierReference }: BookingReference,
): Promise<Result<Order | null, SupplierFailure>> {
  const answer = await send(call, {
    operation,
    path: '/hotel/order/info/',
    body: {
      ordering: { ordering_type: 'desc', ordering_by: 'created_at' },
      pagination: { page_size: 10, page_number: 1 },
      search: { partner_order_ids: [supplierReference] },
      language: call.language,
    },
  })
  if (!answer.ok) return answer
  if (answer.value.envelope?.status !== 'ok') return err(readFailure(answer.value))
  const parsed = orderInfoSchema.safeParse(answer.value.envelope.data)
  if (!parsed.success) return err(malformed('the orders have an unknown shape'))
  return ok(parsed.data.orders.find(({ partner_data }) => partner_data.order_id === supplierReference) ?? null)
}

/** The details of the record; empty while the record lags behind the confirmation. */
function detailsOf(order: Order | null): Partial<SupplierBooking> {
  return order
    ? {
        supplierBookingId: order.order_id,
        hotelConfirmationNumber: order.supplier_data?.confirmation_id || null,
        ...toldBy(order),
      }
    : {}
}

/** What is compared. `amount_payable` is what we owe: of a cancelled order it is the penalty. */
function toldBy({ status, amount_payable: payable, checkin_at, checkout_at, rooms_data: rooms }: Order) {
  return {
    charged:
      payable && status !== 'cancelled' ? chargedInTotal([readMoney(payable.amount, payable.currency_code)]) : null,
    checkInDate: checkin_at ?? null,
    checkOutDate: checkout_at ?? null,
    rooms: rooms?.length || null,
    guests: namedGuests(
      (rooms ?? []).flatMap(({ guest_data }) =>
        (guest_data?.guests ?? []).map((guest) => ({ givenName: guest.first_name, familyName: guest.last_name })),
      ),
    ),
  }
}

function cancelledOrder(reference: BookingReference, order: Order): SupplierBooking {
  return {
    ...bare(reference),
    ...detailsOf(order),
    status: 'CANCELLED',
    chargedPenalty: order.amount_payable
      ? readCharge(order.amount_payable.amount, order.amount_payable.currency_code)
      : null,
  }
}

/** Finds what was booked under our reference, which RateHawk keeps unique. */
export async function find(
  call: SupplierCall,
  reference: BookingReference,
): Promise<Result<readonly SupplierBooking[], SupplierFailure>> {
  const found = await readOrder(call, 'find', reference)
  return found.ok ? ok(found.value ? [found.value] : []) : found
}

export function retrieve(
  call: SupplierCall,
  reference: BookingReference,
): Promise<Result<SupplierBooking | null, SupplierFailure>> {
  return readOrder(call, 'retrieve', reference)
}

export async function cancel(
  call: SupplierCall,
  { supplierReference }: BookingReference,
): Promise<WriteOutcome<CancellationOutcome>> {
  const answer = await send(call, {
    operation: 'cancel',
    path: '/hotel/order/cancel/',
    body: { partner_order_id: supplierReference },
  })
  if (!answer.ok) return unknownOutcome(answer.error)
  if (answer.value.envelope?.status !== 'ok') return writeOutcome(CANCEL_RULES, answer.value)
  const payable = cancelSchema.safeParse(answer.value.envelope.data).data?.amount_payable
  const chargedPenalty = payable ? readCharge(payable.amount, payable.currency_code) : null
  return { outcome: 'ACCEPTED', value: { chargedPenalty, supplierCancellationReference: null } }
}
