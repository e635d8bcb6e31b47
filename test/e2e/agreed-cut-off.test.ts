import { expect, it } from 'vitest'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { type Started, useGateway } from '../support/use-gateway.ts'

let started: Started
useGateway((given) => {
  started = given
})

async function statusUntil(bookingId: string, status: string): Promise<Json> {
  return until(`the booking to be ${status}`, async () => {
    const booking = await httpJourney(started.gateway).booking(bookingId)
    return booking.status === status && booking
  })
}

async function pass(seconds: number): Promise<void> {
  await started.http.post('/sandbox/clock', { advance_seconds: seconds })
}

it('[E-10] a booking that its supplier has not confirmed at the agreed cut-off fails then, and is reopened with a case when it appears', {
  timeout: 180_000,
}, async () => {
  const booked = await bookScenario(started.gateway, httpJourney(started.gateway), 'async-late', 'INSTANT')
  const bookingId = booked.booking_id
  expect(booked.status).toBe('PROCESSING')
  await pass(290)
  expect((await httpJourney(started.gateway).booking(bookingId)).status).toBe('PROCESSING')
  await pass(11)
  const failed = await statusUntil(bookingId, 'FAILED')
  expect(failed.failure).toMatchObject({ code: 'NOT_FOUND_AT_SUPPLIER', retryable: false })
  await pass(3_600)
  await statusUntil(bookingId, 'CONFIRMED')
  const cases = await started.database.query('SELECT kind FROM cases WHERE booking_id = $1 AND closed_at IS NULL', [
    bookingId,
  ])
  expect(cases).toEqual([{ kind: 'LATE_ACCEPTANCE' }])
})
