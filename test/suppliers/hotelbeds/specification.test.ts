import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hotelbeds } from '../../../src/suppliers/hotelbeds/index.ts'
import type { SupplierCall } from '../../../src/suppliers/supplier-call.ts'
import { type Prism, startPrism } from '../../support/spec/prism.ts'
import { correctedFile } from '../../support/spec/wire/documents.ts'
import { callTo } from '../../support/suppliers/call.ts'
import { someRate } from '../../support/suppliers/rates.ts'
import { bookingOf, PARTIES, questionFor, referenceOf } from '../../support/suppliers/sandbox.ts'

let prism: Prism

beforeAll(async () => {
  prism = await startPrism(correctedFile('hotelbeds/openapi.derived.json'))
})

afterAll(() => prism?.stop())

function call(prefer?: string): SupplierCall {
  return callTo({
    code: 'hotelbeds',
    baseUrl: prism.url,
    settings: { tolerancePercent: 2 },
    fetch: prism.watched(prefer),
  })
}

describe('every request of the adapter', () => {
  it('[P-1] passes Hotelbeds’ specification without a violation', async () => {
    const question = { ...questionFor(PARTIES), hotelTimeZone: null }
    const many = Array.from({ length: 2_000 }, (_, index) => String(1_000 + index))
    const search = await hotelbeds.search(call('example=two_rooms'), { ...question, supplierHotelIds: many })
    expect(search.ok).toBe(true)
    const asked = { ...question, supplierHotelId: '1533', sells: ['PACKAGE_ONLY'] as const }
    expect((await hotelbeds.rooms(call('example=mixed_rooms'), asked)).ok).toBe(true)
    const parts = [
      { rateKey: 'first', roomCode: 'DBT.ST', roomIndexes: [0, 2] },
      { rateKey: 'second', roomCode: 'DBT.ST', roomIndexes: [1] },
    ]
    const rate = someRate(PARTIES, { parts, boardCode: 'AI' })
    // The official example has other parties than ours: what matters here is that the request passed.
    await hotelbeds.checkPrice(call('example=two_rooms'), { ...question, supplierHotelId: '1533', rate })
    const request = bookingOf(rate, questionFor(PARTIES))
    const booked = await hotelbeds.book(call('example=two_rooms'), request)
    expect(booked).toMatchObject({ outcome: 'ACCEPTED', value: { status: 'CONFIRMED' } })
    const reference = referenceOf(request, booked)
    expect((await hotelbeds.find(call('code=200'), reference)).ok).toBe(true)
    expect((await hotelbeds.retrieve(call('example=confirmed'), reference)).ok).toBe(true)
    expect((await hotelbeds.quoteCancellation?.(call('example=simulation'), reference))?.ok).toBe(true)
    expect((await hotelbeds.cancel(call('example=cancellation'), reference)).outcome).toBe('ACCEPTED')
    expect(prism.violations).toEqual([])
    expect([...prism.operations].sort()).toEqual(
      ['book', 'cancel', 'cancellation_quote', 'find', 'price_check', 'retrieve', 'rooms', 'search'].sort(),
    )
  })
})
