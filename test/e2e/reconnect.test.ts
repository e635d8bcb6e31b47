import { EventSource } from 'eventsource'
import { print } from 'graphql'
import { createClient } from 'graphql-sse'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ROOM_OPTIONS } from '../graphql/documents.ts'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type Eavesdropper, startEavesdropper } from '../support/eavesdropper.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookScenario, httpJourney, party, stay } from '../support/journey.ts'
import { ownRedis } from '../support/redis.ts'
import { sandboxSuppliersPort } from '../support/sandbox-suppliers.ts'
import { parseSse } from '../support/sse.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const REDIS_URL = process.env['REDIS_URL']

/** When each supplier answers: while a stream is read, so that it can be cut between any two answers. */
const LATE_MS: Readonly<Record<string, number>> = {
  hotelbeds: 800,
  ratehawk: 3_600,
  'expedia-rapid': 6_400,
  liteapi: 9_200,
}

let database: TestDatabase
let suppliers: GatewayProcess
let wire: Eavesdropper
let hotelId: string
let startOne: () => Promise<GatewayProcess>
/** Two gateways on one Postgres and one Redis, behind an address that leads to one of them at a time. */
let gateways: [GatewayProcess, GatewayProcess]
let address: TcpProxy
let leadsTo = 0

beforeAll(async () => {
  if (!REDIS_URL) return
  database = await createSandboxDatabase()
  const redisUrl = await ownRedis()
  const env = { REDIS_URL: redisUrl, OPERATOR_PORT: '0', ROLES: 'suppliers,worker' }
  suppliers = await startGatewayProcess({ databaseUrl: database.url, env })
  wire = await startEavesdropper(await sandboxSuppliersPort(database), (path) => LATE_MS[path.split('/')[1] ?? ''] ?? 0)
  await database.query(
    "UPDATE supplier_connections SET base_url = 'http://127.0.0.1:' || $1 || '/' || replace(supplier_code, '_', '-')",
    [wire.port],
  )
  const sold = await database.query(
    `SELECT hotel_id FROM supplier_hotels WHERE hotel_id < 900000 GROUP BY hotel_id HAVING count(*) = 4 LIMIT 1`,
  )
  hotelId = String(sold[0]?.hotel_id)
  startOne = () => startGatewayProcess({ databaseUrl: database.url, env: { REDIS_URL: redisUrl, ROLES: 'api' } })
})

afterAll(async () => {
  await suppliers?.stop()
  await wire?.close()
  await database?.drop()
})

beforeEach(async () => {
  gateways = [await startOne(), await startOne()]
  leadsTo = 0
  address = await startTcpProxy('127.0.0.1', portOf(gateways[0]))
})

afterEach(async () => {
  await address?.close()
  for (const gateway of gateways) await gateway.kill('SIGTERM')
})

function portOf({ url }: GatewayProcess): number {
  return Number(new URL(url).port)
}

/** Cuts whatever is open; from now on the address leads to the other gateway. */
function moveOn(): void {
  leadsTo = 1 - leadsTo
  address.lead(portOf(gateways[leadsTo === 0 ? 0 : 1]))
  address.cut()
  address.mend()
}

async function createStream(gateway: GatewayProcess): Promise<{ id: string; path: string }> {
  const created = await httpClient(gateway).post(`/hotels/${hotelId}/rooms`, { ...stay(120), ...party })
  expect(created.status).toBe(200)
  return { id: created.body.data.stream_id, path: created.body.data.sse_stream_url }
}

/** What a reader whom nobody disturbs gets of another search for the same. */
async function undisturbed(): Promise<Json[]> {
  const { path } = await createStream(gateways[1])
  return parseSse((await httpClient(gateways[1]).get(path)).body).map(({ data }) => data)
}

/** What an event offers, without what is made for each search. */
function offered(events: readonly Json[]): string[] {
  return events
    .flatMap(({ supplier_code: code, options }) =>
      (options ?? []).map(({ allocations, board, price, cancellation }: Json) =>
        JSON.stringify([code, allocations[0].provider_room.code, board, price.total, cancellation.refundability]),
      ),
    )
    .toSorted((a: string, b: string) => a.localeCompare(b))
}

async function readsOf({ url }: GatewayProcess, operation: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return [...text.matchAll(/gateway_request_seconds_count\{([^}]*)\} (\d+)/g)]
    .filter(([, labels = '']) => labels.includes(`operation="${operation}",outcome="200"`))
    .reduce((sum, [, , count]) => sum + Number(count), 0)
}

/** Reads a room stream as a browser would; `onEvent` hears of each event before the next one comes. */
function readWithEventSource(path: string, onEvent: (event: Json) => void): Promise<{ ids: number[]; events: Json[] }> {
  return new Promise((resolve, reject) => {
    const ids: number[] = []
    const events: Json[] = []
    const source = new EventSource(`http://127.0.0.1:${address.port}${path}`, {
      fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, 'x-api-key': gateways[0].apiKey } }),
    })
    function take({ lastEventId, data }: { lastEventId: string; data: string }): void {
      const event: Json = JSON.parse(data)
      ids.push(Number(lastEventId))
      events.push(event)
      if (event.event_type === 'done') {
        source.close()
        resolve({ ids, events })
      } else onEvent(event)
    }
    for (const kind of ['stream_ready', 'provider_options', 'provider_skipped', 'provider_error', 'done'])
      source.addEventListener(kind, take)
    source.addEventListener('error', ({ code }) => {
      // A cut connection has no status: EventSource comes back by itself. A refusal is final.
      if (code !== undefined && code !== 503) reject(new Error(`refused with ${code}`))
    })
  })
}

