import { describe, expect, it } from 'vitest'
import { cancel, confirmHold, find, retrieve } from '../../../src/suppliers/expedia-rapid/itinerary.ts'
import type { BookingReference } from '../../../src/suppliers/supplier.ts'
import type { SupplierFetch } from '../../../src/suppliers/supplier-call.ts'
import { rapidError } from '../../fixtures/suppliers/rapid.ts'
import { rapidCall } from '../../support/rapid.ts'

type Answer = readonly [status: number, json: unknown]

/** Answers in order, and keeps what was asked; asked more often than that it throws. */
function scripted(...script: readonly Answer[]) {
  const asked: string[] = []
  const left = [...script]
  const fetch: SupplierFetch = async ({ method, url }) => {
    asked.push(`${method} ${url.replace('http://x', '')}`)
    const next = left.shift()
    if (!next) throw new Error(`nobody expected ${method} ${url}`)
    return { ok: true, value: { status: next[0], headers: {}, json: next[1] } }
  }
  return { asked, call: rapidCall('http://x', fetch) }
}

const STALE = '/v3/itineraries/1?token=stale'
const FRESH = '/v3/itineraries/1?token=fresh'
const RELEASE = '/v3/itineraries/1?token=release'
const RECORD = 'GET /v3/itineraries/1?email=ada%40example.com'

const reference: BookingReference = {
  supplierReference: 'ABC',
  supplierBookingId: '1',
  supplierPayload: { resumeHref: STALE },
  holderEmail: 'ada@example.com',
  bookedAt: 0,
}
const withoutLink: BookingReference = { ...reference, supplierPayload: {} }

const LINK_INVALID: Answer = [400, rapidError('invalid_input', 'link.invalid')]
const NOT_FOUND: Answer = [404, rapidError('resource_not_found')]

function room(id: string, status: string, withLink = true) {
  return {
    id,
    status,
    links: withLink ? { cancel: { method: 'DELETE', href: `/v3/itineraries/1/rooms/${id}?token=t` } } : {},
  }
}
function booked(...rooms: object[]): Answer {
  return [200, { itinerary_id: '1', links: {}, rooms }]
}
const held: Answer = [
  200,
  {
    itinerary_id: '1',
    links: { resume: { method: 'PUT', href: FRESH }, cancel: { method: 'DELETE', href: RELEASE } },
    rooms: [room('a', 'booked', false)],
  },
]
/** What Rapid answers while an itinerary is being propagated. */
const BARE: Answer = [200, { itinerary_id: '1', creation_date_time: '2027-01-01T00:00:00Z' }]

describe('confirming a hold', () => {
  it('follows a fresh link when Rapid calls the stored one invalid and the record still shows the hold', async () => {
    const { call, asked } = scripted(LINK_INVALID, held, [204, null])
    expect(await confirmHold(call, reference)).toEqual({ outcome: 'ACCEPTED', value: null })
    expect(asked).toEqual([`PUT ${STALE}`, RECORD, `PUT ${FRESH}`])
  })

  it('reads the record for a link when none was stored', async () => {
    const { call, asked } = scripted(held, [204, null])
    expect((await confirmHold(call, withoutLink)).outcome).toBe('ACCEPTED')
    expect(asked).toEqual([RECORD, `PUT ${FRESH}`])
  })

  it('is a lapsed hold, not a mere refusal, when the record is cancelled', async () => {
    const { call } = scripted(LINK_INVALID, booked(room('a', 'canceled', false)))
    expect(await confirmHold(call, reference)).toMatchObject({
      outcome: 'REFUSED',
      refusal: { reason: 'HOLD_LAPSED', retryable: false },
    })
  })

  it('is accepted when an earlier confirmation whose answer was lost has worked', async () => {
    const { call, asked } = scripted(LINK_INVALID, booked(room('a', 'booked')))
    expect((await confirmHold(call, reference)).outcome).toBe('ACCEPTED')
    expect(asked).toHaveLength(2)
  })

  it('is never called lapsed for want of a record', async () => {
    const { call } = scripted(NOT_FOUND)
    expect(await confirmHold(call, withoutLink)).toMatchObject({
      outcome: 'REFUSED',
      refusal: { reason: 'SUPPLIER_REFUSED', retryable: true },
    })
  })

  it('is not sent a second time after an answer that proves nothing', async () => {
    const { call, asked } = scripted([202, null])
    expect((await confirmHold(call, reference)).outcome).toBe('UNKNOWN')
    expect(asked).toEqual([`PUT ${STALE}`])
  })
})

