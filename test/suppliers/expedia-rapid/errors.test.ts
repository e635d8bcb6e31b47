import { describe, expect, it } from 'vitest'
import { WRITE_RULES, writeOutcome } from '../../../src/suppliers/expedia-rapid/errors.ts'
import { confirmHold } from '../../../src/suppliers/expedia-rapid/itinerary.ts'
import { answers, example, rapidCall } from '../../support/rapid.ts'

function meaningOf(status: number, body: unknown): string {
  const outcome = writeOutcome({ status, headers: {}, json: body })
  return outcome.outcome === 'UNKNOWN' ? 'UNKNOWN' : outcome.refusal.reason
}

describe('a documented answer to a write', () => {
  it.each([
    ['create-booking.400.duplicate-itinerary-example', 400, 'UNKNOWN'],
    ['create-booking.400.invalid-country-code-example', 400, 'SUPPLIER_REFUSED'],
    ['create-booking.401.example', 401, 'SUPPLIER_REFUSED'],
    ['create-booking.403.example', 403, 'SUPPLIER_REFUSED'],
    ['create-booking.409.example', 409, 'PRICE_CHANGED'],
    ['create-booking.410.example', 410, 'SOLD_OUT'],
    ['create-booking.426.example', 426, 'SUPPLIER_REFUSED'],
    ['create-booking.429.example', 429, 'SUPPLIER_REFUSED'],
    ['create-booking.500.example', 500, 'UNKNOWN'],
    ['create-booking.503.example', 503, 'UNKNOWN'],
    ['cancel-held.400.link-invalid-example', 400, 'SUPPLIER_REFUSED'],
    ['cancel-held.400.room-already-cancelled-example', 400, 'ALREADY_CANCELLED'],
    ['cancel-held.404.example', 404, 'SUPPLIER_REFUSED'],
    ['resume.500.example', 500, 'UNKNOWN'],
    ['resume.404.example', 404, 'SUPPLIER_REFUSED'],
  ])('[C-072] %s means %3$s', (name, status, meaning) => {
    expect(meaningOf(status, example(name))).toBe(meaning)
  })

  it('is retryable only where waiting helps', () => {
    const outcome = writeOutcome({ status: 429, headers: {}, json: example('create-booking.429.example') })
    expect(outcome).toMatchObject({ outcome: 'REFUSED', refusal: { retryable: true } })
  })
})

describe('an answer that nobody documented', () => {
  it.each([200, 202, 206, 302, 408, 418, 502, 504, 599])('[C-071] proves nothing: %s is UNKNOWN', (status) => {
    expect(meaningOf(status, null)).toBe('UNKNOWN')
  })

  it('is never an acceptance: every rule refuses or asks', () => {
    for (const { meaning } of WRITE_RULES) expect(meaning === 'UNKNOWN' || 'reason' in meaning).toBe(true)
  })
})

describe('a confirmation of a hold', () => {
  const reference = {
    supplierReference: 'R',
    supplierBookingId: '1',
    supplierPayload: { resumeHref: '/v3/itineraries/1?token=a' },
    holderEmail: 'ada@example.com',
    bookedAt: 0,
  }

  it.each([
    [204, 'ACCEPTED'],
    [202, 'UNKNOWN'],
    [503, 'UNKNOWN'],
    [400, 'REFUSED'],
  ])('answered with %s is %s', async (status, outcome) => {
    expect((await confirmHold(rapidCall('http://x', answers(status, null)), reference)).outcome).toBe(outcome)
  })

  it('follows no link that leads elsewhere', async () => {
    const evil = { ...reference, supplierPayload: { resumeHref: 'http://evil.example/v3/x' } }
    const outcome = await confirmHold(rapidCall('http://x', answers(204, null)), evil)
    expect(outcome.outcome).toBe('UNKNOWN')
  })
})
