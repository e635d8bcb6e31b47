import type { Json } from './http-client.ts'
import { stay } from './journey.ts'

/** Values that the contract takes, by the field's name in HTTP's spelling: what no schema tells. */
const BY_NAME: Readonly<Record<string, Json>> = {
  ...stay(),
  destination: { type: 'place', id: 1842 },
  // Of no hotel: a room search would ask suppliers.
  hotel_id: '2147483000',
  place_id: '1842',
  nationality: 'GB',
  language: 'en',
  q: 'London',
  url: 'http://127.0.0.1:9/hooks',
  event_types: ['booking.*'],
  email: 'ada@example.com',
  phone: '+442071234567',
  given_name: 'Ada',
  family_name: 'Lovelace',
  currency: 'USD',
  check_in_from: stay().check_in,
  created_from: '2026-01-01T00:00:00Z',
  since: '2026-01-01T00:00:00Z',
  until: '2026-02-01T00:00:00Z',
  after: '1',
  metadata: { own: 'text' },
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function sampleByName(name: string): Json {
  const known = snakeCase(name)
  return Object.hasOwn(BY_NAME, known) ? BY_NAME[known] : undefined
}
