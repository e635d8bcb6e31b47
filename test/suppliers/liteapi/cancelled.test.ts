import { describe, expect, it } from 'vitest'
import { statusOf } from '../../../src/sandbox/suppliers/liteapi/booking-view.ts'
import type { StoredBooking } from '../../../src/sandbox/suppliers/stock/booking.ts'
import { liteapi } from '../../../src/suppliers/liteapi/index.ts'
import { booking as bookingBody } from '../../fixtures/suppliers/liteapi.ts'
import { answered } from '../../support/suppliers/answers.ts'
import { referenceOf } from '../../support/suppliers/sandbox.ts'

const ours = referenceOf({ supplierReference: 'REF123' })

function recordSaying(status: string): object {
  return bookingBody({ status, clientReference: ours.supplierReference })
}

describe('a booking that LiteAPI has cancelled', () => {
  const words = ['CANCELED', 'CANCELLED', 'CANCELLED_WITH_CHARGES']

  it.each(words)('is cancelled when its record says %s, alone or under our reference', async (status) => {
    const record = recordSaying(status)
    expect(await liteapi.retrieve(answered(liteapi, 200, { data: record }), ours)).toMatchObject({
      value: { status: 'CANCELLED', charged: null },
    })
    expect(await liteapi.find(answered(liteapi, 200, { data: [record] }), ours)).toMatchObject({
      value: [{ status: 'CANCELLED', charged: null }],
    })
  })

  it.each(words)('is cancelled when the answer to its cancellation says %s', async (status) => {
    const answer = { data: { bookingId: 'x', status, cancellation_fee: 0, currency: 'EUR' } }
    expect(await liteapi.cancel(answered(liteapi, 200, answer), ours)).toMatchObject({
      outcome: 'ACCEPTED',
      value: { chargedPenalty: { amountMinor: 0, currency: 'EUR' } },
    })
  })

  it.each(words)('is cancelled when the list of a day says %s', async (status) => {
    const list = { data: [{ bookingId: 'x', client_reference: 'REF123', status }] }
    const listed = await liteapi.listBookings?.(answered(liteapi, 200, list), {
      by: 'CREATION',
      date: '2018-11-01',
      page: 1,
    })
    expect(listed).toMatchObject({ value: { bookings: [{ record: { status: 'CANCELLED' } }] } })
  })
})

it('a word that LiteAPI does not document is neither a yes nor a no, also as the answer to a cancellation', async () => {
  for (const status of ['CANCELLATION_REQUESTED', 'CANCELLED_BY_NOBODY', 'constructor', '']) {
    const record = { data: recordSaying(status) }
    expect(await liteapi.retrieve(answered(liteapi, 200, record), ours)).toMatchObject({ value: { status: 'PENDING' } })
    expect((await liteapi.cancel(answered(liteapi, 200, record), ours)).outcome).toBe('UNKNOWN')
  }
})

it('the sandbox spells it as the specification does for some bookings, and as its examples do for others', () => {
  const ids = Array.from({ length: 40 }, (_, index) => `booking${index}`)
  // The lines of a booking only say what cancelling costs, which the sandbox has written down here.
  const cancelled = ids.map((id) => ({ id, cancelledAt: 1, chargedMinor: 0 }) as StoredBooking)
  const spelt = cancelled.map((booking) => statusOf(booking, 2))
  expect([...new Set(spelt)].sort()).toEqual(['CANCELED', 'CANCELLED'])
  expect(cancelled.map((booking) => statusOf(booking, 3))).toEqual(spelt)
  expect(cancelled.map((booking) => statusOf({ ...booking, chargedMinor: 1 }, 2))).toEqual(
    ids.map(() => 'CANCELLED_WITH_CHARGES'),
  )
})
