import { err, ok, type Result } from '../../domain/result.ts'
import { SECOND_MS } from '../../domain/time.ts'
import { readCharge, readMoney } from '../amounts.ts'
import { chargedInTotal, namedGuests, UNTOLD } from '../booking-record.ts'
import { malformed, unknownOutcome } from '../outcomes.ts'
import type { BookingReference, CancellationOutcome, SupplierBooking } from '../supplier.ts'
import type { RefusalReason, SupplierCall, SupplierFailure, SupplierOperation, WriteOutcome } from '../supplier-call.ts'
import { settingsOf } from './connection.ts'
import { CANCEL_RULES, errorOf, FINAL_FAILURES, isAbsent, isUndecided, readFailure, writeOutcome } from './errors.ts'
import { payloadOf, possibleIds, startedId } from './partner-order-ids.ts'
import { cancelSchema, type Order, orderInfoSchema } from './schema.ts'
import { type RateHawkAnswer, send } from './send.ts'

/** A booking of which only the status is known, under the id by which it was asked for. */
function bare({ supplierBookingId, supplierReference }: BookingReference, orderId: string): SupplierBooking {
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
    supplierPayload: payloadOf(orderId),
  }
}

type Asked = {
  readonly call: SupplierCall
  readonly operation: SupplierOperation
  readonly reference: BookingReference
}

/** An answer about one id; ABSENT: nothing was started under it, or RateHawk does not show it yet. */
type State = { readonly orderId: string; readonly answer: RateHawkAnswer }

async function stateOf({ call, operation }: Asked, orderId: string): Promise<Result<State, SupplierFailure>> {
  const answer = await send(call, {
    operation,
    path: '/hotel/order/booking/finish/status/',
    body: { partner_order_id: orderId },
  })
  return answer.ok ? ok({ orderId, answer: answer.value }) : answer
}

function isShown({ answer }: State): boolean {
  return !isAbsent(errorOf(answer))
}

/**
 * Asks for the id under which the booking was started, as it was stored before its start left. Where that is not known every id that
 * it can be is asked for: almost always it is the first. At most one of them was ever started.
 */
async function startedState(asked: Asked): Promise<Result<State, SupplierFailure>> {
  const [first = '', ...others] = possibleIds(asked.reference)
  const state = await stateOf(asked, first)
  if (!state.ok || isShown(state.value) || others.length === 0) return state
  const rest = await Promise.all(others.map((orderId) => stateOf(asked, orderId)))
  return rest.find((one) => one.ok && isShown(one.value)) ?? rest.find((one) => !one.ok) ?? state
}

/**
 * Reads the result of an order. The booking's status decides whether it was made. The order's record lags behind: it only shows
 * whether the booking was cancelled later, and its details.
 */
async function readOrder(asked: Asked): Promise<Result<SupplierBooking | null, SupplierFailure>> {
  const state = await startedState(asked)
  if (!state.ok) return state
  const { orderId, answer } = state.value
  const code = errorOf(answer)
  const failureReason = failureIn(asked, answer)
  if (failureReason) return ok({ ...bare(asked.reference, orderId), status: 'FAILED', failureReason })
  if (code === 'processing') return ok(bare(asked.reference, orderId))
  const isBooked = answer.envelope?.status === 'ok'
  return isBooked || isAbsent(code) ? readRecord(asked, { orderId, isBooked }) : err(readFailure(answer))
}

/** Why the booking has failed; null when it has not. One that is undecided at the agreed end has. */
function failureIn(asked: Asked, answer: RateHawkAnswer): RefusalReason | null {
  const reason = FINAL_FAILURES[errorOf(answer) ?? '']
  return reason ?? (isUndecided(answer) && isCutOff(asked) ? 'SUPPLIER_REFUSED' : null)
}

/** The booking with what its order's record says; an order that has never been started can only have a record of its end. */
async function readRecord(
  asked: Asked,
  { orderId, isBooked }: { readonly orderId: string; readonly isBooked: boolean },
): Promise<Result<SupplierBooking | null, SupplierFailure>> {
  const { reference } = asked
  const order = await readInfo(asked, isBooked ? [orderId] : possibleIds(reference))
  if (!order.ok) return order
  const known = { ...bare(reference, order.value?.partner_data.order_id ?? orderId), ...detailsOf(order.value) }
  if (order.value?.status === 'cancelled') return ok(cancelledOrder(known, order.value))
  return ok(isBooked ? { ...known, status: 'CONFIRMED' } : null)
}

/** True when the time in which RateHawk has to confirm, as agreed with it, is over. */
function isCutOff({ call, reference }: Asked): boolean {
  const { bookingCutOffSeconds: seconds } = settingsOf(call)
  return seconds !== undefined && call.nowAt - reference.bookedAt > seconds * SECOND_MS
}

async function readInfo(
  { call, operation }: Asked,
  orderIds: readonly string[],
): Promise<Result<Order | null, SupplierFailure>> {
  const answer = await send(call, {
    operation,
    path: '/hotel/order/info/',
    body: {
      ordering: { ordering_type: 'desc', ordering_by: 'created_at' },
      pagination: { page_size: 10, page_number: 1 },
      search: { partner_order_ids: orderIds },
      language: call.language,
    },
  })
  if (!answer.ok) return answer
  if (answer.value.envelope?.status !== 'ok') return err(readFailure(answer.value))
  const parsed = orderInfoSchema.safeParse(answer.value.envelope.data)
  if (!parsed.success) return err(malformed('the orders have an unknown shape'))
  return ok(parsed.data.orders.find(({ partner_data }) => orderIds.includes(partner_data.order_id)) ?? null)
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

function cancelledOrder(known: SupplierBooking, order: Order): SupplierBooking {
  return {
    ...known,
    status: 'CANCELLED',
    chargedPenalty: order.amount_payable
      ? readCharge(order.amount_payable.amount, order.amount_payable.currency_code)
      : null,
  }
}

/** Finds what was booked under our reference. RateHawk keeps each id unique, and a start is sent for one id only. */
export async function find(
  call: SupplierCall,
  reference: BookingReference,
): Promise<Result<readonly SupplierBooking[], SupplierFailure>> {
  const found = await readOrder({ call, operation: 'find', reference })
  return found.ok ? ok(found.value ? [found.value] : []) : found
}

export function retrieve(
  call: SupplierCall,
  reference: BookingReference,
): Promise<Result<SupplierBooking | null, SupplierFailure>> {
  return readOrder({ call, operation: 'retrieve', reference })
}

export async function cancel(
  call: SupplierCall,
  reference: BookingReference,
): Promise<WriteOutcome<CancellationOutcome>> {
  const answer = await send(call, {
    operation: 'cancel',
    path: '/hotel/order/cancel/',
    body: { partner_order_id: startedId(reference) ?? reference.supplierReference },
  })
  if (!answer.ok) return unknownOutcome(answer.error)
  if (answer.value.envelope?.status !== 'ok') return writeOutcome(CANCEL_RULES, answer.value)
  const payable = cancelSchema.safeParse(answer.value.envelope.data).data?.amount_payable
  const chargedPenalty = payable ? readCharge(payable.amount, payable.currency_code) : null
  return { outcome: 'ACCEPTED', value: { chargedPenalty, supplierCancellationReference: null } }
}
