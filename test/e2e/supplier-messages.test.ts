import { expect, it } from 'vitest'
import { alterRecord } from '../support/alter-record.ts'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { supplierCalls } from '../support/metrics.ts'
import { until } from '../support/until.ts'
import { type Started, useGateway } from '../support/use-gateway.ts'

/** Messages that suppliers send on their own, from the sandbox suppliers to the partner. */
let started: Started
useGateway((given) => {
  started = given
})

async function book(slug: string): Promise<string> {
  const { booking_id: id } = await bookScenario(started.gateway, httpJourney(started.gateway), slug, 'INSTANT')
  await statusUntil(id, 'CONFIRMED')
  return id
}

function statusUntil(bookingId: string, status: string): Promise<Json> {
  return until(`the booking to be ${status}`, async () => {
    const booking = await httpJourney(started.gateway).booking(bookingId)
    return booking.status === status && booking
  })
}

function notify(bookingId: string, kind: string, more: object = {}): Promise<Json> {
  return started.http.post('/sandbox/notify', { booking_id: bookingId, kind, ...more })
}

async function rowOf(bookingId: string): Promise<Json> {
  const [row] = await started.database.query('SELECT * FROM bookings WHERE id = $1', [bookingId])
  return row
}

async function alter(bookingId: string, alteration: object): Promise<void> {
  const row = await rowOf(bookingId)
  const [announced] = await started.database.query("SELECT body FROM sandbox_records WHERE kind = 'sandbox-suppliers'")
  await alterRecord(announced?.body[row.supplier_code], { reference: row.supplier_reference, ...alteration })
}

function detailsOf(bookingId: string): Promise<Json> {
  return started.http.get(`/hotels/book/${bookingId}/details`).then(({ body }) => body.data)
}

async function pathOf(supplierCode: string): Promise<string> {
  const [row] = await started.database.query('SELECT notification_token FROM supplier_connections WHERE id = $1', [
    `conn_sandbox_${supplierCode}`,
  ])
  return `${started.gateway.url}/supplier-notifications/${row.notification_token}`
}

