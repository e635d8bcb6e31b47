import { toDecimal } from '../../../domain/money.ts'
import { addDays, daysBetween, SECOND_MS } from '../../../domain/time.ts'
import { behaviourOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'
import { fieldsOf, listOf, textOf } from '../json-body.ts'
import { waitingError } from '../stock/alter.ts'
import {
  cancelStored,
  chargeMinorOf,
  currencyOf,
  findByDate,
  loadBooking,
  numberOf,
  type StoredBooking,
  totalMinorOf,
} from '../stock/booking.ts'
import { orderIdOf } from './book.ts'
import { RATEHAWK } from './hash.ts'
import { stretches } from './rate-view.ts'
import { done, invalidParams, processing, refused, utcText } from './reply.ts'

/** How long after its confirmation an order appears in the list of orders. */
const RECORD_LAG_MS = 2 * SECOND_MS

/** A clock that was put back to before the booking does not undo it. */
function isConfirmed({ confirmsAt, createdAt }: StoredBooking, nowAt: number): boolean {
  return nowAt >= (confirmsAt ?? 0) || nowAt < createdAt
}

function isListed({ confirmsAt, createdAt }: StoredBooking, nowAt: number): boolean {
  return nowAt >= (confirmsAt ?? 0) + RECORD_LAG_MS || nowAt < createdAt
}

function referenceOf(raw: unknown): string {
  return textOf(fieldsOf(raw)['partner_order_id'])
}

/** `POST /hotel/order/booking/finish/status/`: returns whether the booking was made. */
export async function bookingStatus(deps: SandboxDeps, raw: unknown): Promise<SandboxReply> {
  const reference = referenceOf(raw)
  if (reference === '') return invalidParams(deps, 'invalid partner_order_id')
  const booking = await loadBooking(deps, reference)
  if (!booking) return refused(deps, 'order_not_found')
  const waiting = await waitingError(deps, booking.supplierHotelId, 'find')
  if (waiting !== null) return refused(deps, waiting)
  const data = { data_3ds: null, partner_order_id: reference, percent: 100 }
  if (!isConfirmed(booking, deps.clock.now())) return processing(deps, { ...data, percent: 50 })
  return booking.failure === null ? done(deps, data) : refused(deps, booking.failure)
}

function money(booking: StoredBooking, amountMinor: number) {
  return {
    amount: toDecimal({ amountMinor, currency: currencyOf(booking) }),
    currency_code: currencyOf(booking),
  }
}

function timeText(at: number | null): string | null {
  return at === null ? null : utcText(at)
}

function statusOf({ cancelledAt, failure, orderStatus }: StoredBooking): string {
  return cancelledAt !== null ? 'cancelled' : failure === null ? (orderStatus ?? 'completed') : 'failed'
}

function cancellationInfo(booking: StoredBooking): object {
  const [line] = booking.lines
  if (!line) return {}
  const { freeBefore, policies } = stretches(line.cancel, line.prices, booking.createdAt)
  return {
    free_cancellation_before: timeText(freeBefore),
    policies: policies.map(({ fromAt, untilAt, amountMinor }) => ({
      start_at: timeText(fromAt),
      end_at: timeText(untilAt),
      penalty: money(booking, amountMinor),
    })),
  }
}

function roomsOf({ lines: [line], people }: StoredBooking): object[] {
  const rooms = listOf(fieldsOf(people)['rooms'])
  return (line?.parties ?? []).map(({ adults, childAges }, index) => ({
    room_idx: index,
    room_name: line?.roomName ?? '',
    guest_data: {
      adults_number: adults,
      children_number: childAges.length,
      guests: listOf(fieldsOf(rooms[index])['guests'])
        .map(fieldsOf)
        .map((guest) => ({
          first_name: guest['first_name'] ?? '',
          last_name: guest['last_name'] ?? '',
          is_child: guest['is_child'] === true,
          age: guest['age'] ?? null,
        })),
    },
  }))
}

function orderView(booking: StoredBooking, nowAt: number): object {
  const isCancelled = booking.cancelledAt !== null
  const total = totalMinorOf(booking)
  const payable = isCancelled ? chargeMinorOf(booking, nowAt) : total
  return {
    order_id: orderIdOf(booking.reference),
    order_type: 'hotel',
    status: statusOf(booking),
    source: 'b2b-api',
    created_at: utcText(booking.createdAt),
    modified_at: utcText(booking.cancelledAt ?? booking.createdAt),
    ...(isCancelled ? { cancelled_at: timeText(booking.cancelledAt) } : { cancelled_at: null }),
    checkin_at: booking.checkInDate,
    checkout_at: booking.checkOutDate,
    is_cancellable: !isCancelled && booking.orderStatus === undefined,
    nights: daysBetween(booking.checkInDate, booking.checkOutDate),
    rooms_data: roomsOf(booking),
    partner_data: { order_id: booking.reference, order_comment: null },
    supplier_data: { name: 'Sandbox', confirmation_id: numberOf(booking.id, 8), order_id: numberOf(booking.id, 8) },
    hotel_data: { id: `hotel_${booking.supplierHotelId}`, hid: Number(booking.supplierHotelId), order_id: null },
    amount_sell: money(booking, total),
    amount_payable: money(booking, payable),
    amount_refunded: money(booking, total - payable),
    cancellation_info: cancellationInfo(booking),
  }
}

/** `POST /hotel/order/info/`: the orders of the given references. A new order appears with a short delay. */
export async function listOrders(deps: SandboxDeps, raw: unknown): Promise<SandboxReply> {
  const { pagination, search, ordering } = fieldsOf(raw)
  const size = Number(fieldsOf(pagination)['page_size'])
  if (!(size >= 1 && size <= 50)) return invalidParams(deps, 'invalid pagination.page_size')
  if (textOf(fieldsOf(ordering)['ordering_by']) === '') return invalidParams(deps, 'invalid ordering')
  const nowAt = deps.clock.now()
  const page = Number(fieldsOf(pagination)['page_number'])
  const found = (await ordersFor(deps, fieldsOf(search), size)).filter((booking) => isListed(booking, nowAt))
  const pages = Math.max(1, Math.ceil(found.length / size))
  return done(deps, {
    current_page_number: page,
    total_orders: found.length,
    total_pages: pages,
    found_orders: found.length,
    found_pages: pages,
    orders: found.slice((page - 1) * size, page * size).map((booking) => orderView(booking, nowAt)),
  })
}

/** The orders of these references, or all that were made from one date on, and before another. */
async function ordersFor(
  deps: SandboxDeps,
  search: Readonly<Record<string, unknown>>,
  size: number,
): Promise<readonly StoredBooking[]> {
  const { from_date, to_date } = fieldsOf(search['created_at'])
  if (textOf(from_date) !== '') {
    const [from = '', to = ''] = [from_date, to_date].map((text) => textOf(text).slice(0, 10))
    const days = Array.from({ length: Math.max(1, daysBetween(from, to || addDays(from, 1))) }, (_, index) =>
      addDays(from, index),
    )
    return (await Promise.all(days.map((day) => findByDate(deps, 'createdDate', day)))).flat()
  }
  const references = listOf(search['partner_order_ids']).map(textOf)
  const found = await Promise.all(references.slice(0, size).map((reference) => loadBooking(deps, reference)))
  return found.filter((booking) => booking !== null)
}

/** `POST /hotel/order/cancel/`: cancels the order of a reference. */
export async function cancelOrder(deps: SandboxDeps, raw: unknown): Promise<SandboxReply> {
  const reference = referenceOf(raw)
  if (reference.length < 3) return invalidParams(deps, 'invalid partner_order_id')
  const nowAt = deps.clock.now()
  const booking = await loadBooking(deps, reference)
  if (!booking || !isConfirmed(booking, nowAt) || booking.failure !== null) return refused(deps, 'order_not_found')
  const waiting = await waitingError(deps, booking.supplierHotelId, 'cancel')
  if (waiting !== null) return refused(deps, waiting)
  const behaviour = behaviourOf(RATEHAWK, booking.supplierHotelId)
  const isOver = behaviour.cancel === 'UNSUPPORTED' || booking.orderStatus !== undefined
  const cancelled = isOver ? null : await cancelStored(deps, reference, nowAt)
  if (!cancelled) return refused(deps, 'order_not_cancellable')
  const total = totalMinorOf(cancelled)
  const charge = chargeMinorOf(cancelled, nowAt)
  const amounts = {
    amount_payable: money(cancelled, charge),
    amount_refunded: money(cancelled, total - charge),
    amount_sell: money(cancelled, total),
  }
  return { ...done(deps, amounts), lost: behaviour.cancel === 'ANSWER_LOST' }
}
