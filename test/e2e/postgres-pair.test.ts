import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { type HttpAnswer, type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, bookScenario, httpJourney, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { type PostgresPair, startPostgresPair } from '../support/postgres-pair.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

/**
 * A primary and its synchronous standby, each behind a wire of its own. The tests follow one another: the last one is the failover, after
 * which there is no standby any more.
 */
let pair: PostgresPair
/** To whichever server takes writes, as a balancer leads there. */
let toPrimary: TcpProxy
let toReplica: TcpProxy
let gateway: GatewayProcess
let http: HttpClient

const MAX_LAG_MS = 1_500

function through(proxy: TcpProxy, url: string): string {
  const target = new URL(url)
  target.host = `127.0.0.1:${proxy.port}`
  return target.href
}

beforeAll(async () => {
  pair = await startPostgresPair({ isSynchronous: true })
  toPrimary = await startTcpProxy('127.0.0.1', pair.primary.port)
  toReplica = await startTcpProxy('127.0.0.1', pair.standby.port)
  gateway = await startGatewayProcess({
    databaseUrl: through(toPrimary, pair.primary.url),
    env: {
      DATABASE_REPLICA_URL: through(toReplica, pair.standby.url),
      DATABASE_REPLICA_LAG_MS: String(MAX_LAG_MS),
    },
  })
  http = httpClient(gateway)
})

afterAll(async () => {
  await gateway?.stop()
  await toPrimary?.close()
  await toReplica?.close()
  await pair?.stop()
})

function hold(): Promise<Json> {
  return bookScenario(gateway, httpJourney(gateway), 'hold', 'HOLD')
}

async function listed(): Promise<string[]> {
  const { body } = await http.get('/hotels/bookings?limit=100')
  return body.data.bookings.map(({ booking_id: id }: Json) => id)
}

/** The whole log of events, page by page. */
async function logged(): Promise<Json[]> {
  const events: Json[] = []
  for (let after = '0'; ; ) {
    const { body } = await http.get(`/events?limit=100&after=${after}`)
    events.push(...body.data.events)
    if (body.data.events.length === 0) return events
    after = body.data.next_after
  }
}

/** A value of the metrics; 0 for one that is not there. */
async function metric(name: string): Promise<number> {
  const { body } = await http.get('/metrics')
  const line = String(body)
    .split('\n')
    .find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length) ?? 0)
}

function readsFrom(place: string): Promise<number> {
  return metric(`gateway_database_list_reads_total{from="${place}"}`)
}

async function replicaFault(): Promise<string | undefined> {
  const { status, body } = await http.get('/health/ready')
  expect(status, 'a replica is no reason to leave').toBe(200)
  return body.faults.replica
}

describe('lists and the log of events with a replica', () => {
  it('[21] come from it, and show a booking as soon as its creation was answered', async () => {
    const before = await readsFrom('replica')
    for (let count = 0; count < 5; count++) {
      const { booking_id: id } = await hold()
      expect(await listed()).toContain(id)
      expect((await logged()).some(({ data }) => data.booking_id === id)).toBe(true)
    }
    expect(await readsFrom('replica')).toBeGreaterThan(before + 5)
    expect(await metric('gateway_database_synchronous')).toBe(1)
  })

  it('[21] come from the primary while it stands still, and that is told', async () => {
    await pair.standby.query('SELECT pg_wal_replay_pause()')
    try {
      const { booking_id: id } = await hold()
      expect(await listed(), 'the replica does not have it').toContain(id)
      expect((await logged()).some(({ data }) => data.booking_id === id)).toBe(true)
      expect(await readsFrom('primary:behind')).toBeGreaterThan(0)
      await until('the lag to be told', async () => (await replicaFault())?.includes('s behind'))
      expect(await metric('gateway_database_replica_used')).toBe(0)
      expect(await metric('gateway_database_replica_lag_seconds')).toBeGreaterThan(MAX_LAG_MS / 1_000)
      expect(await listed()).toContain(id)
    } finally {
      await pair.standby.query('SELECT pg_wal_replay_resume()')
    }
    await until('the replica to be used again', async () => (await metric('gateway_database_replica_used')) === 1)
    expect(await replicaFault()).toBeUndefined()
  })

  it.each(['cut', 'swallow'] as const)('[21] %s: come from the primary while it is away', async (fault) => {
    const { booking_id: id } = await hold()
    toReplica[fault]()
    // The wire is mended only after the answer.
    expect(await listed()).toContain(id)
    await until('it to be told', async () => (await replicaFault())?.includes('cannot be reached'))
    toReplica.mend()
    await until('the replica to be used again', async () => (await metric('gateway_database_replica_used')) === 1)
  })
})

