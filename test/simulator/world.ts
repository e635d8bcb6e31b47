import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type App, startApp } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'
import type { Core } from '../../src/core.ts'
import { openDatabase } from '../../src/open-database.ts'
import { createLogger } from '../../src/platform/logger.ts'

// biome-ignore lint/suspicious/noExplicitAny: what the API answers, as a client reads it
export type Json = any // oxlint-disable-line typescript/no-explicit-any

/** Whose bookings are simulated. */
export const ORGANIZATION = 'org_sandbox'

export const SUPPLIER_CODES = ['expedia_rapid', 'hotelbeds', 'ratehawk', 'liteapi'] as const
export type SupplierCode = (typeof SUPPLIER_CODES)[number]

/** What lives wish for. `hotelId` is a scenario's; null: an ordinary hotel of the supplier's. */
export type Product = {
  readonly name: string
  readonly supplierCode: SupplierCode
  readonly mode: 'INSTANT' | 'HOLD'
  readonly hotelId: number | null
  /** How often it is drawn. */
  readonly weight: number
}

export const PRODUCTS: readonly Product[] = [
  ...SUPPLIER_CODES.map(
    (code) => ({ name: code, supplierCode: code, mode: 'INSTANT', hotelId: null, weight: 1 }) as const,
  ),
  // RateHawk's `async`: accepted at once, confirmed seconds later.
  { name: 'async', supplierCode: 'ratehawk', mode: 'INSTANT', hotelId: 900_002, weight: 1 },
  { name: 'hold', supplierCode: 'expedia_rapid', mode: 'HOLD', hotelId: null, weight: 2 },
  // `hold-short`: somebody has to review it first.
  { name: 'review', supplierCode: 'expedia_rapid', mode: 'HOLD', hotelId: 900_004, weight: 1 },
]

/** The real store and suppliers that the simulated processes share: Postgres, and the sandbox suppliers over HTTP. */
export type World = {
  readonly app: App & { readonly core: Core }
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<Json[]>
  /** Sets the time of database, suppliers and whoever follows them: so much ahead of real time, ms. */
  readonly setOffset: (offsetMs: number) => Promise<void>
  /** Forgets all bookings, here and at the suppliers, and goes back to real time. */
  readonly reset: () => Promise<void>
  /** An offer of the product, ready to be booked. */
  readonly offer: (product: Product) => Promise<Json>
  /** Has a supplier change what it has under our reference; false when it has nothing. */
  readonly alter: (connectionId: string, reference: string, alteration: object) => Promise<boolean>
  readonly close: () => Promise<void>
}

const FORGOTTEN =
  'bookings, booking_attempts, booking_events, cancellations, cancellation_quotes, offers, idempotency_keys, cases, webhook_deliveries'

