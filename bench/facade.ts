import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type LoadResult, load, type Shot } from './load.ts'
import { NODE_FLAGS } from './process.ts'
import { startRivals, stopRivals } from './rivals.ts'
import { sized } from './size.ts'

const ROUNDS = sized(5, 1)
/** Until the compiler has done with it. */
const WARM_MS = sized(8_000, 100)
const RUN_MS = sized(1_500, 200)
const CONNECTIONS = 16

export const INPUT = {
  destination: { type: 'place', id: 1842 },
  check_in: '2027-03-10',
  check_out: '2027-03-13',
  nationality: 'GB',
  rooms: [{ adults: 2, child_ages: [] }],
  limit: 30,
}

/** Every field that HTTP answers, so that all send the same data. */
export const SEARCH_QUERY = `query Search($input: SearchInput!) {
  search(input: $input) {
    __typename
    ... on Search {
      searchInfo { countryCode checkIn checkOut nights totalRooms totalGuests priceSort hotelId hotel placeId place placeType }
      totalResults requestedResults returnedResults
      hotels {
        hotelId hotelName city country facilities stars address latitude longitude mainImageUrl chain valuePct
        typicalPriceUsdCents vsTypicalPct availabilityBand distanceFromCenterKm
        price { amount currency rateType isRefundable freeCancellationUntil }
        supplierPrices {
          hotelId supplierCode supplierName amount currency rateType fetchedAt isRefundable freeCancellationUntil
        }
      }
      searchId searchExpiresAt refreshStatus nextCursor
      similarHotels { hotelId }
      providers { supplierCode outcome latencyMs hotelsRequested hotelsPriced retryAfterMs }
      warnings { code message path }
    }
  }
}`

export const GRAPHQL_BODY = JSON.stringify({
  query: SEARCH_QUERY,
  variables: {
    input: {
      destination: { placeId: INPUT.destination.id },
      checkIn: INPUT.check_in,
      checkOut: INPUT.check_out,
      nationality: INPUT.nationality,
      rooms: [{ adults: 2 }],
      limit: 30,
    },
  },
})

export type Server = { readonly child: ChildProcess; readonly port: number }

/** On one core of its own where the machine can pin; the load comes from the others. */
export function pinned(): string[] {
  return spawnSync('taskset', ['-c', '0', 'true']).status === 0 ? ['taskset', '-c', '0'] : []
}

export function startServer(kind: 'bare' | 'bare-flat' | 'gateway', ...more: readonly string[]): Promise<Server> {
  return new Promise((resolve, reject) => {
    const [command = '', ...args] = [
      ...pinned(),
      process.execPath,
      ...NODE_FLAGS,
      join(import.meta.dirname, 'facade-server.ts'),
      kind,
      ...more,
    ]
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    child.once('exit', (code) => reject(new Error(`the ${kind} server ended with ${code}`)))
    child.stdout.once('data', (chunk: Buffer) => resolve({ child, port: Number(chunk.toString()) }))
  })
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

export type FacadeRow = {
  readonly facade: string
  readonly requestsPerSecond: number
  readonly ratio: number
  readonly kilobytes: number
  readonly p50Ms: number
  readonly p99Ms: number
}

async function answerOf(port: number): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-api-key': 'hdg_bench_key_of_no_consequence' }
  return (await fetch(`http://127.0.0.1:${port}/graphql`, { method: 'POST', headers, body: GRAPHQL_BODY })).text()
}

/**
 * The same 30 hotels from a bare server, from both facades and from other GraphQL servers, on one core, in turns; medians, and
 * ratios to the bare one.
 */
export async function benchFacade(progress: (line: string) => void): Promise<readonly FacadeRow[]> {
  const servers = [await startServer('bare'), await startServer('gateway'), await startServer('bare-flat')] as const
  const [bare, gateway, flat] = servers
  progress('starting other GraphQL servers')
  const rivals = await startRivals(await answerOf(gateway.port), pinned())
  const shots: readonly (readonly [string, Shot])[] = [
    ['bare node:http', { port: bare.port, path: '/', body: JSON.stringify(INPUT) }],
    ['HTTP facade', { port: gateway.port, path: '/hotels/search', body: JSON.stringify(INPUT) }],
    ['GraphQL', { port: gateway.port, path: '/graphql', body: GRAPHQL_BODY }],
    ['bare node:http, texts in one piece', { port: flat.port, path: '/', body: JSON.stringify(INPUT) }],
    ...rivals.map(
      ({ name, port }) =>
        [name, { port, path: name.startsWith('Mercurius') ? '/graphql' : '/', body: GRAPHQL_BODY }] as const,
    ),
  ]
  try {
    const results = new Map<string, LoadResult[]>(shots.map(([name]) => [name, []]))
    for (const [name, shot] of shots) {
      progress(`warming up ${name}`)
      await load(shot, CONNECTIONS, WARM_MS)
    }
    for (let round = 1; round <= ROUNDS; round++)
      for (const [name, shot] of shots) {
        progress(`round ${round} of ${ROUNDS}: ${name}`)
        results.get(name)?.push(await load(shot, CONNECTIONS, RUN_MS))
      }
    const baseline = median((results.get('bare node:http') ?? []).map(({ perSecond }) => perSecond))
    return [...results].map(([facade, runs]) => {
      const perSecond = median(runs.map((run) => run.perSecond))
      return {
        facade,
        requestsPerSecond: Math.round(perSecond),
        ratio: Number((perSecond / baseline).toFixed(2)),
        kilobytes: Number(((runs[0]?.bytes ?? 0) / 1024).toFixed(1)),
        p50Ms: Number(median(runs.map((run) => run.p50Ms)).toFixed(2)),
        p99Ms: Number(median(runs.map((run) => run.p99Ms)).toFixed(2)),
      }
    })
  } finally {
    await stopRivals(rivals)
    for (const { child } of servers) {
      child.removeAllListeners('exit')
      child.kill()
    }
  }
}
