import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Money, toDecimal } from '../../../src/domain/money.ts'
import { ratehawk } from '../../../src/suppliers/ratehawk/index.ts'
import type { SupplierCall } from '../../../src/suppliers/supplier-call.ts'
import type { Json } from '../../support/http-client.ts'
import { type Prism, startPrism } from '../../support/spec/prism.ts'
import { correctedFile } from '../../support/spec/wire/documents.ts'
import { callTo } from '../../support/suppliers/call.ts'
import { someRate } from '../../support/suppliers/rates.ts'
import { bookingOf, PARTIES, questionFor, referenceOf } from '../../support/suppliers/sandbox.ts'

let prism: Prism

beforeAll(async () => {
  prism = await startPrism(correctedFile('ratehawk/openapi.derived.json'))
})

afterAll(() => prism?.stop())

function call(prefer?: string): SupplierCall {
  return callTo({
    code: 'ratehawk',
    baseUrl: prism.url,
    settings: { corporateEmail: 'desk@partner.example', supplierData: { kind: 'HOLDER' }, bookTimeoutSeconds: 120 },
    fetch: prism.watched(prefer),
  })
}

/** The official form is paid at the hotel; ours, to get to the start of a booking, by our deposit. */
function takingDeposits({ fetch, ...rest }: SupplierCall, total: Money): SupplierCall {
  const payment = { type: 'deposit', amount: toDecimal(total), currency_code: total.currency }
  return {
    ...rest,
    fetch: async (request) => {
      const answer = await fetch(request)
      if (!answer.ok || request.operation !== 'book_form') return answer
      const json = structuredClone(answer.value.json) as Json
      json.data.payment_types = [{ ...json.data.payment_types[0], ...payment }]
      return { ok: true, value: { ...answer.value, json } }
    },
  }
}

describe('every request of the adapter', () => {
  it('[P-1] passes RateHawk’s specification without a violation', async () => {
    const question = { ...questionFor(PARTIES), hotelTimeZone: null }
    const many = Array.from({ length: 300 }, (_, index) => String(8_000_000 + index))
    expect((await ratehawk.search(call('example=ok'), { ...question, supplierHotelIds: many })).ok).toBe(true)
    expect((await ratehawk.rooms(call('example=ok'), { ...question, supplierHotelId: '8473727' })).ok).toBe(true)
    const rate = someRate(PARTIES, { bookHash: 'h-d01a824f-dcce-5932-af8d-8bafc6badc3b' })
    // The official example prices one room: what matters here is that the request passed.
    await ratehawk.checkPrice(call('example=ok'), { ...question, supplierHotelId: '8473727', rate })
    const checked = someRate(PARTIES, { bookHash: 'p-e7029d6b-7b28-4e99-893f-3434d5065f33' })
    const request = bookingOf(checked, questionFor(PARTIES))
    const booked = await ratehawk.book(takingDeposits(call('example=ok'), request.rate.price.total), request)
    expect(booked).toMatchObject({ outcome: 'ACCEPTED', value: { status: 'PENDING' } })
    const reference = referenceOf(request, booked)
    expect((await ratehawk.find(call('example=ok'), reference)).ok).toBe(true)
    expect((await ratehawk.retrieve(call('example=ok'), reference)).ok).toBe(true)
    expect((await ratehawk.cancel(call('example=ok'), reference)).outcome).toBe('ACCEPTED')
    expect(prism.violations).toEqual([])
    expect([...prism.operations].sort()).toEqual(
      ['book', 'book_form', 'cancel', 'find', 'price_check', 'retrieve', 'rooms', 'search'].sort(),
    )
  })
})
