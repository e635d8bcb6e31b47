import { describe, expect, it } from 'vitest'
import { recordOf, says } from '../../support/desk.ts'
import type { Json } from '../../support/http-client.ts'
import { costs, DAY, free, HOUR, MINUTE, SECOND } from '../../support/offered.ts'
import { caller, THEIRS } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

const STRANGERS = [caller({ organizationId: THEIRS }), caller({ environment: 'production' })]

function list(filter: object = {}): Promise<Json> {
  return booker.gateway.listBookings(caller(), filter)
}

async function read(bookingId: string): Promise<Json> {
  return ((await booker.gateway.getBooking(caller(), { bookingId })) as Json).value
}

async function ids(filter: object = {}): Promise<string[]> {
  return (await list(filter)).value.bookings.map(({ bookingId }: Json) => bookingId)
}

describe('a booking that is read', () => {
  it('[C-089] has its status, and is its organization’s alone', async () => {
    const { bookingId, acceptedOfferId, createdAt } = await booker.confirmed()
    expect(await booker.gateway.getBooking(caller(), { bookingId })).toMatchObject({
      ok: true,
      value: {
        bookingId,
        acceptedOfferId,
        status: 'CONFIRMED',
        isTerminal: true,
        nextPollAfterMs: null,
        availableActions: ['GET_STATUS', 'GET_DETAILS', 'CANCEL'],
        createdAt: new Date(createdAt).toISOString(),
        failure: null,
        cancellation: null,
        holdDeadlineAt: null,
        reviewExpiresAt: null,
        discrepancies: [],
      },
    })
    for (const stranger of STRANGERS)
      for (const answer of [
        await booker.gateway.getBooking(stranger, { bookingId }),
        await booker.gateway.getBookingDetails(stranger, { bookingId }),
        await booker.gateway.getPenalties(stranger, { bookingId }),
        await booker.gateway.quoteCancellation(stranger, { bookingId }),
        await booker.gateway.watchBooking(stranger, { bookingId }),
      ])
        expect(answer).toMatchObject({ ok: false, error: { code: 'BOOKING_NOT_FOUND' } })
  })

  it.each(['getBooking', 'getBookingDetails', 'getPenalties', 'quoteCancellation', 'watchBooking'] as const)(
    '%s refuses what is no id',
    async (operation) => {
      expect(await booker.gateway[operation](caller(), { bookingId: 7 })).toMatchObject({ ok: false })
      expect(await booker.gateway[operation](caller(), { bookingId: 'ubk_1', more: 1 })).toMatchObject({ ok: false })
    },
  )

  it('shows what can be done with it at its supplier', async () => {
    const { bookingId } = await booker.confirmed({ code: 'shy' })
    async function actions(id: string): Promise<string[]> {
      return (await read(id)).availableActions
    }
    expect(await actions(bookingId)).toEqual(['GET_STATUS', 'GET_DETAILS'])
    expect(await actions((await booker.held()).bookingId)).toEqual([
      'GET_STATUS',
      'GET_DETAILS',
      'CONFIRM_HOLD',
      'CANCEL',
    ])
    expect(await actions((await booker.held({ code: 'shy' })).bookingId)).toEqual(['GET_STATUS', 'GET_DETAILS'])
    expect(await actions((await booker.confirmed({}, { cancellable: false })).bookingId)).toEqual([
      'GET_STATUS',
      'GET_DETAILS',
    ])
    await booker.query(`UPDATE bookings SET supplier_code = 'gone' WHERE id = $1`, [bookingId])
    expect(await actions(bookingId)).toEqual(['GET_STATUS', 'GET_DETAILS'])
  })

  it('shows a hold’s deadline, but not before the hold is made', async () => {
    const hold = await booker.held()
    const shown = new Date(hold.holdDeadlineAt ?? 0).toISOString()
    expect((await read(hold.bookingId)).holdDeadlineAt).toBe(shown)
    booker.desk.says('confirm_hold', 'SILENT')
    await booker.gateway.confirmHold(caller(), { bookingId: hold.bookingId, acceptedOfferId: hold.acceptedOfferId })
    expect(await read(hold.bookingId)).toMatchObject({ status: 'PROCESSING', holdDeadlineAt: shown })
    const lost = await booker.lost({ holdInMs: 96 * HOUR }, { bookingMode: 'HOLD' })
    await booker.query(`UPDATE bookings SET hold_deadline_at = now() WHERE id = $1`, [lost.bookingId])
    expect((await read(lost.bookingId)).holdDeadlineAt).toBeNull()
  })

  it('tells how long it has waited', async () => {
    const { bookingId } = await booker.lost()
    expect(await read(bookingId)).toMatchObject({
      processingReason: 'SUPPLIER_CONFIRMATION_PENDING',
      nextPollAfterMs: 2_000,
    })
    await booker.advance(61 * SECOND)
    expect(await read(bookingId)).toMatchObject({ processingReason: 'RECONCILIATION_REQUIRED', nextPollAfterMs: 5_000 })
  })

  it('shows a discrepancy with the time at which it was found', async () => {
    const { bookingId, discrepancies } = await booker.confirmed({}, { rooms: 2 })
    const { value } = (await booker.gateway.getBooking(caller(), { bookingId })) as Json
    expect(value.discrepancies).toMatchObject([
      { path: 'allocations', foundAt: new Date(discrepancies[0]?.foundAt ?? 0).toISOString() },
    ])
  })
})

