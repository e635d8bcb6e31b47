import type { Json } from '../support/http-client.ts'
import { stay } from '../support/journey.ts'
import type { Random } from '../support/random.ts'

/** Text that has made software stumble. */
export const NASTY_TEXT: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  'ﬃ İ ß 𝕳 👩‍👩‍👧 ‮abc',
  'é'.normalize('NFD').repeat(50),
  '\r\nX-Injected: 1',
  "'; DROP TABLE bookings; --",
  '%s%n%x${7*7}{{7*7}}',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  '[object Object]',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-0',
  '1e309',
  '9'.repeat(400),
  'x'.repeat(20_000),
  '%',
  '_',
  '\\',
  '"',
  '(?:a+)+$',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '+275760-09-13T00:00:00.000Z',
]

export const NASTY_NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1.5,
  0.1 + 0.2,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  5e-324,
]

/** Values of every kind of JSON. */
export function nastyValue(random: Random): Json {
  return random.pick<() => Json>([
    () => null,
    () => random.chance(0.5),
    () => random.pick(NASTY_NUMBERS),
    () => random.pick(NASTY_TEXT),
    () => [],
    () => ({}),
    () => [null],
    () => [[[[]]]],
    () => ({ a: { b: { c: {} } } }),
    () => ({ toString: 1, length: -1, valueOf: null }),
    () => Array.from({ length: 2_000 }, () => random.pick(NASTY_NUMBERS)),
  ])()
}

function dateAfter(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** A stay and a party as a search takes them. */
export function goodStay(random: Random): Json {
  return {
    ...stay(random.int(1, 300), random.int(1, 5)),
    nationality: 'GB',
    rooms: Array.from({ length: random.int(1, 2) }, () => ({
      adults: random.int(1, 3),
      child_ages: random.chance(0.3) ? [random.int(0, 17)] : [],
    })),
  }
}

/** Texts that mean something by the name of their field, which no schema tells. */
export function meaningfulText(random: Random, name: string): string | undefined {
  switch (name) {
    case 'check_in':
      return stay(random.int(1, 400)).check_in
    case 'check_out':
      return stay(random.int(1, 400)).check_out
    case 'check_in_from':
      return dateAfter(random.int(-100, 100))
    case 'created_from':
    case 'since':
    case 'until':
      return `${dateAfter(random.int(-30, 0))}T00:00:00Z`
    case 'nationality':
      return random.pick(['GB', 'FR', 'jp', 'ZZ'])
    case 'language':
      return random.pick(['en', 'fr', 'de', 'ja', 'ar', 'xx', 'fr-CA'])
    case 'email':
      return 'ada@example.com'
    case 'phone':
      return '+442071234567'
    case 'given_name':
    case 'family_name':
      return random.pick(['Ada', 'Élise', '李', 'O’Neil', 'Anne-Marie'])
    case 'q':
    case 'hotel_name':
      return random.pick(['Lon', 'paris', 'Scenario: hold', 'wnidnow', '東', 'hôtel', '%', '_'])
    case 'url':
      return random.pick(['http://127.0.0.1:9/hooks', 'https://partner.example/hooks', 'http://[::1]:9/x'])
    case 'currency':
      return random.pick(['USD', 'EUR', 'JPY', 'XXX'])
    case 'event_types':
      return random.pick(['booking.*', 'booking.confirmed', 'webhook.test'])
    default:
      return undefined
  }
}
