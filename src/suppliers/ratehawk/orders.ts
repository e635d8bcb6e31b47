import { err, ok, type Result } from '../../domain/result.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '../../domain/time.ts'
import { readCharge, readMoney } from '../amounts.ts'
import { chargedInTotal, namedGuests, UNTOLD } from '../booking-record.ts'
import { malformed } from '../outcomes.ts'
import type { BookingReference, SupplierBooking } from '../supplier.ts'
import type { SupplierCall, SupplierFailure, SupplierOperation } from '../supplier-call.ts'
import { settingsOf } from './connection.ts'
import { errorOf, FINAL_FAILURES, isAbsent, isUndecided, readFailure } from './errors.ts'
import { payloadOf, possibleIds } from './partner-order-ids.ts'
import { type Order, orderInfoSchema } from './schema.ts'
import { type RateHawkAnswer, send } from './send.ts'

/** A booking of which only the status is known, under the id by which it was asked for. */
export function bare(
  { supplierBookingId, supplierReference }: Pick<BookingReference, 'supplierBookingId' | 'supplierReference'>,
  orderId: string,
): SupplierBooking {
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
 * whether the booking has ended since, and its details.
 */
async function readOrder(asked: Asked): Promise<Result<SupplierBooking | null, SupplierFailure>> {
  const state = await startedState(asked)
  if (!state.ok) return state
  const { orderId, answer } = state.value
  const code = errorOf(answer)
  const failureReason = FINAL_FAILURES[code ?? '']
  if (failureReason) return ok({ ...bare(asked.reference, orderId), status: 'FAILED', failureReason })
  const cutOffAt = cutOffOf(asked)
  if (cutOffAt !== null && asked.call.nowAt >= cutOffAt && (isUndecided(answer) || isAbsent(code)))
    return readGivenUp(asked, { orderId, cutOffAt })
  if (code === 'processing')
    return ok({ ...bare(asked.reference, orderId), ...(cutOffAt === null ? {} : { givenUpAt: cutOffAt }) })
  const isBooked = answer.envelope?.status === 'ok'
  return isBooked || isAbsent(code) ? readRecord(asked, { orderId, isBooked }) : err(readFailure(answer))
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
  const status = order.value && readStatus(order.value)
  if (order.value && status === 'CANCELLED') return ok(cancelledOrder(known, order.value))
  // While nobody knows whether the booking was made, its record does not decide on that.
  if (status === 'FAILED' && !reference.undecided) return ok({ ...known, status })
  return ok(isBooked ? { ...known, status: 'CONFIRMED' } : null)
}

/** When a booking of which nobody knows whether it was made counts as not made, as agreed with RateHawk; null: never. */
function cutOffOf({ call, reference }: Asked): Instant | null {
  const { bookingCutOffSeconds: seconds } = settingsOf(call)
  return seconds === undefined || !reference.undecided ? null : reference.bookedAt + seconds * SECOND_MS
}

/** The list of orders lags, so that it is not asked before this long after the cut-off. */
const LISTED_AFTER_MS = 5 * MINUTE_MS

/** What is still undecided at the cut-off was not made. Whether it was all the same, only the list of orders can tell later. */
async function readGivenUp(
  asked: Asked,
  { orderId, cutOffAt }: { readonly orderId: string; readonly cutOffAt: Instant },
): Promise<Result<SupplierBooking | null, SupplierFailure>> {
  const givenUp = {
    ...bare(asked.reference, orderId),
    status: 'FAILED',
    failureReason: 'NOT_CONFIRMED_IN_TIME',
  } as const
  if (asked.call.nowAt < cutOffAt + LISTED_AFTER_MS) return ok(givenUp)
  const order = await readInfo(asked, possibleIds(asked.reference))
  if (!order.ok) return order
  return ok(order.value?.status === 'completed' ? { ...givenUp, ...detailsOf(order.value), ...MADE } : givenUp)
}

const MADE = { status: 'CONFIRMED', failureReason: null } as const

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

const STATUS: ReadonlyMap<string, SupplierBooking['status']> = new Map([
  ['completed', 'CONFIRMED'],
  ['cancelled', 'CANCELLED'],
  ['failed', 'FAILED'],
  ['rejected', 'FAILED'],
  ['noshow', 'CONFIRMED'],
])

/** What the record of an order says, alone and in the list. A status that is not documented counts as pending. */
export function readStatus({ status }: Pick<Order, 'status'>): SupplierBooking['status'] {
  return STATUS.get(status) ?? 'PENDING'
}

/** The details of the record; empty while the record lags behind the confirmation. */
export function detailsOf(order: Order | null): Partial<SupplierBooking> {
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
  const stands = !['CANCELLED', 'FAILED'].includes(readStatus({ status }))
  return {
    charged: payable && stands ? chargedInTotal([readMoney(payable.amount, payable.currency_code)]) : null,
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

export function cancelledOrder(known: SupplierBooking, order: Order): SupplierBooking {
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
