import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import type { NoPriceQuestion } from '../src/cache/cache.ts'
import { createRedisCache } from '../src/cache/redis.ts'
import { DAY_MS } from '../src/domain/time.ts'
import { supplierSetOf } from '../src/operations/access/tenants.ts'
import { noPriceScope } from '../src/operations/prices/no-price.ts'
import { createClock } from '../src/platform/clock.ts'
import { createLogger } from '../src/platform/logger.ts'
import { median } from './facade.ts'
import { rounded } from './figures.ts'
import { type LoadResult, load, type Shot } from './load.ts'
import { FIRST_HOTEL_ID } from './make-catalogue.ts'
import {
  CASES,
  CHURN,
  CITY,
  CONNECTIONS,
  HOTELS,
  IN_CITY,
  keyOf,
  LARGEST,
  organizationOf,
  ROUND_MS,
  ROUNDS,
  SETTLE_MS,
  WARM_MS,
} from './no-price-cases.ts'
import { API_KEY, processorMs, query, stop } from './process.ts'
import { bodiesFor, leaveCore, post, type Server, startGateway } from './search.ts'
import {
  databaseUrl,
  emptyRedis,
  fillPrices,
  type Progress,
  prepareCatalogue,
  REDIS_URL,
  SUPPLIERS,
} from './search-data.ts'

/** Copies of the seeded organization, with a key each. */
async function addOrganizations(count: number): Promise<void> {
  const url = databaseUrl(HOTELS)
  const seededHash = createHash('sha256').update(API_KEY).digest()
  const [seeded] = await query(url, 'SELECT id, organization_id FROM api_keys WHERE key_hash = $1', [seededHash])
  if (!seeded) throw new Error('the key of benches is missing')
  for (let index = 0; index < count; index++) {
    const id = organizationOf(index)
    const hash = createHash('sha256').update(keyOf(index)).digest('hex')
    function copy(
      table: string,
      overrides: object,
      { column, value }: { readonly column: string; readonly value: string },
    ): Promise<unknown> {
      return query(
        url,
        `INSERT INTO ${table} SELECT (jsonb_populate_record(row, $1::jsonb)).* FROM ${table} AS row WHERE ${column} = $2
         ON CONFLICT DO NOTHING`,
        [JSON.stringify(overrides), value],
      )
    }
    await copy('organizations', { id }, { column: 'id', value: seeded['organization_id'] })
    await copy(
      'organization_suppliers',
      { organization_id: id },
      { column: 'organization_id', value: seeded['organization_id'] },
    )
    await copy(
      'api_keys',
      { id: `key_${id}`, organization_id: id, key_hash: `\\x${hash}` },
      { column: 'id', value: seeded['id'] },
    )
  }
}

async function cityHotels(): Promise<number[]> {
  return (
    await query(databaseUrl(HOTELS), 'SELECT id FROM hotels WHERE place_id = $1 ORDER BY id', [CITY.placeId])
  ).map(({ id }) => id)
}

function memoryOf(index: number): NoPriceQuestion {
  return {
    scope: noPriceScope({ organizationId: organizationOf(index), environment: 'sandbox' }, supplierSetOf(SUPPLIERS)),
    question: 'none of those that are asked',
    checkInDate: '2027-01-01',
    now: Date.now,
  }
}

/** One date is enough, so that what is recorded is chronic at once. */
const RULES = { exactMs: 1, chronicDates: 1, chronicWithinMs: 14 * DAY_MS }

type Memory = {
  readonly fill: (index: number, chronic: number) => Promise<void>
  /** Records until it is told to stop. */
  readonly churn: (index: number) => () => Promise<void>
  readonly close: () => Promise<void>
}

function openMemory(city: readonly number[]): Memory {
  const cache = createRedisCache({ url: REDIS_URL, clock: createClock(), log: createLogger('silent') })
  let next = 0
  function record(index: number, hotelIds: readonly number[]): Promise<void> {
    return cache.noPrice.record(memoryOf(index), hotelIds, RULES)
  }
  return {
    fill: async (index, chronic) => {
      const inCity = Array.from({ length: Math.min(IN_CITY, chronic) }, (_, at) => city[at * 10] ?? 0)
      const elsewhere = Array.from({ length: chronic - inCity.length }, (_, at) => FIRST_HOTEL_ID + HOTELS + at)
      await record(index, [...inCity, ...elsewhere])
    },
    churn: (index) => {
      const timer = setInterval(() => {
        next += 1
        const hotelIds = Array.from({ length: CHURN.hotels }, (_, at) =>
          at % 10 === 0
            ? (city[(next * 7 + at) % city.length] ?? 0)
            : FIRST_HOTEL_ID + HOTELS + LARGEST + next * 20 + at,
        )
        record(index, hotelIds).catch((error: unknown) => console.error(error))
      }, CHURN.everyMs)
      return async () => clearInterval(timer)
    },
    close: () => cache.close(),
  }
}

/** Processor time so far, ms: of the gateway, and of Redis; and how many commands Redis has done. */
type Spent = { readonly gateway: number; readonly redis: number; readonly commands: number }

async function spent(gateway: Server, redis: Redis): Promise<Spent> {
  const info = `${await redis.info('cpu')}${await redis.info('stats')}`
  function figure(name: string): number {
    return Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1] ?? 0)
  }
  return {
    gateway: processorMs(gateway.child.pid ?? 0),
    redis: (figure('used_cpu_user') + figure('used_cpu_sys')) * 1_000,
    commands: figure('total_commands_processed'),
  }
}

