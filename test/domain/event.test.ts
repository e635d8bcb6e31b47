import { describe, expect, it } from 'vitest'
import {
  EVENT_TYPES,
  endpointDisabledBody,
  eventBody,
  isEventPattern,
  patternsFor,
  testEventBody,
} from '../../src/domain/event.ts'

const AT = Date.parse('2027-03-01T12:00:00.5Z')

describe('[C-104] the body of a webhook', () => {
  it('of a booking says what has changed, and how the booking is now', () => {
    const body = eventBody({
      eventId: 'evt_1',
      type: 'booking.confirmed',
      at: AT,
      environment: 'sandbox',
      bookingId: 'ubk_1',
      sequence: 3,
      previousStatus: 'PROCESSING',
      status: 'CONFIRMED',
      change: { cause: 'SUPPLIER_CONFIRMED', fields: ['status'] },
      booking: { is_terminal: true },
    })
    expect(JSON.parse(body)).toEqual({
      type: 'booking.confirmed',
      timestamp: '2027-03-01T12:00:00.500Z',
      data: {
        event_id: 'evt_1',
        environment: 'sandbox',
        contract_version: '2',
        booking_id: 'ubk_1',
        sequence: 3,
        previous_status: 'PROCESSING',
        status: 'CONFIRMED',
        change: { cause: 'SUPPLIER_CONFIRMED', fields: ['status'] },
        booking: { is_terminal: true },
      },
    })
  })

  it('of a test belongs to no booking', () => {
    expect(JSON.parse(testEventBody('evt_1', { at: AT, environment: 'sandbox', endpointId: 'whe_1' }))).toEqual({
      type: 'webhook.test',
      timestamp: '2027-03-01T12:00:00.500Z',
      data: { event_id: 'evt_1', environment: 'sandbox', contract_version: '2', endpoint_id: 'whe_1' },
    })
  })

  it.each([
    [null, null],
    [AT - 500, '2027-03-01T12:00:00.000Z'],
  ])('[C-141] of a disabled endpoint tells why, and since when it failed', (failingSince, told) => {
    const facts = { eventId: 'evt_1', at: AT, environment: 'sandbox', endpointId: 'whe_1', url: 'https://a.example/' }
    expect(JSON.parse(endpointDisabledBody({ ...facts, reason: 'GONE', failingSince }))).toEqual({
      type: 'webhook_endpoint.disabled',
      timestamp: '2027-03-01T12:00:00.500Z',
      data: {
        event_id: 'evt_1',
        environment: 'sandbox',
        contract_version: '2',
        endpoint_id: 'whe_1',
        url: 'https://a.example/',
        reason: 'GONE',
        failing_since: told,
      },
    })
  })
})

describe('[C-103] what an endpoint subscribes to', () => {
  it('is a type of event or one of the wildcards', () => {
    const patterns = [...EVENT_TYPES, '*', 'booking.*', 'webhook_endpoint.*']
    expect(patterns.filter(isEventPattern)).toEqual(patterns)
    for (const other of ['', 'booking', 'booking.', 'webhook.*', 'hotel.*', '**'])
      expect(isEventPattern(other)).toBe(false)
  })

  it('matches by itself and by the wildcards of its kind; a test by nothing else', () => {
    expect(patternsFor('booking.failed')).toEqual(['booking.failed', '*', 'booking.*'])
    expect(patternsFor('webhook_endpoint.disabled')).toEqual(['webhook_endpoint.disabled', '*', 'webhook_endpoint.*'])
    expect(patternsFor('webhook.test')).toEqual(['webhook.test'])
  })
})
