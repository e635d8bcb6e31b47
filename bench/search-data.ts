import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { createRedisCache } from '../src/cache/redis.ts'
import { addDays } from '../src/domain/time.ts'
import { writePrices } from '../src/operations/prices/price-cache.ts'
import { createClock } from '../src/platform/clock.ts'
import { createLogger } from '../src/platform/logger.ts'
import { makeCatalogue, roll, type SIZED_CITIES } from './make-catalogue.ts'
import { ADMIN_URL, API_KEY, MASTER_KEY, query, urlOf } from './process.ts'
import { isTiny, sized } from './size.ts'

const execute = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')
/** A database of its own of the server that is set: it is emptied. */
export const REDIS_URL = new URL('/9', process.env['REDIS_URL'] || 'redis://127.0.0.1:6379').href
/** Databases that were made before weak keys were refused are kept: a million hotels take minutes to import. */
const OLD_MASTER_KEY = '11'.repeat(32)

export const SUPPLIERS = ['expedia_rapid', 'hotelbeds', 'liteapi'] as const
/** Prices that are put into the cache for a city: the larger it is, the fewer stays. */
const MAX_PRICES = 450_000
const MAX_STAYS = sized(30, 2)
export type City = (typeof SIZED_CITIES)[number]
export type Progress = (line: string) => void

export function databaseUrl(hotels: number): string {
  return urlOf(`hdg_bench_search_${hotels}`)
}

export function environment(hotels: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl(hotels),
    REDIS_URL,
    MASTER_KEY,
    MASTER_KEY_OPEN_ONLY: OLD_MASTER_KEY,
    SANDBOX_API_KEY: API_KEY,
    LOG_LEVEL: 'warn',
    ROLES: 'api',
    PORT: '0',
  }
}

/** Where the catalogue is, made at the first asking. */
export async function catalogueFile(hotels: number, progress: Progress): Promise<string> {
  const file = join(ROOT, `.data/catalogue-${hotels}.ndjson`)
  progress(`making a catalogue of ${hotels}`)
  if (!existsSync(file)) await makeCatalogue(hotels, file, () => undefined)
  return file
}

/** Imports the catalogue by the command that operators use; once, a million hotels take minutes. */
export async function prepareCatalogue(hotels: number, progress: Progress): Promise<void> {
  const name = new URL(databaseUrl(hotels)).pathname.slice(1)
  const [known] = await query(ADMIN_URL, 'SELECT 1 FROM pg_database WHERE datname = $1', [name])
  // Kept for the next time, but for a tiny one: it is made again in seconds, by the code as it is.
  if (known && !isTiny) return
  await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  const file = await catalogueFile(hotels, progress)
  await query(ADMIN_URL, `CREATE DATABASE ${name}`)
  progress(`importing ${hotels} hotels, once: a million take some minutes`)
  await execute('npm', ['run', '-s', 'admin', '--', 'catalogue', 'import', file], {
    cwd: ROOT,
    env: environment(hotels),
  })
  for (const sql of [
    'CREATE INDEX ON hotels (place_id) INCLUDE (id, stars, nightly_usd_cents, weight, facility_ids, latitude, longitude)',
    `CREATE TABLE bench_prices (check_in date, check_out date, hotel_id int, supplier_code text, amount int,
       refundable boolean, fetched_at timestamptz, PRIMARY KEY (check_in, check_out, hotel_id, supplier_code))`,
    'VACUUM ANALYZE',
  ])
    await query(databaseUrl(hotels), sql)
}

export function staysFor({ hotels }: City) {
  const today = new Date().toISOString().slice(0, 10)
  const length = Math.min(MAX_STAYS, Math.ceil(MAX_PRICES / hotels / SUPPLIERS.length))
  return Array.from({ length }, (_, index) => {
    const checkInDate = addDays(today, 30 + index)
    return { checkInDate, checkOutDate: addDays(checkInDate, 1 + (index % 4)) }
  })
}

/** What a supplier asks of each hotel for the stay of that number: the same in every run. */
export function quotesOf(supplier: string, ids: readonly number[], stay: number) {
  return ids.map((id) => {
    const supplierHotelId = `${supplier.slice(0, 1).toUpperCase()}${id}`
    const total = { amountMinor: 10_000 + roll(id, stay, 40_000), currency: 'USD' }
    const dearer = { amountMinor: total.amountMinor + 2_000, currency: 'USD' }
    const refundable = id % 2 === 0
    const cheapestRefundable = { total: refundable ? total : dearer, freeCancellationUntilAt: null }
    return { supplierHotelId, total, refundable, freeCancellationUntilAt: null, cheapestRefundable }
  })
}

/** Three suppliers' prices of every hotel of the city for every stay: in Redis for the gateway, in a table for SQL. */
export async function fillPrices(
  { hotels, city, forSql }: { readonly hotels: number; readonly city: City; readonly forSql: boolean },
  progress: Progress,
): Promise<void> {
  const { placeId } = city
  const stays = staysFor(city)
  const url = databaseUrl(hotels)
  const rows = await query(url, 'SELECT id FROM hotels WHERE place_id = $1', [placeId])
  const ids: number[] = rows.map(({ id }) => id)
  const clock = createClock({ worlds: true })
  const time = clock.of('org_sandbox')
  const cache = createRedisCache({ url: REDIS_URL, clock, log: createLogger('silent') })
  await query(url, 'TRUNCATE bench_prices')
  for (const [index, stay] of stays.entries()) {
    progress(`prices of ${ids.length} hotels, stay ${index + 1} of ${stays.length}`)
    const question = { stay, occupancy: [{ adults: 2, childAges: [] }], nationality: 'GB', time }
    const fetchedAt = Date.now()
    for (const supplier of SUPPLIERS) {
      const prices = new Map(
        quotesOf(supplier, ids, index).map((quote) => [quote.supplierHotelId, { quote, fetchedAt }]),
      )
      await writePrices({ cache, randomBytes }, { connectionId: `conn_sandbox_${supplier}`, question, prices })
    }
    if (!forSql) continue
    await query(
      url,
      `INSERT INTO bench_prices SELECT $1, $2, id, code, 10000 + id % 40000, id % 2 = 0, now()
       FROM hotels, unnest($3::text[]) code WHERE place_id = $4`,
      [stay.checkInDate, stay.checkOutDate, SUPPLIERS, placeId],
    )
  }
  await cache.close()
}

export async function emptyRedis(url = REDIS_URL): Promise<void> {
  const redis = new Redis(url)
  await redis.flushdb()
  redis.disconnect()
}