describe('a booking’s details', () => {
  it('[C-090] are its terms, its guests, its hotel in the caller’s language, and its history', async () => {
    booker.desk.says('book', says(recordOf()))
    const input = { clientReference: 'order 7', metadata: { desk: '3' }, specialRequests: 'Late' }
    const { value } = await booker.create(await booker.offer(), input)
    const { bookingId } = value.booking
    const { terms } = await booker.booking(bookingId)
    const details: Json = await booker.gateway.getBookingDetails(caller(), { bookingId })
    expect(details.value).toMatchObject({
      status: 'CONFIRMED',
      cancellationRecord: null,
      clientReference: 'order 7',
      metadata: { desk: '3' },
      hotel: { hotelId: '42', name: 'Alte Mühle', address: 'Am Bach 1', city: 'München', country: 'DE' },
      stay: { checkIn: terms.stay.checkInDate, checkOut: terms.stay.checkOutDate, nights: 3 },
      allocations: [{ allocationId: 'alc_1' }],
      holder: { givenName: 'Ada', email: 'ada@example.com' },
      guests: [
        { allocationId: 'alc_1', type: 'ADULT', givenName: 'Ada', familyName: 'Lovelace', age: null },
        { allocationId: 'alc_1', type: 'ADULT', givenName: null, familyName: null, age: null },
      ],
      specialRequests: 'Late',
      price: { total: { amountMinor: 30_000, currency: 'EUR' } },
      cancellation: { refundability: 'REFUNDABLE' },
      history: [
        { sequence: 1, type: 'booking.updated', status: 'PROCESSING', previousStatus: null, cause: 'CREATED' },
        {
          sequence: 2,
          type: 'booking.confirmed',
          status: 'CONFIRMED',
          previousStatus: 'PROCESSING',
          cause: 'SUPPLIER_CONFIRMED',
        },
      ],
    })
    expect(details.value.history[0].at).toMatch(/^\d{4}-/)
  })

  it('are told without guests when these were forgotten, and without a hotel that is gone', async () => {
    const { bookingId } = await booker.confirmed()
    await booker.query('UPDATE bookings SET guests_sealed = NULL, hotel_id = 43')
    const details: Json = await booker.gateway.getBookingDetails(caller(), { bookingId })
    expect(details.value).toMatchObject({
      holder: null,
      guests: [],
      specialRequests: null,
      hotel: { hotelId: '43', name: '', address: '', city: '', country: '' },
    })
    booker.desk.says('retrieve', says(recordOf({ guests: [{ givenName: 'Eve', familyName: 'X' }] })))
    expect((await booker.look(bookingId)).booking.discrepancies).toEqual([])
    expect(booker.desk.asked.at(-1)?.body.holderEmail).toBe('')
  })
})