/** Creates a database of its own on the server, and starts what no simulated process is: suppliers, and an API for offers. */
export async function createWorld(postgresUrl: string): Promise<World> {
  const name = `hdg_simulation_${randomBytes(4).toString('hex')}`
  await once(postgresUrl, `CREATE DATABASE ${name}`)
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  const config = configFor(url.href)
  const opened = await openDatabase(config)
  await opened.close()
  const started = await startApp(config, createLogger('silent'))
  if (!started.core) throw new Error('the world’s gateway has the role api')
  const app = { ...started, core: started.core }
  const pool = new pg.Pool({ connectionString: url.href, max: 2 })
  // The database is dropped under connections that are still closing.
  pool.on('error', () => undefined)
  async function query(sql: string, values: readonly unknown[] = []): Promise<Json[]> {
    return (await pool.query(sql, [...values])).rows
  }
  await query('UPDATE organizations SET rate_limit_factor = 1000000')
  const options = new Map<Product, string>()

  async function setOffset(offsetMs: number): Promise<void> {
    const [{ resets }] = await query(
      `INSERT INTO sandbox_clocks AS c (organization_id, offset_ms) VALUES ($1, $2)
       ON CONFLICT (organization_id) DO UPDATE SET offset_ms = EXCLUDED.offset_ms, resets = c.resets + 1 RETURNING resets`,
      [ORGANIZATION, offsetMs],
    )
    app.core.clock.shift(ORGANIZATION, { offsetMs, resets })
  }
  async function offer(product: Product): Promise<Json> {
    for (let turn = 0; turn < 2; turn++) {
      const token = options.get(product) ?? (await tokenOf({ app, query }, product))
      options.set(product, token)
      const answer = await send(app, 'POST', '/hotels/prebook', { booking_token: token })
      if (answer.data?.offer) return answer.data.offer
      options.delete(product)
    }
    throw new Error(`no offer of ${JSON.stringify(product)}`)
  }
  async function alter(connectionId: string, reference: string, alteration: object): Promise<boolean> {
    const { call } = await app.core.suppliers.open(connectionId, 'find', NOBODYS)
    const answer = await fetch(`${call.connection.baseUrl}/alterations`, {
      method: 'POST',
      body: JSON.stringify({ reference, ...alteration }),
    })
    if (answer.status !== 204 && answer.status !== 404) throw new Error(`a supplier altered nothing: ${answer.status}`)
    return answer.status === 204
  }
  return {
    app,
    query,
    setOffset,
    reset: async () => {
      await setOffset(0)
      await query(`TRUNCATE ${FORGOTTEN} CASCADE`)
      await query('DELETE FROM sandbox_records WHERE supplier_code = ANY($1)', [[...SUPPLIER_CODES]])
    },
    offer,
    alter,
    close: async () => {
      await pool.end()
      await app.stop()
      await once(postgresUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** The context of a call past the gateway. */
export const NOBODYS = {
  organizationId: ORGANIZATION,
  requestId: 'req_simulation',
  language: 'en',
  customerIp: '192.0.2.1',
  sessionId: null,
  userAgent: null,
  signal: null,
  timeoutMs: 10_000,
} as const

function configFor(databaseUrl: string): Config {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    MASTER_KEY: randomBytes(32).toString('hex'),
    SANDBOX_API_KEY: 'hdg_sandbox_key_of_the_simulation_alone',
    ROLES: 'api,suppliers',
    PORT: '0',
    LAME_DUCK_MS: '0',
  })
  if (!('port' in config)) throw new Error(JSON.stringify(config))
  return config
}

async function once(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function send({ url }: Pick<App, 'url'>, method: string, path: string, body?: object): Promise<Json> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'x-api-key': 'hdg_sandbox_key_of_the_simulation_alone', 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return answer.json()
}

/** A refundable option of the product, where the supplier has one that can be booked so. */
async function tokenOf({ app, query }: Pick<World, 'app' | 'query'>, product: Product): Promise<string> {
  const { supplierCode, mode, hotelId } = product
  const day = 86_400_000
  const [checkIn, checkOut] = [60, 63].map((days) => new Date(Date.now() + days * day).toISOString().slice(0, 10))
  const hotels = await query(
    `SELECT hotel_id FROM supplier_hotels
     WHERE supplier_code = $1 AND CASE WHEN $2::int IS NULL THEN hotel_id < 900000 ELSE hotel_id = $2 END
     ORDER BY hotel_id LIMIT 20`,
    [supplierCode, hotelId],
  )
  for (const { hotel_id: id } of hotels) {
    const { data } = await send(app, 'POST', `/hotels/${id}/rooms`, {
      check_in: checkIn,
      check_out: checkOut,
      nationality: 'GB',
      rooms: [{ adults: 2 }],
      max_wait_ms: 10_000,
    })
    const option = (data?.options ?? []).find(
      ({ supplier_code: code, cancellation, available_booking_modes: modes }: Json) =>
        code === supplierCode && modes.includes(mode) && cancellation?.refundability === 'REFUNDABLE',
    )
    if (option) return option.booking_token
  }
  throw new Error(`nothing suits ${JSON.stringify(product)}`)
}
