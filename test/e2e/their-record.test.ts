import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { alterRecord } from '../support/alter-record.ts'
import type { Json } from '../support/http-client.ts'
import { bookingInput, bookScenario, httpJourney, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { supplierOf } from '../support/supplier-records.ts'
import { scenarioAt } from '../support/suppliers/sandbox.ts'
import { until } from '../support/until.ts'
import { type Started, useGateway } from '../support/use-gateway.ts'

/** What the supplier's own record says is compared with what was agreed, and told. */
let started: Started

useGateway((given) => {
  started = given
})

const CONFIRMING = [
  ['expedia_rapid', 'cancel-free'],
  ['hotelbeds', 'confirm'],
  ['ratehawk', 'async'],
  ['liteapi', 'non-refundable'],
] as const

async function baseUrlOf(supplierCode: string): Promise<string> {
  const [announced] = await started.database.query("SELECT body FROM sandbox_records WHERE kind = 'sandbox-suppliers'")
  return announced?.body[supplierCode]
}

async function alter(supplierCode: string, alteration: object): Promise<void> {
  await alterRecord(await baseUrlOf(supplierCode), alteration)
}

async function referenceOf(bookingId: string): Promise<string> {
  const [row] = await started.database.query('SELECT supplier_reference FROM bookings WHERE id = $1', [bookingId])
  return row?.supplier_reference
}

async function book(slug: string, mode: 'INSTANT' | 'HOLD' = 'INSTANT'): Promise<Json> {
  const booking = await bookScenario(started.gateway, httpJourney(started.gateway), slug, mode)
  return statusUntil(booking.booking_id, ({ status }) => status === (mode === 'HOLD' ? 'ON_HOLD' : 'CONFIRMED'))
}

function statusUntil(bookingId: string, isMeant: (booking: Json) => boolean): Promise<Json> {
  return until(`the booking ${bookingId}`, async () => {
    const { data } = (await started.http.get(`/hotels/book/${bookingId}`)).body
    return isMeant(data) && data
  })
}

/** Minutes later, when the supplier's record has been looked at again. */
async function later(seconds: number): Promise<void> {
  await started.http.post('/sandbox/clock', { advance_seconds: seconds })
}

async function eventsOf(bookingId: string): Promise<Json[]> {
  const rows = await started.database.query(
    'SELECT type, body FROM booking_events WHERE booking_id = $1 ORDER BY sequence',
    [bookingId],
  )
  return rows.map(({ type, body }) => ({ type, ...JSON.parse(body).data }))
}

async function casesOf(bookingId: string): Promise<string[]> {
  const rows = await started.database.query('SELECT kind FROM cases WHERE booking_id = $1 AND closed_at IS NULL', [
    bookingId,
  ])
  return rows.map(({ kind }) => kind)
}

/** The open cases of a booking are due when its guests arrive. */
async function areDueAtCheckIn(bookingId: string): Promise<boolean> {
  const [row] = await started.database.query(
    `SELECT bool_and(due_at IS NOT DISTINCT FROM (check_in_date || 'T00:00:00Z')::timestamptz) AS due
     FROM cases JOIN bookings ON bookings.id = booking_id WHERE booking_id = $1 AND closed_at IS NULL`,
    [bookingId],
  )
  return row?.due
}

async function detailsOf(bookingId: string): Promise<Json> {
  return (await started.http.get(`/hotels/book/${bookingId}/details`)).body.data
}

async function listItemOf(bookingId: string): Promise<Json> {
  const { bookings } = (await started.http.get('/hotels/bookings?limit=50')).body.data
  return bookings.find(({ booking_id }: Json) => booking_id === bookingId)
}

async function cancel(bookingId: string): Promise<Json> {
  const journey = httpJourney(started.gateway)
  const quote = await journey.quote(bookingId)
  return journey.cancel(bookingId, quote.quote_id, randomUUID())
}

describe('[A3] [C-137] a booking that its supplier cancels on its own', () => {
  const ENDED = CONFIRMING.map(([code, slug]) => [code, slug, { cancelled: true }] as [string, string, object])
  ENDED.push(['ratehawk', 'async', { order_status: 'rejected' }])

  it.each(ENDED)(
    'is cancelled here too, and never told as confirmed by the hotel: %s, %s, %j',
    async (code, slug, end) => {
      const { booking_id: id } = await book(slug)
      await alter(code, { reference: await referenceOf(id), ...end })
      await later(180)
      const booking = await statusUntil(id, ({ status }) => status === 'CANCELLED')
      expect(booking).toMatchObject({
        is_terminal: true,
        cancellation: { cause: 'CANCELLED_BY_HOTEL', requested_at: null },
        provider: { hotel_confirmation_status: 'NOT_REQUESTED' },
      })
      const events = await eventsOf(id)
      expect(events.at(-1)).toMatchObject({
        type: 'booking.cancelled',
        previous_status: 'CONFIRMED',
        change: { cause: 'CANCELLED_BY_HOTEL' },
        booking: { cancellation: booking.cancellation },
      })
      expect(events.map(({ change }) => change.cause)).not.toContain('HOTEL_CONFIRMED')
      expect(await casesOf(id)).toEqual(['CANCELLED_BY_SUPPLIER'])
      expect(await areDueAtCheckIn(id)).toBe(true)
    },
  )
})

describe('the hotel’s own number', () => {
  it('[L-14] that LiteAPI gets by hand, hours later, is asked for until it is there, and told by an event', async () => {
    const { booking_id: id } = await book('non-refundable')
    await later(3_000)
    expect((await detailsOf(id)).provider).toMatchObject({
      hotel_confirmation_number: null,
      hotel_confirmation_status: 'PENDING',
    })
    await later(8 * 3_600)
    const { provider } = await statusUntil(id, (booking) => booking.provider.hotel_confirmation_number !== null)
    expect(provider.hotel_confirmation_status).toBe('FETCHED')
    expect((await eventsOf(id)).at(-1)).toMatchObject({ type: 'booking.updated', change: { cause: 'HOTEL_CONFIRMED' } })
  })
})

describe('[C-137] [C-138] what a supplier does on its own can be played without altering anything', () => {
  it('[X-06] at the scenario hotel `charged-more` it charges 3 % more, in its answer and its record', async () => {
    const { booking_id: id } = await book('charged-more')
    const { status, discrepancies } = await statusUntil(id, (booking) => booking.discrepancies.length > 0)
    expect([status, discrepancies.map(({ path }: Json) => path)]).toEqual(['CONFIRMED', ['price.total']])
    const [{ ours, theirs }] = discrepancies
    expect(Number.parseFloat(theirs) / Number.parseFloat(ours)).toBeCloseTo(1.03, 3)
  })

  it('at the scenario hotel `cancelled-by-hotel` it cancels what it has confirmed', async () => {
    const { booking_id: id } = await book('cancelled-by-hotel')
    await later(180)
    const { cancellation } = await statusUntil(id, ({ status }) => status === 'CANCELLED')
    expect(cancellation).toMatchObject({ cause: 'CANCELLED_BY_HOTEL', requested_at: null })
  })
})

describe('[C-137] [C-138] a booking that vanishes at its supplier', () => {
  it('is told within a day, as a discrepancy and a case, and is never told as confirmed again', async () => {
    const booking = await book('confirm')
    const reference = await referenceOf(booking.booking_id)
    await alter('hotelbeds', { reference, forgotten: true })
    await later(25 * 3_600)
    const told = await statusUntil(booking.booking_id, ({ discrepancies }) => discrepancies.length > 0)
    expect(told.status).toBe('CONFIRMED')
    expect(told.discrepancies).toMatchObject([{ path: 'status', ours: 'CONFIRMED', theirs: 'NOT_FOUND' }])
    expect((await eventsOf(booking.booking_id)).at(-1)).toMatchObject({ type: 'booking.discrepancy' })
    const cases = await started.database.query('SELECT kind FROM cases WHERE subject = $1 AND closed_at IS NULL', [
      booking.booking_id,
    ])
    expect(cases).toEqual([{ kind: 'DISCREPANCY' }])
  })
})

describe('[A4] [C-138] a booking that its supplier charges otherwise', () => {
  it.each(CONFIRMING)('is confirmed at our price, with a discrepancy, an event and a case: %s', async (code, slug) => {
    const hotel = { supplier_hotel_id: scenarioAt(supplierOf(code), slug) }
    await alter(code, { ...hotel, price_permille: 1_500 })
    const { booking_id: id } = await book(slug)
    await alter(code, hotel)
    await later(180)
    const booking = await statusUntil(id, ({ discrepancies }) => discrepancies.length > 0)
    const details = await detailsOf(id)
    const [found] = booking.discrepancies
    expect(booking.status).toBe('CONFIRMED')
    expect(booking.discrepancies).toHaveLength(1)
    expect(found).toMatchObject({ path: 'price.total', found_at: expect.stringMatching(/Z$/) })
    const agreed = details.price.total
    expect(found.ours).toBe(`${(agreed.amount_minor / 10 ** agreed.currency_exponent).toFixed(2)} ${agreed.currency}`)
    expect(Number.parseFloat(found.theirs)).toBeGreaterThan(Number.parseFloat(found.ours) * 1.49)
    expect(details.discrepancies).toEqual(booking.discrepancies)
    expect((await listItemOf(id)).discrepancies).toEqual(booking.discrepancies)
    const told = (await eventsOf(id)).filter(({ type }) => type === 'booking.discrepancy')
    expect(told).toMatchObject([
      {
        status: 'CONFIRMED',
        previous_status: 'CONFIRMED',
        change: { cause: 'DISCREPANCY_FOUND', fields: ['discrepancies'] },
        booking: { discrepancies: booking.discrepancies },
      },
    ])
    expect(await casesOf(id)).toEqual(['DISCREPANCY'])
    expect(await areDueAtCheckIn(id)).toBe(true)
  })

  it('shows other dates and guests, and tells no names', async () => {
    const { booking_id: id } = await book('confirm')
    const reference = await referenceOf(id)
    await alter('hotelbeds', {
      reference,
      check_in_date: '2031-05-01',
      guests: [
        { given_name: 'Charles', family_name: 'Babbage' },
        { given_name: 'Mary', family_name: 'Somerville' },
      ],
    })
    await later(180)
    const booking = await statusUntil(id, ({ discrepancies }) => discrepancies.length > 0)
    expect(booking.discrepancies.map(({ path }: Json) => path)).toEqual(['stay.check_in', 'guests'])
    expect(booking.discrepancies[1]).toMatchObject({ theirs: 'C. B., M. S.' })
    expect(JSON.stringify(await eventsOf(id))).not.toMatch(/Babbage|Somerville/)
  })
})

describe('[C-136] what a cancellation cost, and who caused it', () => {
  it('stands on the status, the details, the list and the event, after a client has cancelled', async () => {
    const { booking_id: id } = await book('cancel-penalty')
    const done = await cancel(id)
    const booking = await statusUntil(id, ({ status }) => status === 'CANCELLED')
    expect(booking.cancellation).toEqual({
      cancellation_id: done.cancellation.cancellation_id,
      requested_at: done.cancellation.requested_at,
      cancelled_at: expect.stringMatching(/Z$/),
      cause: 'CLIENT',
      penalty_status: 'KNOWN',
      penalty: done.cancellation.penalty,
      charged_penalty: done.cancellation.charged_penalty,
      supplier_cancellation_reference: null,
    })
    expect(booking.cancellation.penalty.amount_minor).toBeGreaterThan(0)
    expect(booking.provider.hotel_confirmation_status).toBe('NOT_REQUESTED')
    expect((await detailsOf(id)).cancellation_record).toEqual(booking.cancellation)
    expect((await detailsOf(id)).cancellation.policy_stage).toBe('FINAL')
    expect((await listItemOf(id)).cancellation).toEqual(booking.cancellation)
    const events = await eventsOf(id)
    expect(events.at(-1)).toMatchObject({
      type: 'booking.cancelled',
      booking: { cancellation: booking.cancellation },
    })
  })

  it('is what the supplier charged, where its answer says so', async () => {
    const { booking_id: id } = await book('confirm')
    await cancel(id)
    const { cancellation } = await statusUntil(id, ({ status }) => status === 'CANCELLED')
    expect(cancellation.charged_penalty).toEqual(cancellation.penalty)
    expect(cancellation.supplier_cancellation_reference).toMatch(/^C\d+$/)
  })

  it('stands on a hold that lapsed', async () => {
    const { booking_id: id, hold_deadline_at: deadline } = await book('hold-lapses', 'HOLD')
    const { now } = (await started.http.post('/sandbox/clock', { advance_seconds: 0 })).body.data
    await later(Math.ceil((Date.parse(deadline) - Date.parse(now)) / 1_000) + 120)
    const booking = await statusUntil(id, ({ status }) => status === 'CANCELLED')
    expect(booking.cancellation).toMatchObject({
      cause: 'HOLD_LAPSED',
      requested_at: null,
      penalty_status: 'NO_CHARGE',
      charged_penalty: null,
    })
    expect(Date.parse(booking.cancellation.cancelled_at)).toBeGreaterThanOrEqual(Date.parse(deadline))
  })

  it('is null while a booking stands, also after a cancellation that had no effect', async () => {
    const { offer } = await prebookRoom(
      httpJourney(started.gateway),
      await scenarioHotel(started.gateway, 'cancel-free'),
    )
    const created = await httpJourney(started.gateway).book(bookingInput(offer, 'INSTANT'), randomUUID())
    const { booking_id: id } = await statusUntil(created.booking_id, ({ status }) => status === 'CONFIRMED')
    await started.http.post('/sandbox/faults', {
      supplier_code: 'expedia_rapid',
      operation: 'cancel',
      fault: '429',
      count: 1,
    })
    await cancel(id)
    const booking = await statusUntil(id, ({ status }) => status === 'CONFIRMED')
    expect(booking.cancellation).toBeNull()
    expect((await detailsOf(id)).cancellation_record).toBeNull()
  })
})

it('[C-096] a supplier that quotes a cancellation in another currency is not believed: the agreed terms decide', async () => {
  const { booking_id: id } = await book('confirm')
  const { quote } = httpJourney(started.gateway)
  const { penalty_status, penalty } = await quote(id)
  await alter('hotelbeds', { reference: await referenceOf(id), currency: 'JPY' })
  expect(await quote(id)).toMatchObject({ penalty_status, penalty })
})