describe('the penalties of a booking', () => {
  it('are those of the frozen policy, now and later', async () => {
    const changesAt = booker.now() + DAY
    const { bookingId, acceptedOfferId } = await booker.confirmed({
      windows: [free(booker.now() - MINUTE, changesAt), costs(5_000, changesAt)],
    })
    async function penalties(): Promise<Json> {
      return ((await booker.gateway.getPenalties(caller(), { bookingId })) as Json).value
    }
    const from = booker.now()
    const { asOf, ...told } = await penalties()
    expect(told).toMatchObject({
      bookingId,
      acceptedOfferId,
      status: 'CONFIRMED',
      cancellable: true,
      total: { amountMinor: 30_000 },
      current: { penaltyStatus: 'NO_CHARGE' },
    })
    expect(Date.parse(asOf)).toBeGreaterThanOrEqual(from)
    expect(Date.parse(asOf)).toBeLessThanOrEqual(booker.now() + 1)
    await booker.advance(DAY)
    expect((await penalties()).current).toMatchObject({ penaltyStatus: 'KNOWN', penalty: { amountMinor: 5_000 } })
  })

  it('of a booking that cannot be cancelled say so', async () => {
    const { bookingId } = await booker.lost({ windows: [] })
    expect(await booker.gateway.getPenalties(caller(), { bookingId })).toMatchObject({
      value: { cancellable: false, current: null, status: 'PROCESSING' },
    })
  })
})

describe('a list of bookings', () => {
  it('[C-091] has the newest first, by pages', async () => {
    const made: string[] = []
    for (let count = 0; count < 5; count++) made.unshift((await booker.confirmed()).bookingId)
    expect(await ids()).toEqual(made)
    const first = await list({ limit: 2 })
    expect(first.value.bookings.map(({ bookingId }: Json) => bookingId)).toEqual(made.slice(0, 2))
    const second = await list({ limit: 2, cursor: first.value.nextCursor })
    expect(second.value.bookings.map(({ bookingId }: Json) => bookingId)).toEqual(made.slice(2, 4))
    const third = await list({ limit: 2, cursor: second.value.nextCursor })
    expect(third.value.bookings.map(({ bookingId }: Json) => bookingId)).toEqual(made.slice(4))
    expect(third.value.nextCursor).toBeNull()
    expect((await list({ limit: 5 })).value.nextCursor).toBeNull()
    const [{ createdAt }] = [await booker.booking(made[2] ?? '')]
    expect(await ids({ createdFrom: new Date(createdAt).toISOString() })).toEqual(made.slice(0, 3))
  })

  it('has twenty when nothing is said', async () => {
    const { bookingId } = await booker.confirmed()
    await booker.query(
      `INSERT INTO bookings SELECT (jsonb_populate_record(b, jsonb_build_object('id', 'ubk_' || n, 'supplier_reference', 'R' || n, 'claimed_offer_id', 'O' || n))).*
       FROM bookings b, generate_series(1, 20) n WHERE b.id = $1`,
      [bookingId],
    )
    const { value } = await list()
    expect(value.bookings).toHaveLength(20)
    expect(value.nextCursor).not.toBeNull()
    expect(await ids({ cursor: value.nextCursor })).toHaveLength(1)
  })

  it('is filtered, and has what a list shows', async () => {
    booker.desk.says('book', says(recordOf()))
    const { value } = await booker.create(await booker.offer({ daysAhead: 90 }), { clientReference: 'order 7' })
    const { bookingId } = value.booking
    const lost = await booker.lost()
    expect(await ids({ status: 'PROCESSING' })).toEqual([lost.bookingId])
    expect(await ids({ clientReference: 'order 7' })).toEqual([bookingId])
    expect(await ids({ checkInFrom: (await booker.booking(bookingId)).terms.stay.checkInDate })).toEqual([bookingId])
    expect((await list({ clientReference: 'order 7' })).value.bookings[0]).toMatchObject({
      status: 'CONFIRMED',
      clientReference: 'order 7',
      hotelId: '42',
      checkIn: (await booker.booking(bookingId)).terms.stay.checkInDate,
      checkOut: (await booker.booking(bookingId)).terms.stay.checkOutDate,
    })
    for (const stranger of STRANGERS)
      expect(await booker.gateway.listBookings(stranger, {})).toMatchObject({
        value: { bookings: [], nextCursor: null },
      })
  })

  it.each([
    'x',
    '1_x',
    'a_ubk_1',
    '9999999999999999_ubk_1',
    '999999999999999_ubk_1',
    '1_ubk_',
    `1_ubk_${'a'.repeat(41)}`,
    ' 1_ubk_1',
    '1_ubk_1 ',
  ])('refuses the cursor %j', async (cursor) => {
    expect(await list({ cursor })).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } })
  })

  it('refuses what it does not know', async () => {
    expect(await list({ limit: 0 })).toMatchObject({ ok: false })
  })
})
