import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expediaRapid } from '../../../src/suppliers/expedia-rapid/index.ts'
import { confirmHold } from '../../../src/suppliers/expedia-rapid/itinerary.ts'
import type { BookingReference, BookRequest } from '../../../src/suppliers/supplier.ts'
import type { SupplierCall } from '../../../src/suppliers/supplier-call.ts'
import { FAMILY, rapidCall, rapidRate, STAY } from '../../support/rapid.ts'
import { type Prism, startPrism } from '../../support/spec/prism.ts'
import { sharedPath } from '../../support/spec/shared.ts'

let prism: Prism

beforeAll(async () => {
  prism = await startPrism(sharedPath('suppliers/expedia-rapid/openapi.json'))
})

afterAll(() => prism?.stop())

/** `rooms.rates.holdable` is younger than the stored specification, so this account says that it has no such flag. */
const settings = {
  holdWithoutFlag: true,
  partnerPointOfSale: 'B2B_EAC_BASE_DIR',
  billingTerms: 'EAC',
  paymentTerms: 'NET',
  platformName: 'GATEWAY',
  rateOptions: ['net_rates', 'cross_sell'],
  travelPurpose: 'leisure',
}

function call(prefer?: string): SupplierCall {
  const plain = rapidCall(prism.url, prism.watched(prefer))
  return { ...plain, connection: { ...plain.connection, settings } }
}

const request = { stay: STAY, occupancy: FAMILY, nationality: 'GB', hotelTimeZone: 'Europe/London' }

const reference: BookingReference = {
  supplierReference: 'ABCDEFGHJK0123456789',
  supplierBookingId: '8999989898988',
  supplierPayload: {},
  holderEmail: 'ada@example.com',
  bookedAt: 0,
}

const bookRequest: BookRequest = {
  supplierReference: 'ABCDEFGHJK0123456789',
  mode: 'HOLD',
  rate: rapidRate([{ adults: 2, childAges: [] }]),
  stay: STAY,
  nationality: 'GB',
  holder: { givenName: 'Ada', familyName: 'Lovelace', email: 'ada@example.com', phone: '+442071234567' },
  guests: [],
  specialRequests: 'high floor <please>',
}

describe('every request of the adapter', () => {
  it('passes Rapid’s official specification without a violation', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => String(10_000 + index))
    const search = await expediaRapid.search(call(), { ...request, supplierHotelIds: ids })
    expect(search.ok).toBe(true)
    const rooms = await expediaRapid.rooms(call(), { ...request, supplierHotelId: '19248' })
    expect(rooms.ok).toBe(true)
    const checked = await expediaRapid.checkPrice(call('example=Available Example'), {
      ...request,
      supplierHotelId: '1',
      rate: bookRequest.rate,
    })
    // The official example prices other parties than ours: what matters here is that the request passed.
    expect(checked.ok || checked.error.detail).toBeTruthy()
    const held = await expediaRapid.book(call('code=201'), bookRequest)
    expect(held.outcome).toBe('ACCEPTED')
    expect((await expediaRapid.find(call('code=200'), reference)).ok).toBe(true)
    expect((await expediaRapid.retrieve(call('code=200'), reference)).ok).toBe(true)
    const resumable = { ...reference, supplierPayload: { resumeHref: '/v3/itineraries/8999989898988?token=abc' } }
    expect((await confirmHold(call('code=204'), resumable)).outcome).toBe('ACCEPTED')
    expect((await confirmHold(call('code=202'), resumable)).outcome).toBe('UNKNOWN')
    await expediaRapid.cancel(call(), reference)
    expect(prism.violations).toEqual([])
    expect([...prism.operations].sort()).toEqual(
      ['book', 'cancel', 'confirm_hold', 'find', 'price_check', 'retrieve', 'rooms', 'search'].sort(),
    )
  })
})
