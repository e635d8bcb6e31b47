import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liteapi } from '../../../src/suppliers/liteapi/index.ts'
import type { SupplierCall } from '../../../src/suppliers/supplier-call.ts'
import { type Prism, startPrism } from '../../support/spec/prism.ts'
import { sharedPath } from '../../support/spec/shared.ts'
import { correctedFile } from '../../support/spec/wire/documents.ts'
import { callTo } from '../../support/suppliers/call.ts'
import { someRate } from '../../support/suppliers/rates.ts'
import { bookingOf, PARTIES, questionFor, referenceOf } from '../../support/suppliers/sandbox.ts'

/** LiteAPI sells on one host and books on another: each has a specification of its own. */
let rates: Prism
let bookings: Prism

beforeAll(async () => {
  rates = await startPrism(sharedPath('suppliers/liteapi/search.openapi.json'))
  bookings = await startPrism(correctedFile('liteapi/booking.openapi.json'))
})

afterAll(() => {
  rates?.stop()
  bookings?.stop()
})

function call(prefer?: string): SupplierCall {
  return callTo({
    code: 'liteapi',
    baseUrl: rates.url,
    settings: { bookingBaseUrl: bookings.url },
    fetch: async (request) => (request.url.startsWith(rates.url) ? rates : bookings).watched(prefer)(request),
  })
}

describe('every request of the adapter', () => {
  it('passes LiteAPI’s official specifications without a violation', async () => {
    const question = { ...questionFor(PARTIES), hotelTimeZone: null }
    const many = Array.from({ length: 5_000 }, (_, index) => `lp${index.toString(16)}`)
    const search = await liteapi.search(call('example=Search response'), { ...question, supplierHotelIds: many })
    expect(search.ok).toBe(true)
    expect((await liteapi.rooms(call('example=Search response'), { ...question, supplierHotelId: 'lp1897' })).ok).toBe(
      true,
    )
    const rate = someRate(PARTIES, { offerId: 'offer', roomTypeId: 'room', prebookId: 'prebook' })
    const checked = await liteapi.checkPrice(call('code=200'), { ...question, supplierHotelId: 'lp1897', rate })
    // The official example prices one room, ours has three: what matters here is that the request passed.
    expect(checked).toMatchObject({ ok: false, error: { kind: 'MALFORMED' } })
    const request = bookingOf(rate, questionFor(PARTIES))
    const booked = await liteapi.book(call('code=200'), request)
    expect(booked).toMatchObject({ outcome: 'ACCEPTED', value: { status: 'CONFIRMED', supplierBookingId: 'ABC123' } })
    const reference = referenceOf(request, booked)
    expect((await liteapi.find(call('code=200'), reference)).ok).toBe(true)
    expect((await liteapi.retrieve(call('code=200'), reference)).ok).toBe(true)
    expect((await liteapi.cancel(call('code=200'), reference)).outcome).toBe('ACCEPTED')
    expect([...rates.violations, ...bookings.violations]).toEqual([])
    const operations = [...rates.operations, ...bookings.operations].sort((a, b) => a.localeCompare(b))
    expect(operations).toEqual(['book', 'cancel', 'find', 'price_check', 'retrieve', 'rooms', 'search'])
  })
})
