import { describe, expect, it } from 'vitest'
import { WRITE_RULES, writeOutcome } from '../../../src/suppliers/expedia-rapid/errors.ts'
import { confirmHold } from '../../../src/suppliers/expedia-rapid/itinerary.ts'
import { rapidError } from '../../fixtures/suppliers/rapid.ts'
import { answers, rapidCall } from '../../support/rapid.ts'

function meaningOf(status: number, body: unknown): string {
  const outcome = writeOutcome({ status, headers: {}, json: body })
  return outcome.outcome === 'UNKNOWN' ? 'UNKNOWN' : outcome.refusal.reason
}

const INVALID = 'invalid_input'

describe('a documented answer to a write', () => {
  it.each([
    [400, rapidError(INVALID, 'duplicate_itinerary'), 'UNKNOWN'],
    [400, rapidError(INVALID, 'address.country_code.invalid'), 'SUPPLIER_REFUSED'],
    [400, rapidError(INVALID, 'link.invalid'), 'SUPPLIER_REFUSED'],
    [400, rapidError('room_already_cancelled'), 'ALREADY_CANCELLED'],
    [401, rapidError('request_unauthenticated'), 'SUPPLIER_REFUSED'],
    [403, rapidError('request_unauthorized'), 'SUPPLIER_REFUSED'],
    [404, rapidError('resource_not_found'), 'SUPPLIER_REFUSED'],
    [409, rapidError('price_mismatch'), 'PRICE_CHANGED'],
    [410, rapidError('rooms_unavailable'), 'SOLD_OUT'],
    [426, rapidError('upgrade_required'), 'SUPPLIER_REFUSED'],
    [429, rapidError('too_many_requests'), 'SUPPLIER_REFUSED'],
    [500, rapidError('unknown_internal_error'), 'UNKNOWN'],
    [503, rapidError('service_unavailable'), 'UNKNOWN'],
  ])('[C-072] %s %j means %s', (status, body, meaning) => {
    expect(meaningOf(status, body)).toBe(meaning)
  })

  it('is retryable only where waiting helps', () => {
    const outcome = writeOutcome({ status: 429, headers: {}, json: rapidError('too_many_requests') })
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