describe('cancelling', () => {
  it.each([
    ['there is no record', NOT_FOUND],
    ['the record is not propagated yet', BARE],
    ['the record has no rooms', booked()],
  ])('is never a success when %s: nothing was cancelled', async (_when, answer) => {
    const { call } = scripted(answer)
    expect(await cancel(call, reference)).toMatchObject({ outcome: 'REFUSED', refusal: { retryable: true } })
  })

  it('cancels every room that is still booked, and only those', async () => {
    const { call, asked } = scripted(
      booked(room('a', 'booked'), room('b', 'canceled'), room('c', 'booked')),
      [204, null],
      [204, null],
    )
    expect((await cancel(call, reference)).outcome).toBe('ACCEPTED')
    expect(asked.slice(1)).toEqual(['a', 'c'].map((id) => `DELETE /v3/itineraries/1/rooms/${id}?token=t`))
  })

  it('takes "already cancelled" for a room as done', async () => {
    const { call } = scripted(
      booked(room('a', 'booked'), room('b', 'booked')),
      [204, null],
      [400, rapidError('room_already_cancelled')],
    )
    expect((await cancel(call, reference)).outcome).toBe('ACCEPTED')
  })

  it.each([
    ['one room is uncertain', 202, null],
    ['one room is refused after another is gone', 403, rapidError('request_unauthorized')],
  ])('proves nothing when %s', async (_when, status, json) => {
    const { call } = scripted(booked(room('a', 'booked'), room('b', 'booked')), [204, null], [status, json])
    expect((await cancel(call, reference)).outcome).toBe('UNKNOWN')
  })

  it('is refused when the record offers no way to cancel', async () => {
    const { call } = scripted(booked(room('a', 'booked', false)))
    expect(await cancel(call, reference)).toMatchObject({ refusal: { reason: 'NOT_CANCELLABLE' } })
  })

  it('releases a held itinerary as a whole', async () => {
    const { call, asked } = scripted(held, [204, null])
    expect((await cancel(call, reference)).outcome).toBe('ACCEPTED')
    expect(asked[1]).toBe(`DELETE ${RELEASE}`)
  })
})

describe('the record of an itinerary', () => {
  function priced(price: string, refund: string | number) {
    return {
      ...room('a', 'canceled', false),
      rate: {
        cancel_refund: { amount: refund, currency: 'USD' },
        pricing: { totals: { inclusive: { billable_currency: { value: price, currency: 'USD' } } } },
      },
    }
  }

  it.each([
    ['a number, negative as in the official example', -65.98, 3402],
    ['a decimal string', '65.98', 3402],
    ['everything', '-100.00', 0],
  ])('tells what a cancellation cost: the price less a refund that is %s', async (_what, refund, charged) => {
    const { call } = scripted(booked(priced('100.00', refund)))
    const found = await retrieve(call, reference)
    expect(found.ok && found.value?.chargedPenalty).toEqual({ amountMinor: charged, currency: 'USD' })
  })

  it.each([
    ['CONFIRMED', [room('a', 'booked'), room('b', 'canceled')]],
    ['PENDING', [room('a', 'booked'), room('b', 'pending')]],
    ['CANCELLED', [room('a', 'canceled'), room('b', 'canceled')]],
  ] as const)('is %s by its rooms taken together', async (status, rooms) => {
    const found = await retrieve(scripted(booked(...rooms)).call, reference)
    expect(found.ok && found.value?.status).toBe(status)
  })

  it('is held by its resume link alone, whatever its rooms say', async () => {
    const found = await retrieve(scripted(held).call, reference)
    expect(found.ok && found.value).toMatchObject({ status: 'ON_HOLD', supplierPayload: { resumeHref: FRESH } })
  })

  it('is nothing for 404, and a failure for a status that nobody knows', async () => {
    expect(await retrieve(scripted(NOT_FOUND).call, reference)).toEqual({ ok: true, value: null })
    const odd = await retrieve(scripted(booked(room('a', 'moved'))).call, reference)
    expect(odd).toMatchObject({ ok: false, error: { kind: 'MALFORMED' } })
  })

  it('leaves out what was booked under another reference, and shows twins as two', async () => {
    function one(id: string, affiliate_reference_id: string) {
      return {
        itinerary_id: id,
        affiliate_reference_id,
        rooms: [room('a', 'booked')],
      }
    }
    const { call } = scripted([200, [one('1', 'ABC'), one('2', 'OTHER'), one('3', 'ABC')]])
    const found = await find(call, reference)
    expect(found.ok && found.value.map(({ supplierBookingId }) => supplierBookingId)).toEqual(['1', '3'])
  })
})
