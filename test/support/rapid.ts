import type { Occupancy } from '../../src/domain/occupancy.ts'
import type { RoomRate } from '../../src/domain/rate.ts'
import type { Stay } from '../../src/domain/stay.ts'
import { createSupplierFetch } from '../../src/suppliers/fetch.ts'
import type { SupplierCall, SupplierFetch } from '../../src/suppliers/supplier-call.ts'
import { callTo } from './suppliers/call.ts'
import { someRate } from './suppliers/rates.ts'

export const STAY: Stay = { checkInDate: '2027-03-10', checkOutDate: '2027-03-12' }
export const FAMILY: Occupancy = [{ adults: 2, childAges: [7, 9] }]
export const NOW = Date.parse('2027-01-01T00:00:00Z')

/** A rate of this supplier: with what its booking needs, and whatever else. */
export function rapidRate(occupancy: Occupancy): RoomRate {
  return someRate(occupancy, {
    propertyId: '1',
    roomId: '2',
    rateId: '3',
    bedGroupId: '4',
    priceCheckHref: '/v3/properties/1/rooms/2/rates/3?token=a',
    bookHref: '/v3/itineraries?token=a',
    holdable: true,
    terms: { refundable: true, cancel_penalties: [], nonrefundable_date_ranges: [] },
    knownAt: 0,
  })
}

export function rapidCall(baseUrl: string, fetch: SupplierFetch = createSupplierFetch(), nowAt = NOW): SupplierCall {
  return callTo({ code: 'expedia_rapid', baseUrl, fetch, nowAt })
}

/** A wire that answers from memory: for what is made of bodies, not for how they travel. */
export function answers(status: number, json: unknown): SupplierFetch {
  return async () => ({ ok: true, value: { status, headers: {}, json } })
}
