import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import type { StartedGateway } from '../support/gateway.ts'
import type { HttpClient } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
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
  timeout: 60_000,
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

it('[E-01] a start whose answer is lost under a later id is found, and booked once', { timeout: 60_000 }, async () => {
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
