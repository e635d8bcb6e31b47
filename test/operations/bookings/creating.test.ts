import { describe, expect, it } from 'vitest'
import { recordOf, refuses, says } from '../../support/desk.ts'
import { HOUR } from '../../support/offered.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

/** What the last request of an operation said. */
function sent(operation: string) {
  return booker.desk.asked.findLast((one) => one.operation === operation)
}

describe('a creation', () => {
  it('[C-086] tells the supplier what was offered and who comes, once', async () => {
    const guests = [
      { allocationId: 'alc_1', type: 'ADULT' },
      { allocationId: 'alc_1', type: 'ADULT', givenName: 'Ada', familyName: 'Lovelace' },
    ]
    booker.desk.says('book', says(recordOf()))
    const input = { guests, specialRequests: 'Late arrival', clientReference: 'order 7', metadata: { desk: '3' } }
    const answer = await booker.create(await booker.offer(), input)
    expect(answer).toMatchObject({ ok: true, value: { replayed: false, booking: { status: 'CONFIRMED' } } })
    const booking = await booker.booking(answer.value.booking.bookingId)
    expect(booker.desk.asked).toHaveLength(1)
    expect(sent('book')).toMatchObject({
      code: 'desk',
      world: 'org_ours',
      body: {
        supplierReference: booking.supplierReference,
        mode: 'INSTANT',
        rate: { supplierPayload: { rate: 'r1' }, rooms: [{ roomIndex: 0 }] },
        stay: booking.terms.stay,
        nationality: 'GB',
        holder: { email: 'ada@example.com' },
        specialRequests: 'Late arrival',
        guests: [
          { roomIndex: 0, type: 'ADULT', givenName: 'Ada', familyName: 'Lovelace', age: null },
          { roomIndex: 0, type: 'ADULT', givenName: null, familyName: null, age: null },
        ],
        requestId: 'req_1',
        language: 'de',
        ip: '198.51.100.7',
        timeoutMs: 30_000,
      },
    })
    expect(booking).toMatchObject({
      version: 2,
      sequence: 2,
      clientReference: 'order 7',
      metadata: { desk: '3' },
      needsOperator: false,
      cancellable: true,
      pendingSince: null,
      verifiesListing: false,
    })
  })

  it('that the supplier confirms is CONFIRMED, with an event, and its hotel is asked for a number', async () => {
    const { bookingId, ...booking } = await booker.confirmed({}, { supplierBookingCode: 'code-1' })
    expect(booking).toMatchObject({
      supplierBookingId: 'theirs-1',
      supplierBookingCode: 'code-1',
      supplierPayload: { link: 'of the record' },
      hotelConfirmation: { number: null, status: 'PENDING' },
    })
    expect(await booker.plan(bookingId)).toEqual({ kind: 'STANDING', inS: 120, looks: 0 })
    expect(await booker.attempts(bookingId)).toMatchObject([{ operation: 'CREATE', outcome: 'ACCEPTED', sent: true }])
    expect(bookingId).toMatch(/^ubk_/)
    expect((await booker.attempts(bookingId))[0].id).toMatch(/^req_/)
    const [created, confirmed] = await booker.events(bookingId)
    expect(created?.event_id).toMatch(/^evt_/)
    expect(created).toMatchObject({
      sequence: 1,
      previous_status: null,
      status: 'PROCESSING',
      change: { cause: 'CREATED', fields: ['status'] },
    })
    expect(confirmed).toMatchObject({
      sequence: 2,
      previous_status: 'PROCESSING',
      status: 'CONFIRMED',
      change: {
        cause: 'SUPPLIER_CONFIRMED',
        fields: ['status', 'is_terminal', 'provider', 'next_poll_after_ms', 'processing_reason', 'available_actions'],
      },
      booking: { provider: { booking_id: 'theirs-1', booking_code: 'code-1', hotel_confirmation_status: 'PENDING' } },
    })
    expect(await booker.cases(bookingId)).toEqual([])
  })

  it('whose record has the hotel’s own number needs no look for it; a code that is the id is no second reference', async () => {
    const { bookingId, ...booking } = await booker.confirmed(
      {},
      { hotelConfirmationNumber: 'H-9', supplierBookingCode: 'theirs-1' },
    )
    expect(booking).toMatchObject({
      supplierBookingCode: null,
      hotelConfirmation: { number: 'H-9', status: 'FETCHED' },
    })
    expect(await booker.plan(bookingId)).toEqual({ kind: 'STANDING', inS: 86_400, looks: 0 })
  })

  it.each([
    ['its own', 5 * HOUR, 5],
    ['the offered', null, 96],
  ])('of a hold has %s deadline', async (...row) => {
    const [, inMs, hours] = row
    const holdDeadlineAt = inMs === null ? null : booker.now() + inMs
    const { bookingId, ...booking } = await booker.held({}, { holdDeadlineAt })
    expect(Math.round(((booking.holdDeadlineAt ?? 0) - booking.createdAt) / HOUR)).toBe(hours)
    expect(await booker.plan(bookingId)).toMatchObject({ kind: 'HOLD', looks: 0 })
    expect(Math.round(((await booker.plan(bookingId)).inS ?? 0) / 3_600)).toBe(hours)
    expect(sent('book')?.body.mode).toBe('HOLD')
    expect(booking).toMatchObject({ pendingOperation: null, hotelConfirmation: { status: 'NOT_REQUESTED' } })
  })

  it.each([
    ['SOLD_OUT', false, 'SOLD_OUT'],
    ['PRICE_CHANGED', true, 'PRICE_CHANGED'],
    ['GUEST_DATA_REJECTED', false, 'GUEST_DATA_REJECTED'],
    ['PAYMENT_DECLINED', true, 'PAYMENT_DECLINED'],
    ['ALREADY_CANCELLED', false, 'SUPPLIER_REFUSED'],
    ['NOT_CANCELLABLE', false, 'SUPPLIER_REFUSED'],
    ['HOLD_LAPSED', false, 'HOLD_LAPSED'],
  ] as const)('that is refused for %s is FAILED, and its offer is free again', async (...row) => {
    const [reason, retryable, code] = row
    const offerId = await booker.offer()
    booker.desk.says('book', refuses(reason, retryable))
    const answer = await booker.create(offerId)
    expect(answer.value.booking).toMatchObject({
      status: 'FAILED',
      failure: { code, retryable, supplierCode: 'desk' },
      provider: { hotelConfirmationStatus: 'NOT_REQUESTED' },
    })
    const { bookingId } = answer.value.booking
    expect(await booker.plan(bookingId)).toEqual({ kind: null, inS: null, looks: 0 })
    expect(await booker.attempts(bookingId)).toMatchObject([
      { outcome: 'REFUSED', supplier_http_status: 409, supplier_error_code: 'E7', detail: 'words' },
    ])
    booker.desk.says('book', says(recordOf()))
    expect((await booker.create(offerId)).value.booking.status).toBe('CONFIRMED')
  })

  it.each(['SILENT', { status: 503, json: null }] as const)(
    'that is answered with %s is PROCESSING, and looked at soon',
    async (said) => {
      booker.desk.says('book', said)
      const answer = await booker.create(await booker.offer())
      const { bookingId } = answer.value.booking
      expect(answer.value.booking).toMatchObject({ status: 'PROCESSING', nextPollAfterMs: 2_000 })
      expect(await booker.plan(bookingId)).toEqual({ kind: 'CALL', inS: 5, looks: 0 })
      const httpStatus = said === 'SILENT' ? null : 503
      expect(await booker.attempts(bookingId)).toMatchObject([
        { outcome: 'UNKNOWN', sent: true, supplier_http_status: httpStatus, detail: expect.stringMatching(/./) },
      ])
      expect(booker.desk.asked).toHaveLength(1)
    },
  )
})

