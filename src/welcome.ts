import { addDays } from './domain/time.ts'
import type { SeededKeys } from './sandbox/seed.ts'
import type { SignInPaths } from './sandbox/seed-people.ts'

const DAYS_AHEAD = 60
const NIGHTS = 3
/** The place id in the sandbox catalogue. */
const LONDON = 1842

type Welcome = {
  readonly url: string
  readonly keys: SeededKeys
  readonly signIn: SignInPaths | null
  readonly hasCatalogue: boolean
}

function signInLinks(url: string, { console, portal }: SignInPaths): string[] {
  return [
    '',
    '  These links sign in once, within an hour; the command below each makes another one:',
    `  Console: ${url}${console}`,
    '           npm run admin -- user link sandbox-operator',
    `  Portal:  ${url}${portal}`,
    '           npm run admin -- user link sandbox-partner',
  ]
}

/** The text that a new user sees: the API keys, the links, and a first search to paste, or how an empty catalogue is filled. */
export function welcome({ url, keys, signIn, hasCatalogue }: Welcome): string {
  return [
    '',
    `  Hotel distribution gateway, sandbox: ${url}`,
    '',
    `  API key:                      ${keys.apiKey}`,
    `  API key with default limits:  ${keys.defaultLimitsKey}`,
    `  Documentation: ${url}/docs   GraphiQL: ${url}/graphql`,
    ...(signIn ? signInLinks(url, signIn) : []),
    '',
    ...(hasCatalogue
      ? firstSearch(url, keys)
      : ['  It begins without hotels: docs/first-catalogue.md tells how to get some.']),
    '',
  ].join('\n')
}

function firstSearch(url: string, { apiKey }: SeededKeys): string[] {
  const today = new Date().toISOString().slice(0, 10)
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
    '  A first search:',
    '',
    `  curl -s ${url}/hotels/search -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' \\`,
    `    -d '${JSON.stringify(search)}'`,
  ]
}