async function send(supplierCode: string, body: object): Promise<number> {
  const answer = await fetch(await pathOf(supplierCode), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return answer.status
}

it.each([
  ['[R-18]', 'cancel-free', 'itinerary.supplier.cancel'],
  ['[L-11]', 'non-refundable', 'booking.cancelled'],
  ['[E-17]', 'async', 'completed'],
])('[X-08] %s what a message tells of is asked for at once, at %s', async (_id, slug, kind) => {
  const bookingId = await book(slug)
  await alter(bookingId, { cancelled: true })
  // RateHawk's list of orders, which alone tells of a cancellation, lags by seconds.
  await until('the booking to be cancelled', async () => {
    expect((await notify(bookingId, kind)).status).toBe(200)
    return (await httpJourney(started.gateway).booking(bookingId)).status === 'CANCELLED'
  })
})

it.each([
  'itinerary.agent.create',
  'itinerary.agent.change',
  'itinerary.agent.cancel',
  'itinerary.supplier.cancel',
  'itinerary.supplier.confirm',
  'itinerary.fraud.cancel',
  'itinerary.supplier.change',
  'itinerary.supplier.refund',
  'itinerary.payment_verification.failure',
  'itinerary.traveler.noshow',
  'itinerary.a.type.of.tomorrow',
])('[R-18] %s is a reason to look, never a fact: a booking that stands is told as standing', async (kind) => {
  const bookingId = await book('cancel-free')
  const before = await supplierCalls([started.gateway], 'expedia_rapid', 'retrieve')
  await notify(bookingId, kind)
  await until('the look', async () => (await supplierCalls([started.gateway], 'expedia_rapid', 'retrieve')) > before)
  expect((await httpJourney(started.gateway).booking(bookingId)).status).toBe('CONFIRMED')
})

it('[R-18] what the property writes stands in the details, plain and cut to its length, and is told by an event', async () => {
  const bookingId = await book('cancel-free')
  const text = `<b>The lift</b> is out &amp; the stairs are steep. ${'x'.repeat(3_000)}`
  await notify(bookingId, 'itinerary.message.received', { text })
  const { messages } = await until('the message', async () => {
    const details = await detailsOf(bookingId)
    return details.messages.length > 0 && details
  })
  expect(messages).toHaveLength(1)
  expect(messages[0].text).toMatch(/^The lift is out & the stairs are steep\. x+$/)
  expect(messages[0].text.length).toBe(2_000)
  const events = await started.database.query('SELECT type, body FROM booking_events WHERE booking_id = $1', [
    bookingId,
  ])
  const told = events.map(({ type, body }) => [type, JSON.parse(body).data.change.cause])
  expect(told).toContainEqual(['booking.updated', 'PROPERTY_MESSAGE'])
  const graphql = await started.http.post('/graphql', {
    query: `{ booking(by: { bookingId: "${bookingId}" }) { ... on Booking { messages { text receivedAt } } } }`,
  })
  expect(JSON.stringify(graphql.body)).toContain('The lift is out')
})

it('[R-18] messages that could not be delivered are told once, and none of them is lost', async () => {
  const [first, second] = [await book('cancel-free'), await book('cancel-free')]
  await notify(first, 'itinerary.message.received', { text: 'Welcome', undeliverable: true })
  await alter(second, { cancelled: true })
  await notify(second, 'itinerary.supplier.cancel', { undeliverable: true })
  await until('its night to be planned', async () => {
    const planned = await started.database.query(
      "UPDATE supplier_comparisons SET due_at = now() WHERE connection_id = 'conn_sandbox_expedia_rapid' RETURNING 1",
    )
    return planned.length === 1
  })
  await statusUntil(second, 'CANCELLED')
  expect(await until('the message', async () => (await detailsOf(first)).messages[0])).toMatchObject({
    text: 'Welcome',
  })
  await until('the comparison to be over', async () => {
    const [row] = await started.database.query(
      "SELECT finished_at FROM supplier_comparisons WHERE connection_id = 'conn_sandbox_expedia_rapid'",
    )
    return row.finished_at !== null
  })
})

it('[X-08] a message that comes again changes nothing, and a flood of them asks the supplier no more than once in half a minute', async () => {
  const bookingId = await book('cancel-free')
  const { supplier_booking_id: itineraryId } = await rowOf(bookingId)
  const said = { event_type: 'itinerary.agent.change', itinerary_id: itineraryId }
  const before = await supplierCalls([started.gateway], 'expedia_rapid', 'retrieve')
  for (let count = 0; count < 5; count++) expect(await send('expedia_rapid', { ...said, event_id: 'same' })).toBe(200)
  for (let count = 0; count < 40; count++)
    expect(await send('expedia_rapid', { ...said, event_id: `other-${count}` })).toBe(200)
  await until('all of them to be acted on', async () => {
    const [row] = await started.database.query(
      'SELECT count(*)::int AS due FROM supplier_messages WHERE due_at IS NOT NULL',
    )
    return row.due === 0
  })
  expect((await supplierCalls([started.gateway], 'expedia_rapid', 'retrieve')) - before).toBe(1)
  const [row] = await started.database.query(
    'SELECT extract(epoch FROM look_at - gateway_now(organization_id))::float8 AS seconds FROM bookings WHERE id = $1',
    [bookingId],
  )
  expect(row.seconds).toBeLessThan(31)
})

it('[X-08] a booking that stands at the supplier and is unknown here is one case, after the supplier was asked', async () => {
  const bookingId = await book('cancel-free')
  const { supplier_booking_id: itineraryId } = await rowOf(bookingId)
  // As an agent of the supplier has made it: we never had it.
  await started.database.query(
    `UPDATE bookings SET supplier_booking_id = NULL, supplier_reference = 'ZZZZZZZZZZZZZZZZZZZZ' WHERE id = $1`,
    [bookingId],
  )
  const said = { event_type: 'itinerary.agent.create', itinerary_id: itineraryId, email: 'ada@example.com' }
  for (const event of ['a', 'b', 'c']) expect(await send('expedia_rapid', { ...said, event_id: event })).toBe(200)
  const opened = await until('the case', async () => {
    const cases = await started.database.query("SELECT * FROM cases WHERE kind = 'ONLY_AT_SUPPLIER'")
    return cases.length > 0 && cases
  })
  expect(opened).toMatchObject([
    { subject: `conn_sandbox_expedia_rapid/${itineraryId}`, detail: { status: 'CONFIRMED', foundBy: 'MESSAGE' } },
  ])
  // What nobody has, and what another system under the contract has, is none.
  await send('expedia_rapid', { ...said, event_id: 'd', itinerary_id: '7000000000001' })
  await send('expedia_rapid', { ...said, event_id: 'e', affiliate_reference_id: 'other-system-1' })
  await until('all of them to be acted on', async () => {
    const [row] = await started.database.query(
      'SELECT count(*)::int AS due FROM supplier_messages WHERE due_at IS NOT NULL',
    )
    return row.due === 0
  })
  expect(await started.database.query("SELECT 1 FROM cases WHERE kind = 'ONLY_AT_SUPPLIER'")).toHaveLength(1)
})

it('[X-08] control characters in a message fail nothing, and nobody is told them', async () => {
  const bookingId = await book('cancel-free')
  const { supplier_booking_id: itinerary_id } = await rowOf(bookingId)
  const message = { event_type: 'itinerary.message.received', itinerary_id, email: 'a\0@b' }
  expect(await send('expedia_rapid', { ...message, event_id: 'control-1', message: 'Wel\0come\u0007 \ud800' })).toBe(
    200,
  )
  expect(await send('expedia_rapid', { event_id: 'control-2', event_type: 'a\0b', itinerary_id: '1\x002' })).toBe(200)
  expect(await send('liteapi', { event: 'a\0', data: { bookingId: 'a\0b', clientReference: '\0' } })).toBe(200)
  const text = await until('the message', async () => (await detailsOf(bookingId)).messages[0]?.text)
  expect(text).toBe('Welcome \ufffd')
})

it('[L-11] events that name no booking are taken, and close the path to no other message', async () => {
  const events = Array.from({ length: 70 }, (_, number) => ({ event: 'prebook', data: { prebookId: `p${number}` } }))
  expect(new Set(await Promise.all(events.map((event) => send('liteapi', event))))).toEqual(new Set([200]))
  expect(await send('liteapi', { event: 'booking', data: { bookingId: 'b1' } })).toBe(200)
})

it('[X-08] messages about more unknown bookings than may be asked about in an hour wait for the next, and are not given up', async () => {
  const said = { event_type: 'itinerary.agent.create', email: 'ada@example.com' }
  const [path, count] = [await pathOf('expedia_rapid'), 25]
  for (let number = 0; number < count; number++)
    await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...said, event_id: `flood-${number}`, itinerary_id: String(7_100_000_000_000 + number) }),
    })
  async function waiting(): Promise<Json[]> {
    return started.database.query(
      `SELECT tries, extract(epoch FROM due_at - now())::int AS in_s FROM supplier_messages WHERE due_at IS NOT NULL`,
    )
  }
  // The lease of two minutes, eight times, is over before the hour is.
  await until('those that may not be asked about to wait for the hour’s end', async () => {
    const rows = await waiting()
    return rows.length > 0 && rows.every(({ tries, in_s: seconds }) => tries > 0 && seconds > 1_000)
  })
})
