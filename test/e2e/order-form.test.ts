import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import type { StartedGateway } from '../support/gateway.ts'
import { startGatewayProcess } from '../support/gateway-process.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { supplierCalls } from '../support/metrics.ts'
import { sandboxBookings } from '../support/sandbox-bookings.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient

useGateway((started) => {
  ;({ database, gateway, http } = started)
})

async function spoil(operation: string, fault: string, count: number): Promise<void> {
  const body = { supplier_code: 'ratehawk', operation, fault, count }
  expect((await http.post('/sandbox/faults', body)).status).toBe(200)
}

async function status(bookingId: string): Promise<string> {
  return (await httpJourney(gateway).booking(bookingId)).status
}

it('[E-01] an order form that opens at the fourth call makes one booking, which is confirmed and can be cancelled', {
  timeout: 180_000,
}, async () => {
  await spoil('book_form', '500', 3)
  const { booking_id: bookingId } = await bookScenario(gateway, httpJourney(gateway), 'async', 'INSTANT')
  await until('the booking to be confirmed', async () => (await status(bookingId)) === 'CONFIRMED')
  const [booked, ...others] = await sandboxBookings(database, 'ratehawk')
  expect(booked?.reference).toMatch(/^[A-Z0-9]+-4$/)
  expect(others).toEqual([])
  const { booking, quote, cancel } = httpJourney(gateway)
  const { quote_id: quoteId } = await quote(bookingId)
  await cancel(bookingId, quoteId, randomUUID())
  await until('the booking to be cancelled', async () => (await booking(bookingId)).status === 'CANCELLED')
})

it('[E-01] a start whose answer is lost under a later id is found, and booked once', async () => {
  await spoil('book_form', '500', 1)
  await spoil('book', 'timeout', 1)
  const before = (await sandboxBookings(database, 'ratehawk')).length
  const { booking_id: bookingId } = await bookScenario(
    gateway,
    httpJourney(gateway),
    'refundable-late-ratehawk',
    'INSTANT',
  )
  await until('the booking to be confirmed', async () => (await status(bookingId)) === 'CONFIRMED')
  const booked = await sandboxBookings(database, 'ratehawk')
  expect(booked.length).toBe(before + 1)
  expect(booked.filter(({ reference }) => reference.endsWith('-2')).length).toBe(1)
})

it('[E-02] a reference that is called used before gives way to the next one, which alone is started', {
  timeout: 180_000,
}, async () => {
  const { booking_id: bookingId } = await bookScenario(gateway, httpJourney(gateway), 'form-duplicate', 'INSTANT')
  await until('the booking to be confirmed', async () => (await status(bookingId)) === 'CONFIRMED')
  const [attempt] = await attemptsOf(bookingId)
  const [first = '', second = ''] = attempt?.progress.partnerOrderIds ?? []
  expect(second).toBe(`${first}-2`)
  expect(attempt?.progress).toEqual({ partnerOrderIds: [first, second], sentToFinish: second })
  expect(await bookedUnder(first)).toEqual([second])
})

it('[E-02] a process killed after the start leaves its reference behind: the next one asks for no other', {
  timeout: 180_000,
}, async () => {
  const doomed = await startGatewayProcess({ databaseUrl: database.url, env: { ROLES: 'api' } })
  const booking = bookScenario(doomed, httpJourney(doomed), 'crashed-after-finish', 'INSTANT').catch(() => null)
  const attempt = await until('the booking at the supplier', async () => {
    const [open] = await database.query(
      "SELECT booking_id, progress FROM booking_attempts WHERE outcome IS NULL AND progress->>'sentToFinish' IS NOT NULL",
    )
    return open && (await bookedUnder(open.progress.partnerOrderIds[0])).length > 0 && open
  })
  expect(await doomed.kill('SIGKILL')).toBe('SIGKILL')
  await booking
  const asked = await supplierCalls([gateway], 'ratehawk', 'find')
  await http.post('/sandbox/clock', { advance_seconds: 60 })
  await until('the booking to be confirmed', async () => (await status(attempt.booking_id)) === 'CONFIRMED')
  const { partnerOrderIds, sentToFinish } = attempt.progress
  expect(await bookedUnder(partnerOrderIds[0])).toEqual([sentToFinish])
  // The status and the record of one id, at one look or two; never those of all ten.
  expect((await supplierCalls([gateway], 'ratehawk', 'find')) - asked).toBeLessThanOrEqual(4)
})

async function attemptsOf(bookingId: string): Promise<Json[]> {
  return database.query('SELECT progress FROM booking_attempts WHERE booking_id = $1', [bookingId])
}

async function bookedUnder(reference: string): Promise<string[]> {
  const booked = await sandboxBookings(database, 'ratehawk')
  return booked.flatMap((one) => (one.reference.startsWith(reference) ? [one.reference] : []))
}
