import { err, ok, type Result } from '../../domain/result.ts'
import { malformed } from '../outcomes.ts'
import type { ListAnswer, ListRequest } from '../supplier.ts'
import type { SupplierCall, SupplierFailure } from '../supplier-call.ts'
import { readFailure } from './errors.ts'
import { mapBooking } from './map-booking.ts'
import { bookingPageSchema, bookingSchema } from './schema.ts'
import { send } from './send.ts'

/** The largest page is not published; this one is far below what single answers have. */
const A_PAGE = 100

const FILTERS = { CREATION: 'CREATION', CHECK_IN: 'CHECKIN' } as const

/** Reads a page of the bookings that were made, or begin, on a date, whatever became of them. */
export async function listBookings(
  call: SupplierCall,
  request: ListRequest,
): Promise<Result<ListAnswer, SupplierFailure>> {
  if (request.by === 'REFERENCE') return ok({ bookings: [], unreadable: 0, hasMore: false })
  const { by, date, page } = request
  const from = (page - 1) * A_PAGE + 1
  const query = new URLSearchParams({
    from: String(from),
    to: String(from + A_PAGE - 1),
    start: date,
    end: date,
    filterType: FILTERS[by],
    status: 'ALL',
  })
  const answer = await send(call, { operation: 'list_bookings', method: 'GET', path: `/bookings?${query}` })
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = bookingPageSchema.safeParse(answer.value.json)
  if (!parsed.success) return err(malformed('the list of bookings has an unknown shape'))
  const { bookings: raws = [], total } = parsed.data.bookings ?? {}
  const bookings = raws.flatMap((raw) => bookingSchema.safeParse(raw).data ?? [])
  return ok({
    bookings: bookings.map((booking) => ({
      supplierReference: booking.clientReference?.toUpperCase() || null,
      record: mapBooking(booking),
    })),
    unreadable: raws.length - bookings.length,
    hasMore: total === undefined ? raws.length === A_PAGE : raws.length > 0 && from + raws.length <= total,
  })
}
