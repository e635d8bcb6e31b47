import { addDays } from './domain/time.ts'
import type { SeededKeys } from './sandbox/seed.ts'

const DAYS_AHEAD = 60
const NIGHTS = 3
/** The place id in the sandbox catalogue. */
const LONDON = 1842

/** The text that a new user sees: the API key, and a first search to paste. */
export function welcome(url: string, keys: SeededKeys, today = new Date().toISOString().slice(0, 10)): string {
  const checkIn = addDays(today, DAYS_AHEAD)
  const search = {
    destination: { type: 'place', id: LONDON },
    check_in: checkIn,
    check_out: addDays(checkIn, NIGHTS),
    nationality: 'GB',
    rooms: [{ adults: 2 }],
    limit: 3,
  }
  return [
    '',
    `  Hotel distribution gateway, sandbox: ${url}`,
    '',
    `  API key:                      ${keys.apiKey}`,
    `  API key with default limits:  ${keys.defaultLimitsKey}`,
    `  Documentation: ${url}/docs   GraphiQL: ${url}/graphql`,
    '',
    '  A first search:',
    '',
    `  curl -s ${url}/hotels/search -H 'x-api-key: ${keys.apiKey}' -H 'content-type: application/json' \\`,
    `    -d '${JSON.stringify(search)}'`,
    '',
  ].join('\n')
}