/** A partner that repeats its request with its key until it is accepted. Returns every status. */
async function holdAtLast(offer: Json, key: string): Promise<{ statuses: number[]; bookingId: string }> {
  const statuses: number[] = []
  for (;;) {
    const answer = await http.post('/hotels/book', bookingInput(offer, 'HOLD'), { 'idempotency-key': key })
    statuses.push(answer.status)
    if (answer.status === 200) return { statuses, bookingId: answer.body.data.booking_id }
    if (answer.status !== 503) return { statuses, bookingId: `none: ${JSON.stringify(answer.body)}` }
    await pause(500)
  }
}

const HOLDS = 16
const EVERY_MS = 150
/** Until a worker takes up a booking whose process could not write what the supplier had said. */
const ADOPTED_WITHIN_MS = 120_000

describe('a primary that is killed under holds', () => {
  it('[21] costs 503s until its standby is promoted, no 500, and no booking that was accepted', {
    timeout: 240_000,
  }, async () => {
    const hotel = await scenarioHotel(gateway, 'hold')
    const offers: Json[] = []
    for (let count = 0; count < HOLDS; count++) {
      // From here on the standby has what is committed, and has applied none of it: it does not show the last offers either.
      if (count === HOLDS - 4) await pair.standby.query('SELECT pg_wal_replay_pause()')
      offers.push((await prebookRoom(httpJourney(gateway), hotel)).offer)
    }
    const reads: HttpAnswer[] = []
    const over = new AbortController()
    const reading = (async () => {
      while (!over.signal.aborted) {
        reads.push(await http.get('/hotels/bookings?limit=5'), await http.get('/events?limit=5'))
        await pause(100)
      }
    })()
    const holds = offers.map(async (offer, index) => {
      await pause(index * EVERY_MS)
      return holdAtLast(offer, `failover-${offer.offer_id}`)
    })
    await pause((HOLDS / 3) * EVERY_MS)
    await pair.primary.kill()
    // A balancer that is too early: the standby is there, and takes no writes yet.
    toPrimary.lead(pair.standby.port)
    await until('readiness to say so', async () => {
      const { status, body } = await http.get('/health/ready')
      return status === 503 && body.faults.postgres === 'takes no writes'
    })
    await pause(1_000)
    await pair.promote()
    const ended = await Promise.all(holds)
    over.abort()
    await reading
    const statuses = ended.flatMap((one) => one.statuses)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    expect(reads.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
    await until('readiness', async () => (await http.get('/health/ready')).status === 200)
    const ids = ended.map(({ bookingId }) => bookingId)
    expect(new Set(ids).size).toBe(HOLDS)
    const rows = await pair.standby.query('SELECT id FROM bookings WHERE id = ANY($1)', [ids])
    expect(rows).toHaveLength(HOLDS)
    async function areHeld(): Promise<boolean> {
      const bookings = await Promise.all(ids.map((id) => httpJourney(gateway).booking(id)))
      return bookings.every(({ status }) => status === 'ON_HOLD')
    }
    await until('all to be held', areHeld, ADOPTED_WITHIN_MS)
    // Looked at every second.
    await until('the replica to be told', async () => (await replicaFault())?.includes('is no standby'))
    expect(await listed()).toEqual(expect.arrayContaining(ids))
  })
})
