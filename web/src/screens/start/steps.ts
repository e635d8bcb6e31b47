/** A step of an integration: what to do, and how. */
export type Step = {
  readonly step: string
  readonly title: string
  readonly told: string
  /** To be pasted into a terminal that has the key in KEY. */
  readonly commands: readonly string[]
  /** A screen of the portal that does it. */
  readonly screen?: { readonly to: string; readonly label: string }
}

const DAY_MS = 86_400_000

function dayAhead(now: number, days: number): string {
  return new Date(now + days * DAY_MS).toISOString().slice(0, 10)
}

/** The first scenario hotel: an instant booking is confirmed at once. */
const CONFIRMS = 900_001

function call(origin: string, path: string, body?: string): string {
  const head = `curl -s ${origin}${path} -H "x-api-key: $KEY"`
  return body === undefined ? head : `${head} -H 'content-type: application/json' -d '${body}'`
}

/** The steps with their commands, for a gateway at `origin`, and a stay some weeks from `now`. */
export function stepsAt(origin: string, now: number): readonly Step[] {
  const stay = `"check_in":"${dayAhead(now, 60)}","check_out":"${dayAhead(now, 63)}","nationality":"GB","rooms":[{"adults":2}]`
  return [
    {
      step: 'KEY_USED',
      title: 'Use your key',
      told: 'Put the key into KEY, as the guides have it, and ask who you are. An admin finds the keys below Keys; a lost one is rolled.',
      commands: ['export KEY=…', call(origin, '/me')],
    },
    {
      step: 'SEARCHED',
      title: 'Search',
      told: 'Hotels in London, with their prices.',
      commands: [call(origin, '/hotels/search', `{"destination":{"type":"place","id":1842},${stay},"limit":3}`)],
    },
    {
      step: 'BOOKED',
      title: 'Book',
      told: 'Ask for the rooms of a hotel that always confirms; read the stream; prebook an option by its booking_token; book the offer. The quick start has every command.',
      commands: [call(origin, `/hotels/${CONFIRMS}/rooms`, `{${stay}}`)],
    },
    {
      step: 'ENDPOINT_MADE',
      title: 'Make a webhook endpoint',
      told: 'Bookings change after they were made: an endpoint is told as it happens.',
      commands: [],
      screen: { to: '/webhooks', label: 'Webhooks' },
    },
    {
      step: 'DELIVERED',
      title: 'Receive an event',
      told: 'Send a test event to the endpoint, check its signature, and answer 200 to 299.',
      commands: [],
      screen: { to: '/webhooks', label: 'Webhooks' },
    },
  ]
}