type Turn = LoadResult & { readonly gatewayMs: number; readonly redisMs: number; readonly commands: number }

async function takeTurn(shot: Shot, gateway: Server, redis: Redis): Promise<Turn> {
  const before = await spent(gateway, redis)
  const result = await load(shot, CONNECTIONS, ROUND_MS)
  const after = await spent(gateway, redis)
  const searches = result.perSecond * (ROUND_MS / 1_000)
  return {
    ...result,
    gatewayMs: (after.gateway - before.gateway) / searches,
    redisMs: (after.redis - before.redis) / searches,
    commands: (after.commands - before.commands) / searches,
  }
}

async function shotsFor(port: number, progress: Progress): Promise<Shot[]> {
  const shots: Shot[] = []
  for (const [index, { name, chronic, mode }] of CASES.entries()) {
    progress(`making the requests: ${name}, ${chronic}`)
    const { http } = await bodiesFor({ port, key: keyOf(index) }, databaseUrl(HOTELS), CITY)
    const body = mode === 'instant' ? http : http.map((text) => text.replace(/}$/, ',"pricing_mode":"live"}'))
    shots.push({ port, path: '/hotels/search', body, key: keyOf(index) })
  }
  return shots
}

/** Throws unless the searches of every case leave out what is chronic in the city: else the figures say nothing. */
async function checkLeftOut(port: number): Promise<void> {
  function day(days: number): string {
    return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  }
  const body = {
    destination: { type: 'place', id: CITY.placeId },
    check_in: day(200),
    check_out: day(202),
    nationality: 'GB',
    rooms: [{ adults: 2 }],
  }
  for (const [index, { chronic }] of CASES.entries()) {
    const { data } = await post(port, body, keyOf(index))
    const expected = CITY.hotels - Math.min(IN_CITY, chronic)
    if (data.total_results !== expected)
      throw new Error(`${data.total_results} results beside ${chronic} chronic hotels, not ${expected}`)
  }
}

export type NoPriceRow = {
  readonly case: string
  readonly chronic: number
  readonly gatewayMs: number
  readonly gatewayRatio: number
  readonly redisMs: number
  readonly redisRatio: number
  readonly commands: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

function rowsOf(turns: readonly (readonly Turn[])[]): NoPriceRow[] {
  function of(index: number, pick: (turn: Turn) => number): number {
    return median((turns[index] ?? []).map(pick))
  }
  return CASES.map(({ name, chronic }, index) => {
    const none = CASES.findIndex((one) => one.name === name && one.chronic === 0)
    // Ratios within a round: what slows the machine down slows both of them.
    function ratio(pick: (turn: Turn) => number): number {
      return rounded(median((turns[index] ?? []).map((turn, at) => pick(turn) / pick(turns[none]?.[at] ?? turn))), 2)
    }
    return {
      case: name,
      chronic,
      gatewayMs: rounded(
        of(index, (turn) => turn.gatewayMs),
        3,
      ),
      gatewayRatio: ratio((turn) => turn.gatewayMs),
      redisMs: rounded(
        of(index, (turn) => turn.redisMs),
        4,
      ),
      redisRatio: ratio((turn) => turn.redisMs),
      commands: rounded(
        of(index, (turn) => turn.commands),
        1,
      ),
      perSecond: Math.round(of(index, (turn) => turn.perSecond)),
      p50Ms: rounded(
        of(index, (turn) => turn.p50Ms),
        2,
      ),
      p99Ms: rounded(
        of(index, (turn) => turn.p99Ms),
        2,
      ),
    }
  })
}

async function measure(gateway: Server, memory: Memory, progress: Progress): Promise<NoPriceRow[]> {
  const redis = new Redis(REDIS_URL)
  const shots = await shotsFor(gateway.port, progress)
  for (const [index, shot] of shots.entries()) {
    progress(`warming up ${index + 1} of ${shots.length}`)
    await load(shot, CONNECTIONS, WARM_MS / shots.length)
  }
  await checkLeftOut(gateway.port)
  const turns: Turn[][] = shots.map(() => [])
  for (let round = 1; round <= ROUNDS; round++)
    for (const [index, shot] of shots.entries()) {
      progress(`round ${round} of ${ROUNDS}, row ${index + 1}`)
      const endChurn = CASES[index]?.churns ? memory.churn(index) : null
      await load(shot, CONNECTIONS, SETTLE_MS)
      turns[index]?.push(await takeTurn(shot, gateway, redis))
      await endChurn?.()
    }
  redis.disconnect()
  return rowsOf(turns)
}

/**
 * `npm run bench no-price`: what a search costs the gateway and Redis, by how many hotels its organization's memory holds of
 * which most are elsewhere; side by side, in turns.
 */
export async function benchNoPrice(progress: Progress): Promise<readonly NoPriceRow[]> {
  leaveCore()
  await prepareCatalogue(HOTELS, progress)
  await emptyRedis()
  const gateway = await startGateway(HOTELS)
  const memory = openMemory(await cityHotels())
  try {
    await addOrganizations(CASES.length)
    for (const [index, { chronic }] of CASES.entries()) {
      progress(`recording ${chronic} hotels`)
      await memory.fill(index, chronic)
    }
    await fillPrices({ hotels: HOTELS, city: CITY, forSql: false }, progress)
    return await measure(gateway, memory, progress)
  } finally {
    await stop(gateway)
    await memory.close()
  }
}
