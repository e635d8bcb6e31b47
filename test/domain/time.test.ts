import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateInZone, instantOfLocal, localDateTime, parseRfc3339 } from '../../src/domain/time.ts'

function byTemporal(text: string): number | null {
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    return null
  }
}

describe('timestamps', () => {
  it.each([
    ['2026-11-21T07:27:21Z', '2026-11-21T07:27:21.000Z'],
    ['2026-11-21T07:27:21.123Z', '2026-11-21T07:27:21.123Z'],
    ['2028-02-29T00:00:00+05:30', '2028-02-28T18:30:00.000Z'],
    ['2026-11-21T23:59:59.999-11:00', '2026-11-22T10:59:59.999Z'],
  ])('%s is %s', (text, instant) => {
    expect(parseRfc3339(text)).toBe(Date.parse(instant))
  })

  it.each([
    '2027-02-29T00:00:00Z',
    '2026-11-21',
    '2026-11-21T24:00:00Z',
    '2026-11-21T07:27:21',
    '2026-11-21T07:27:21Z ',
  ])('%j is none', (text) => {
    expect(parseRfc3339(text)).toBeNull()
  })

  it('what is read by hand is what Temporal reads, however a text is spoilt', () => {
    const shapes = ['2026-11-21T07:27:21Z', '2024-02-29T23:59:59.123+05:30', '2026-12-31T00:00:00-11:00']
    const spoil = fc.record({
      text: fc.constantFrom(...shapes),
      edits: fc.array(fc.tuple(fc.nat(30), fc.constantFrom('', ...'0123456789-:+.TZtz '.split(''))), { maxLength: 3 }),
    })
    fc.assert(
      fc.property(spoil, ({ text, edits }) => {
        const spoilt = edits.reduce((so, [at, character]) => so.slice(0, at) + character + so.slice(at + 1), text)
        expect(parseRfc3339(spoilt)).toBe(byTemporal(spoilt))
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('the date in a zone', () => {
  it('is what Temporal says, also for the next instant of the same quarter of an hour', () => {
    const zones = [
      'Europe/London',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'Pacific/Chatham',
      '-12:00',
    ]
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2040, 0) }),
        fc.constantFrom(...zones),
        fc.nat(900_000),
        (at, zone, later) => {
          for (const instant of [at, at + later]) {
            const expected = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate()
            expect(dateInZone(instant, zone)).toBe(expected.toString())
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('[C-092] a local deadline as an instant', () => {
  it.each([
    // local, zone, UTC
    ['2027-03-28T02:30:00', 'Europe/Berlin', '2027-03-28T00:30:00Z', 'left out in spring: the earlier'],
    ['2027-10-31T02:30:00', 'Europe/Berlin', '2027-10-31T00:30:00Z', 'twice in autumn: the earlier'],
    ['2027-03-27T18:00:00', 'Europe/Berlin', '2027-03-27T17:00:00Z', 'the evening before a day of 23 hours'],
    ['2027-03-28T18:00:00', 'Europe/Berlin', '2027-03-28T16:00:00Z', 'its own evening'],
    ['2027-10-31T18:00:00', 'Europe/Berlin', '2027-10-31T17:00:00Z', 'the evening of a day of 25 hours'],
    ['2027-04-04T01:45:00', 'Australia/Lord_Howe', '2027-04-03T14:45:00Z', 'half an hour twice'],
    ['2027-01-01T00:00:00', '+14:00', '2026-12-31T10:00:00Z', 'the earliest there is'],
  ])('%s in %s is %s (%s)', (local, zone, utc) => {
    expect(new Date(instantOfLocal(local, zone)).toISOString()).toBe(utc.replace('Z', '.000Z'))
  })

  it('goes back to the same wall clock wherever that time exists once', () => {
    const zones = ['Europe/Lisbon', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Chatham']
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000 }), fc.constantFrom(...zones), (hours, zone) => {
        const at = Date.UTC(2027, 0, 1) + hours * 4 * 3_600_000
        const local = localDateTime(at, zone)
        const back = instantOfLocal(local, zone)
        // In the hour that there is twice, the earlier.
        expect([at, at - 3_600_000]).toContain(back)
        expect(localDateTime(back, zone)).toBe(local)
      }),
      { numRuns: 2_000 },
    )
  })
})
