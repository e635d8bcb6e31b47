import { describe, expect, it } from 'vitest'
import { subjectOf } from '../../src/event-export/subject.ts'
import { toWaves, wholeBeginning } from '../../src/event-export/waves.ts'
import type { ExportedEvent } from '../../src/store/event-exports.ts'

function event(id: string, bookingId: string | null): ExportedEvent {
  return {
    id,
    bookingId,
    xid: '1',
    position: 1n,
    organizationId: 'org_1',
    environment: 'sandbox',
    type: 'booking.updated',
    body: '{}',
    requestId: null,
    traceparent: null,
  }
}

function ids(events: readonly ExportedEvent[]): string[] {
  return events.map(({ id }) => id)
}

describe('the export of events', () => {
  it('[21] sends events of a booking in waves, one after the other, and those of others together', () => {
    const events = [
      event('a1', 'a'),
      event('b1', 'b'),
      event('a2', 'a'),
      event('x', null),
      event('a3', 'a'),
      event('y', null),
    ]
    expect(toWaves(events).map(ids)).toEqual([['a1', 'b1', 'x', 'y'], ['a2'], ['a3']])
  })

  it('[21] comes to the place before which all were acknowledged', () => {
    const events = [event('a', 'a'), event('b', 'b'), event('c', 'c')]
    expect(ids(wholeBeginning(events, new Set(['a', 'c'])))).toEqual(['a'])
    expect(ids(wholeBeginning(events, new Set(['b', 'c'])))).toEqual([])
    expect(ids(wholeBeginning(events, new Set(['a', 'b', 'c'])))).toEqual(['a', 'b', 'c'])
  })

  it('[21] names subjects by environment, organization, booking and type', () => {
    expect(subjectOf(event('a', 'ubk_1'))).toBe('hotel.events.sandbox.org_1.ubk_1.booking.updated')
    expect(subjectOf(event('a', null))).toBe('hotel.events.sandbox.org_1.none.booking.updated')
    expect(subjectOf(event('a', 'u.*.>'))).toBe('hotel.events.sandbox.org_1.u____.booking.updated')
  })
})
