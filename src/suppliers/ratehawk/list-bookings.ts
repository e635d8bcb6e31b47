import { err, ok, type Result } from '../../domain/result.ts'
import { addDays } from '../../domain/time.ts'
import { malformed } from '../outcomes.ts'
import type { BookingReference, ListAnswer, ListRequest } from '../supplier.ts'
import type { SupplierCall, SupplierFailure } from '../supplier-call.ts'
import { readFailure } from './errors.ts'
import { bare, cancelledOrder, detailsOf, readStatus } from './orders.ts'
import { referenceIn, startedId } from './partner-order-ids.ts'
import { type Order, orderPageSchema, orderSchema } from './schema.ts'
import { send } from './send.ts'

/** The largest page that RateHawk gives. */
const A_PAGE = 50

/** Reads the orders that were made on a date, or those under the ids with which these bookings were started. */
export async function listBookings(
  call: SupplierCall,
  request: ListRequest,
): Promise<Result<ListAnswer, SupplierFailure>> {
  const page = request.by === 'REFERENCE' ? 1 : request.page
  const answer = await send(call, {
    operation: 'list_bookings',
    path: '/hotel/order/info/',
    body: {
      ordering: { ordering_type: 'asc', ordering_by: 'created_at' },
      pagination: { page_size: A_PAGE, page_number: page },
      search: searchOf(request),
      language: call.language,
    },
  })
  if (!answer.ok) return answer
  if (answer.value.envelope?.status !== 'ok') return err(readFailure(answer.value))
  const parsed = orderPageSchema.safeParse(answer.value.envelope.data)
  if (!parsed.success) return err(malformed('the orders have an unknown shape'))
  const { orders: raws, found_pages, total_pages } = parsed.data
  const orders = raws.flatMap((raw) => orderSchema.safeParse(raw).data ?? [])
  return ok({
    bookings: orders.map(mapOrder),
    unreadable: raws.length - orders.length,
    hasMore: page < (found_pages ?? total_pages ?? 1),
  })
}

function searchOf(request: ListRequest): object {
  if (request.by === 'REFERENCE') return { partner_order_ids: request.references.slice(0, A_PAGE).map(idOf) }
  const [from_date, to_date] = [request.date, addDays(request.date, 1)].map((date) => `${date}T00:00`)
  return request.by === 'CREATION' ? { created_at: { from_date, to_date } } : { checkin_at: { from_date, to_date } }
}

function idOf(reference: BookingReference): string {
  return startedId(reference) ?? reference.supplierReference
}

function mapOrder(order: Order) {
  const orderId = order.partner_data.order_id
  const supplierReference = referenceIn(orderId)
  const known = {
    ...bare({ supplierReference, supplierBookingId: null }, orderId),
    ...detailsOf(order),
    status: readStatus(order),
  }
  return { supplierReference, record: order.status === 'cancelled' ? cancelledOrder(known, order) : known }
}
