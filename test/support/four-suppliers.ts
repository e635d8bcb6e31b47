import type { Json } from './http-client.ts'
import type { Journey } from './journey.ts'
import { until } from './until.ts'

export const SUPPLIER_CODES = ['expedia_rapid', 'hotelbeds', 'ratehawk', 'liteapi']

export function reaches(journey: Journey, bookingId: string, status: string): Promise<Json> {
  return until(`${bookingId} to be ${status}`, async () => {
    const booking = await journey.booking(bookingId)
    return booking.status === status ? booking : null
  })
}
