/**
 * The busy partner of the neighbours bench, a process of its own: `node bench/neighbours-load.ts '{"port":…}'` sends what one class
 * of its limits allows each second, all of it at once, until it is ended; then it prints how many got which status.
 */
import { Agent, request } from 'node:http'
import { addDays } from '../src/domain/time.ts'
import { RATE_CLASSES } from '../src/operations/access/rate-limits.ts'

export type LoadOrder = {
  readonly port: number
  readonly key: string
  readonly kinds: readonly LoadKind[]
  /** Of the default limits. */
  readonly factor: number
  readonly hotelId: string
  readonly bookingToken: string
}

type Sent = { readonly path: string; readonly body?: string }
type Kind = { readonly perMinute: number; readonly make: (turn: number, order: LoadOrder) => Sent }

const TODAY = new Date().toISOString().slice(0, 10)

/** A stay that was not asked for recently. */
function question(turn: number): object {
  const checkIn = addDays(TODAY, 20 + (turn % 300))
  return {
    check_in: checkIn,
    check_out: addDays(checkIn, 1 + (turn % 7)),
    nationality: 'GB',
    rooms: [{ adults: 2, child_ages: [] }],
  }
}

function search(turn: number, more: object): Sent {
  const body = { destination: { type: 'place', id: 1842 }, ...question(turn), limit: 100, ...more }
  return { path: '/hotels/search', body: JSON.stringify(body) }
}

/** As many fields as may have the same name, in a document that nobody has sent before. */
function newDocument(turn: number): Sent {
  const fields = ['type', 'id', 'name', 'countryCode', 'label', 'latitude', 'longitude', 'placeType', 'hotelCount']
  const selection = Array.from({ length: 50 }, () => fields.join(' ')).join(' ')
  const query = `query Q${process.pid}x${turn} { destinations(q: "lo", limit: 50) { ... on DestinationList { destinations { ${selection} } } } }`
  return { path: '/graphql', body: JSON.stringify({ query }) }
}

function unseenText(turn: number): Sent {
  const text = `${(turn * 7_919 + process.pid).toString(36)} h${turn.toString(26)}tel`
  return { path: `/destinations/autocomplete?q=${encodeURIComponent(text)}&limit=50` }
}

const KINDS = {
  'instant searches of 100': { perMinute: RATE_CLASSES.search, make: (turn) => search(turn, {}) },
  'live searches': { perMinute: RATE_CLASSES.search_live, make: (turn) => search(turn, { pricing_mode: 'live' }) },
  'bodies of 1 MiB': {
    perMinute: RATE_CLASSES.search,
    make: (turn) => search(turn, { rooms: Array.from({ length: 45_000 }, () => ({ adults: 2 })) }),
  },
  'room searches': {
    perMinute: RATE_CLASSES.rooms,
    make: (turn, { hotelId }) => ({ path: `/hotels/${hotelId}/rooms`, body: JSON.stringify(question(turn)) }),
  },
  prebooks: {
    perMinute: RATE_CLASSES.prebook,
    make: (_turn, { bookingToken }) => ({
      path: '/hotels/prebook',
      body: JSON.stringify({ booking_token: bookingToken }),
    }),
  },
  'lists of 100': {
    perMinute: RATE_CLASSES.status,
    make: (turn) => ({ path: turn % 2 === 0 ? '/events?limit=100' : '/hotels/bookings?limit=100' }),
  },
  'new documents': { perMinute: RATE_CLASSES.static, make: newDocument },
  'unseen autocomplete': { perMinute: RATE_CLASSES.static, make: unseenText },
} as const satisfies Readonly<Record<string, Kind>>

export type LoadKind = keyof typeof KINDS
export const LOAD_KINDS = Object.keys(KINDS) as LoadKind[]

function drive(order: LoadOrder): void {
  const { port, key, kinds, factor } = order
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const statuses: Record<string, number> = {}
  function count(status: string): void {
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  function send({ path, body }: Sent): void {
    const headers = { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const asked = request({ agent, port, path, method: body === undefined ? 'GET' : 'POST', headers }, (answer) => {
      count(String(answer.statusCode))
      answer.resume()
    })
    asked.on('error', () => count('failed'))
    asked.end(body)
  }
  const owed = new Map<LoadKind, number>()
  let turn = 0
  function sendSecond(): void {
    for (const name of kinds) {
      const { perMinute, make }: Kind = KINDS[name]
      let due = (owed.get(name) ?? 0) + (perMinute * factor) / 60
      for (; due >= 1; due--) send(make((turn += 1), order))
      owed.set(name, due)
    }
  }
  sendSecond()
  console.log('driving')
  setInterval(sendSecond, 1_000)
  process.once('SIGTERM', () => {
    console.log(JSON.stringify(statuses))
    process.exit(0)
  })
}

const order = process.argv[2]
// Given by the bench that starts this.
if (import.meta.main && order !== undefined) drive(JSON.parse(order) as LoadOrder)
