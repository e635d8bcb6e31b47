import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dateInZone,
  daysBetween,
  instantOfLocal,
  isCalendarDate,
  isStorable,
  localDateTime,
  parseRfc3339,
  toRfc3339,
} from '../../src/domain/time.ts'

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
    ['2126-11-21T17:27:21.123+11:15', '2126-11-21T06:12:21.123Z'],
    ['9999-12-31T23:59:59.999-11:15', '+010000-01-01T11:14:59.999Z'],
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
    '2026-11-21T07:27:21+24:00',
    '2026-11-21T07:27:21+05:60',
    '2026-11-21T07:27:21*05:30',
    '2026-11-21T07:60:21Z',
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

describe('an instant', () => {
  it('can be stored in the years of four digits', () => {
    const [first, last] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')]
    expect([first - 1, first, 0, last, last + 1].map(isStorable)).toEqual([false, true, true, true, false])
  })

  it('is written in UTC with milliseconds, however many others were', () => {
    const written = Array.from({ length: 2_500 }, (_, index) => toRfc3339(index * 1_001))
    expect(written).toEqual(written.map((_, index) => new Date(index * 1_001).toISOString()))
    expect(toRfc3339(0)).toBe('1970-01-01T00:00:00.000Z')
  })
})

describe('a calendar date', () => {
  it.each(['2026-02-28', '2028-02-29', '2000-02-29', '2026-12-31', '2026-01-01', '0100-01-01', '9999-12-31'])(
    '%s exists',
    (date) => expect(isCalendarDate(date)).toBe(true),
  )

  it.each([
    '2026-02-29',
    '2028-02-30',
    '1900-02-29',
    '2026-04-31',
    '2026-06-31',
    '2026-09-31',
    '2026-11-31',
    '2026-01-32',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0099-01-01',
    '2026-1-01',
    '2026-01-01T00:00',
    'x2026-01-01',
    '',
  ])('%j does not', (date) => expect(isCalendarDate(date)).toBe(false))

  it.each(['03', '05', '07', '08', '10', '12'])('of month %s has a 31st', (month) => {
    expect(isCalendarDate(`2026-${month}-31`)).toBe(true)
    expect(isCalendarDate(`2026-${month}-32`)).toBe(false)
  })

  it.each(['04', '06', '09', '11'])('of month %s has a 30th', (month) =>
    expect(isCalendarDate(`2026-${month}-30`)).toBe(true),
  )

  it('is counted in whole days, across the ends of months, years and summer time', () => {
    expect(daysBetween('2027-02-27', '2027-03-02')).toBe(3)
    expect(daysBetween('2027-03-02', '2027-02-27')).toBe(-3)
    expect(addDays('2027-12-31', 1)).toBe('2028-01-01')
    expect(addDays('2027-03-01', -1)).toBe('2027-02-28')
    expect(addDays('2027-03-27', 2)).toBe('2027-03-29')
  })

  it('is that of its zone for each of many instants', () => {
    for (let hour = 0; hour < 1_200; hour++) {
      const at = Date.UTC(2027, 0, 1) + hour * 3_600_000
      expect(dateInZone(at, 'UTC')).toBe(new Date(at).toISOString().slice(0, 10))
    }
    expect(dateInZone(Date.UTC(2027, 0, 1, 11, 44, 59, 999), '+12:15')).toBe('2027-01-01')
    expect(dateInZone(Date.UTC(2027, 0, 1, 11, 45), '+12:15')).toBe('2027-01-02')
  })

  it('of a wall clock is told without fractions of a second', () => {
    expect(localDateTime(Date.UTC(2027, 2, 8, 22, 59, 30, 900), 'Europe/Paris')).toBe('2027-03-08T23:59:30')
  })
})
