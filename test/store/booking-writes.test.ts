import { describe, expect, it } from 'vitest'
import type { Booking, BookingChanges } from '../../src/store/booking.ts'
import { OfferClaimedError } from '../../src/store/booking-writes.ts'
import { LINKED, newBooking, storedBooking, storedEvent } from '../support/stored-booking.ts'
import { inSeconds, type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore(async (started) => {
  world = started
  await world.query(LINKED)
})

const LATER = Date.parse('2030-01-02T00:00:00Z')

function found(bookingId = 'ubk_1'): Promise<Booking | null> {
  return world.store.bookings.findAnywhere(bookingId)
}

async function created(changes: Partial<Booking> = {}): Promise<Booking> {
  const booking = storedBooking(changes)
  expect(await world.store.bookings.create(newBooking(booking))).toBe(true)
  return booking
}

async function look(bookingId = 'ubk_1') {
  const [row] = await world.query(
    `SELECT look_kind, looks, lease_id, look_at, extract(epoch FROM look_at - gateway_now())::float8 AS look_in,
      claimed_offer_id FROM bookings WHERE id = $1`,
    [bookingId],
  )
  return row
}

function change(read: Booking, changes: BookingChanges, more: object = {}): Promise<Booking | null> {
  return world.store.bookings.change(read, { changes, now: LATER, eventOf: (after) => storedEvent(after), ...more })
}

describe('a new booking', () => {
  it('is read as it was written', async () => {
    const booking = await created({ holdDeadlineAt: LATER, reviewExpiresAt: LATER + 1, verifiesListing: true })
    const read = await found()
    expect({ ...read, guestsSealed: [...(read?.guestsSealed ?? [])] }).toMatchObject({
      ...booking,
      guestsSealed: [1, 2, 3],
    })
  })

  it('comes with its event, its key, and the attempt of the call that follows', async () => {
    await created()
    expect(await world.query('SELECT id, sequence, type, body, request_id, traceparent FROM booking_events')).toEqual([
      {
        id: 'evt_ubk_1_1',
        sequence: 1,
        type: 'booking.updated',
        body: '{"of":"ubk_1","sequence":1}',
        request_id: 'req_1',
        traceparent: 'trace_1',
      },
    ])
    expect(await world.query('SELECT key, booking_id FROM idempotency_keys')).toEqual([
      { key: 'key_ubk_1', booking_id: 'ubk_1' },
    ])
    const attempts = await world.query(
      `SELECT id, booking_id, operation, outcome, sent_at, request_id, traceparent,
        abs(extract(epoch FROM gateway_now() - started_at)) < 5 AS is_new FROM booking_attempts`,
    )
    expect(attempts).toEqual([
      {
        id: 'att_ubk_1',
        booking_id: 'ubk_1',
        operation: 'CREATE',
        outcome: null,
        sent_at: null,
        request_id: 'req_1',
        traceparent: 'trace_1',
        is_new: true,
      },
    ])
  })

  it('has no attempt when no call follows', async () => {
    await world.store.bookings.create({ ...newBooking(), attemptId: null })
    expect(await world.query('SELECT id FROM booking_attempts')).toEqual([])
  })

  it('plans its first look', async () => {
    await created()
    const planned = await look()
    expect(planned).toMatchObject({ look_kind: 'CALL', looks: 0, lease_id: null, claimed_offer_id: 'off_ubk_1' })
    expect(Math.round(planned?.look_in)).toBe(12)
  })

  it('is not written when its key is used, and neither is anything with it', async () => {
    await created()
    const second = storedBooking({ bookingId: 'ubk_2' })
    expect(await world.store.bookings.create(newBooking(second, 'key_ubk_1'))).toBe(false)
    expect(await found('ubk_2')).toBeNull()
    for (const table of ['booking_events', 'booking_attempts'])
      expect(await world.query(`SELECT 1 FROM ${table} WHERE booking_id = 'ubk_2'`)).toEqual([])
  })

  it('is not written once its organization is not linked to its connection any more, and takes no key', async () => {
    const booking = storedBooking({ connectionId: 'con_gone' })
    expect(await world.store.bookings.create(newBooking(booking))).toBe(false)
    for (const table of ['bookings', 'booking_events', 'booking_attempts', 'idempotency_keys'])
      expect(await world.query(`SELECT 1 FROM ${table}`)).toEqual([])
  })

  it('is written over a further connection', async () => {
    await world.query(
      `INSERT INTO supplier_connections (id, supplier_code, environment, name, credentials)
       VALUES ('con_more', 'hotelbeds', 'sandbox', 'con_more', '')`,
    )
    await world.query(`INSERT INTO further_connections VALUES ('org_1', 'con_more', 'hotelbeds')`)
    await created({ connectionId: 'con_more' })
    expect(await found()).toMatchObject({ connectionId: 'con_more' })
  })

  it('is not made of an offer that another one was made of, unless that has failed', async () => {
    const first = await created()
    const second = newBooking(storedBooking({ bookingId: 'ubk_2', acceptedOfferId: 'off_ubk_1' }))
    await expect(world.store.bookings.create(second)).rejects.toBeInstanceOf(OfferClaimedError)
    await change(first, { status: 'FAILED' })
    expect(await world.store.bookings.create(second)).toBe(true)
  })

  it('fails as what it is when something else is amiss', async () => {
    await created()
    const twin = newBooking(storedBooking({ acceptedOfferId: 'off_2' }), 'key_2')
    const failure = await world.store.bookings.create(twin).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(OfferClaimedError)
  })
})

describe('a change', () => {
  const every: BookingChanges = {
    status: 'ON_HOLD',
    pendingOperation: null,
    pendingSince: null,
    statusBeforeCancel: 'CONFIRMED',
    needsOperator: true,
    cancellable: false,
    supplierBookingId: 's1',
    supplierBookingCode: 'c1',
    supplierPayload: { token: 't' },
    hotelConfirmation: { number: '7', status: 'FETCHED', note: null, contactPhone: null, contactName: null },
    holdDeadlineAt: LATER + 5,
    failure: { code: 'SOLD_OUT', message: 'gone', retryable: true },
    cancellation: {
      cancellationId: 'can_1',
      requestedAt: LATER,
      cancelledAt: null,
      cause: 'CLIENT',
      penaltyStatus: 'NO_CHARGE',
      penalty: null,
      chargedPenalty: null,
      supplierCancellationReference: null,
    },
    discrepancies: [],
    guestsSealed: null,
    verifiesListing: true,
  }

  it('is written as a whole, with the next version, the next event and its time', async () => {
    const read = await created()
    const after = await change(read, every)
    expect(after).toEqual({ ...read, ...every, version: 2, sequence: 2, updatedAt: LATER })
    expect(await found()).toMatchObject(after ?? {})
    const events = await world.query('SELECT id, sequence FROM booking_events ORDER BY sequence')
    expect(events.map(({ id }) => id)).toEqual(['evt_ubk_1_1', 'evt_ubk_1_2'])
  })

  it('leaves alone what it does not name', async () => {
    const read = await created(every)
    await change(read, { cancellable: true })
    expect(await found()).toMatchObject({
      ...read,
      cancellable: true,
      version: 2,
      sequence: 2,
      updatedAt: LATER,
      guestsSealed: null,
    })
  })

  it('writes nulls as such', async () => {
    const read = await created(every)
    await change(read, { failure: null, cancellation: null, holdDeadlineAt: null })
    expect(await found()).toMatchObject({ failure: null, cancellation: null, holdDeadlineAt: null })
    const [row] = await world.query('SELECT failure IS NULL AND cancellation IS NULL AS are_null FROM bookings')
    expect(row).toEqual({ are_null: true })
  })

  it('is refused when somebody has written the booking since, and leaves no event', async () => {
    const read = await created()
    await change(read, { cancellable: false })
    expect(await change(read, { cancellable: true })).toBeNull()
    expect(await world.store.bookings.keep(read, { changes: { cancellable: true }, now: LATER })).toBeNull()
    expect(await found()).toMatchObject({ cancellable: false, version: 2, sequence: 2 })
    expect(await world.query('SELECT 1 FROM booking_events')).toHaveLength(2)
  })

  it('is of that booking alone, and of the organization’s own', async () => {
    const read = await created()
    const other = await created({ bookingId: 'ubk_2' })
    expect(await change({ ...read, organizationId: 'org_2' }, { cancellable: false })).toBeNull()
    await change(read, { cancellable: false })
    expect(await found('ubk_2')).toMatchObject({ cancellable: true, version: other.version })
  })

  it('that clients do not see has no event', async () => {
    const read = await created()
    const kept = await world.store.bookings.keep(read, { changes: { supplierPayload: { t: 1 } }, now: LATER })
    expect(kept).toMatchObject({ version: 2, sequence: 1, supplierPayload: { t: 1 }, updatedAt: LATER })
    expect(await found()).toMatchObject({ ...kept, guestsSealed: expect.anything() })
    expect(await world.query('SELECT 1 FROM booking_events')).toHaveLength(1)
  })
})

describe('the look that a change plans', () => {
  const plan = { looks: 3, next: { kind: 'HOLD', at: LATER } } as const

  it('replaces the one before it, with its lease', async () => {
    const read = await created()
    await world.query(`UPDATE bookings SET lease_id = 'lease_1'`)
    expect(await change(read, {}, { look: plan })).toMatchObject({ looks: 3 })
    expect(await look()).toMatchObject({ look_kind: 'HOLD', looks: 3, look_at: new Date(LATER), lease_id: null })
  })

  it('stays when the change plans none', async () => {
    const read = await created({ looks: 0 })
    await world.query(`UPDATE bookings SET lease_id = 'lease_1', looks = 4`)
    expect(await change({ ...read, looks: 4 }, { cancellable: false })).toMatchObject({ looks: 4 })
    expect(await look()).toMatchObject({ look_kind: 'CALL', looks: 4, lease_id: 'lease_1' })
  })

  it('counts only while the lease that plans it stands', async () => {
    const read = await created()
    await world.query(`UPDATE bookings SET lease_id = 'lease_2', looks = 9, look_at = $1, look_kind = 'REVIEW'`, [
      inSeconds(600),
    ])
    await world.store.bookings.keep(read, { changes: {}, now: LATER, look: { ...plan, leaseId: 'lease_1' } })
    expect(await look()).toMatchObject({ look_kind: 'REVIEW', looks: 9, lease_id: 'lease_2' })
    const again = { ...read, version: 2 }
    await world.store.bookings.keep(again, { changes: {}, now: LATER, look: { ...plan, leaseId: 'lease_2' } })
    expect(await look()).toMatchObject({ look_kind: 'HOLD', looks: 3, look_at: new Date(LATER), lease_id: null })
  })

  it('may be in a while, or never', async () => {
    const read = await created()
    await change(read, {}, { look: { looks: 1, next: { kind: 'CALL', afterMs: 40_000 } } })
    expect(Math.round((await look())?.look_in / 10)).toBe(4)
    await change({ ...read, version: 2, sequence: 2 }, {}, { look: { looks: 2, next: null } })
    expect(await look()).toMatchObject({ look_at: null, look_kind: null, looks: 2 })
  })
})

describe('a change that ends the attempt it comes from', () => {
  const ended = {
    attemptId: 'att_ubk_1',
    end: { outcome: 'ACCEPTED', httpStatus: 201, supplierErrorCode: 'E1', detail: 'd' },
  } as const

  async function attempts() {
    return world.query(
      `SELECT id, outcome, supplier_http_status, supplier_error_code, detail, ended_at IS NOT NULL AS is_ended
      FROM booking_attempts ORDER BY id`,
    )
  }
  const open = { outcome: null, supplier_http_status: null, supplier_error_code: null, detail: null, is_ended: false }

  it('ends it and no other, together with the booking and its event', async () => {
    const read = await created()
    await created({ bookingId: 'ubk_2', acceptedOfferId: 'off_2', supplierReference: 'ref_2' })
    expect(await change(read, { status: 'CONFIRMED' }, { ended })).toMatchObject({ status: 'CONFIRMED', version: 2 })
    expect(await attempts()).toEqual([
      {
        id: 'att_ubk_1',
        outcome: 'ACCEPTED',
        supplier_http_status: 201,
        supplier_error_code: 'E1',
        detail: 'd',
        is_ended: true,
      },
      { id: 'att_ubk_2', ...open },
    ])
    expect(await world.query(`SELECT count(*)::int AS n FROM booking_events WHERE booking_id = 'ubk_1'`)).toEqual([
      { n: 2 },
    ])
  })

  it('leaves the attempt open when another process has written the booking', async () => {
    const read = await created()
    await change(read, { needsOperator: true })
    expect(await change(read, { status: 'CONFIRMED' }, { ended })).toBeNull()
    expect(await attempts()).toEqual([{ id: 'att_ubk_1', ...open }])
  })
})