function ascending(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}

describe.runIf(REDIS_URL)('a client that is cut off again and again, and finds another process each time', () => {
  it('[C-055] reads a room stream with EventSource: no event is lost or repeated', async () => {
    const { path } = await createStream(gateways[0])
    const expected = undisturbed()
    let cuts = 0
    const { ids, events } = await readWithEventSource(path, () => {
      cuts += 1
      moveOn()
    })
    expect(cuts).toBeGreaterThanOrEqual(4)
    expect(ids).toEqual(ascending(ids.length))
    expect(events.map(({ event_id: id }) => id)).toEqual(ids)
    expect(events.filter(({ event_type: type }) => type === 'provider_options')).toHaveLength(4)
    expect(offered(events)).toEqual(offered(await expected))
    for (const gateway of gateways) expect(await readsOf(gateway, 'openRoomStream')).toBeGreaterThan(0)
  })

  it('[C-055] reads it over graphql-sse, each time from after its last event', async () => {
    const { id: streamId } = await createStream(gateways[0])
    const expected = undisturbed()
    const ids: number[] = []
    const tokens: string[] = []
    let suppliersSeen = 0
    for (let isOver = false; !isOver; ) {
      const client = createClient({
        url: `http://127.0.0.1:${address.port}/graphql/stream`,
        headers: { 'x-api-key': gateways[0].apiKey },
        retryAttempts: 0,
      })
      const variables = { streamId, ...(ids.length > 0 ? { afterEventId: ids.at(-1) } : {}) }
      try {
        for await (const { data, errors } of client.iterate<Json>({ query: print(ROOM_OPTIONS), variables })) {
          if (errors) throw new Error(JSON.stringify(errors), { cause: 'refused' })
          const event = data?.roomOptions
          ids.push(event.eventId)
          isOver = event.eventType === 'done'
          if (event.eventType === 'provider_options') suppliersSeen += 1
          tokens.push(...(event.options ?? []).map(({ bookingToken }: Json) => bookingToken))
          if (!isOver) moveOn()
        }
      } catch (error) {
        if (error instanceof Error && error.cause === 'refused') throw error
      } finally {
        client.dispose()
      }
    }
    expect(ids).toEqual(ascending(ids.length))
    expect(suppliersSeen).toBe(4)
    expect(new Set(tokens).size).toBe(tokens.length)
    expect(tokens).toHaveLength(offered(await expected).length)
    for (const gateway of gateways) expect(await readsOf(gateway, 'roomOptions')).toBeGreaterThan(0)
  })

  it('follows a booking over graphql-sse from after the last sequence that it knows', async () => {
    const booked = bookScenario(gateways[0], httpJourney(gateways[0]), 'confirm', 'INSTANT')
    const { booking_id: bookingId } = await booked
    const sequences: number[] = []
    const query = `subscription Follow($bookingId: ID!, $after: Int) {
      bookingUpdated(bookingId: $bookingId, afterSequence: $after) { type data }
    }`
    while (sequences.length < 2) {
      const client = createClient({
        url: `http://127.0.0.1:${address.port}/graphql/stream`,
        headers: { 'x-api-key': gateways[0].apiKey },
        retryAttempts: 0,
      })
      const variables = { bookingId, after: sequences.at(-1) ?? 0 }
      try {
        for await (const { data } of client.iterate<Json>({ query, variables })) {
          sequences.push(data?.bookingUpdated.data.sequence)
          moveOn()
          if (sequences.length >= 2) break
        }
      } catch {
        // Cut off, as meant.
      } finally {
        client.dispose()
      }
    }
    expect(sequences).toEqual([1, 2])
  })
})

describe.runIf(REDIS_URL)('a process that is killed while its suppliers are being asked', () => {
  it('[C-058] loses nothing: another one asks those who have not answered', async () => {
    const { path } = await createStream(gateways[0])
    const expected = undisturbed()
    let isKilled = false
    const { ids, events } = await readWithEventSource(path, ({ event_type: type }) => {
      if (type !== 'provider_options' || isKilled) return
      isKilled = true
      moveOn()
      void gateways[0].kill('SIGKILL')
    })
    expect(await gateways[0].ended).toBe('SIGKILL')
    expect(ids).toEqual(ascending(ids.length))
    expect(offered(events)).toEqual(offered(await expected))
    const told = events.filter(({ supplier_code: code }) => code).map(({ supplier_code: code }) => code)
    expect(new Set(told).size).toBe(told.length)
    expect(events.at(-1)).toMatchObject({ event_type: 'done', reason: 'ALL_SETTLED' })
    await until('the killed one to be gone', () => true)
  })
})