describe('a creation that the supplier has only taken', () => {
  it('is read once more at once', async () => {
    booker.desk.says('book', says(recordOf({ status: 'PENDING' })))
    booker.desk.says('retrieve', says(recordOf({ status: 'CONFIRMED' })))
    const { value } = await booker.create(await booker.offer())
    expect(value.booking.status).toBe('CONFIRMED')
    expect(sent('retrieve')?.body).toMatchObject({ supplierBookingId: 'theirs-1', timeoutMs: 10_000 })
  })

  it.each([
    ['polled', 7],
    ['desk', 5],
  ])('at %s is looked at again after %i seconds', async (code, seconds) => {
    booker.desk.says('book', says(recordOf({ status: 'PENDING' })))
    booker.desk.says('retrieve', says(recordOf({ status: 'PENDING' })))
    const { value } = await booker.create(await booker.offer({ code }))
    expect(value.booking).toMatchObject({ status: 'PROCESSING', provider: { bookingId: 'theirs-1' } })
    expect(await booker.plan(value.booking.bookingId)).toEqual({ kind: 'CALL', inS: seconds, looks: 0 })
  })

  it('is not read when it was refused, or is confirmed already', async () => {
    await booker.confirmed()
    booker.desk.says('book', refuses('SOLD_OUT'))
    await booker.create(await booker.offer())
    await booker.lost()
    expect(booker.desk.asked.map(({ operation }) => operation)).toEqual(['book', 'book', 'book'])
  })
})
