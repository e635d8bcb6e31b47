import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calendarDate,
  clockTime,
  duration,
  fullTime,
  relative,
  shortTime,
  toldTime,
} from '../../web/src/kit/time-format.ts'

const AT = Date.parse('2026-11-25T14:02:11Z')

describe('an instant', () => {
  it('shows the time alone today, the day with it this year, and the year before', () => {
    expect(shortTime(AT, AT, 'UTC')).toBe('14:02:11')
    expect(shortTime(AT - 86_400_000, AT, 'UTC')).toBe('24 Nov 14:02')
    expect(shortTime('2025-11-25T14:02:11Z', AT, 'UTC')).toBe('25 Nov 2025 14:02')
  })

  it('is of the day that it is in its zone', () => {
    expect(shortTime('2026-11-25T23:30:00Z', AT, 'Asia/Tokyo')).toBe('26 Nov 08:30')
    expect(clockTime(AT, 'Asia/Kolkata')).toBe('19:32:11')
  })

  it('is told in UTC, relative to now, and in the zone of the hotel', () => {
    expect(toldTime(AT, AT - 60_000, 'Asia/Tokyo').split('\n')).toEqual([
      '25 Nov 2026 14:02:11 UTC',
      'in 1 min',
      '25 Nov 2026 23:02:11 Asia/Tokyo',
    ])
  })

  it('is midnight as 00, not as 24', () => {
    expect(fullTime('2026-01-01T00:00:00Z', 'UTC')).toBe('1 Jan 2026 00:00:00')
  })

  it('that cannot be read is shown as it came', () => {
    expect(shortTime('soon', AT)).toBe('soon')
  })
})

describe('a length', () => {
  it.each([
    [640, '640 ms'],
    [2_400, '2.4 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [125_000, '2 min 5 s'],
    [3_600_000, '1 h'],
    [90_060_000, '1 d 1 h'],
  ])('of %d ms is %s', (ms, told) => {
    expect(duration(ms)).toBe(told)
  })

  it('is never told as longer than it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 10 ** 11 }), (ms) => {
        const sizes = { d: 86_400_000, h: 3_600_000, min: 60_000, s: 1_000, ms: 1 }
        const told = [...duration(ms).matchAll(/([\d.]+) (d|h|min|s|ms)/g)].map(
          ([, figure, unit]) => Number(figure) * sizes[unit as keyof typeof sizes],
        )
        expect(told.reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(ms + 50)
      }),
    )
  })
})

it('tells what is near in seconds and in words', () => {
  expect([relative(AT, AT), relative(AT + 42_000, AT), relative(AT - 7_200_000, AT)]).toEqual([
    'now',
    'in 42 s',
    '2 h ago',
  ])
})

it('writes a calendar date without moving it to a zone', () => {
  expect([calendarDate('2026-03-01'), calendarDate('?')]).toEqual(['1 Mar 2026', '?'])
})
