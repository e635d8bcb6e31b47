import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { benchClaims } from './booking-claims.ts'
import { bookingOf, bookingToken, CONNECTIONS, clientOf, type Json, run } from './booking-load.ts'
import { ADMIN_URL, API_KEY, MASTER_KEY, query, type Started, startScript, stop, urlOf } from './process.ts'
import { sized } from './size.ts'
import { startStatementCounter } from './statement-counter.ts'

const DATABASE = 'hdg_bench_booking'

const WARM = sized(200, 5)
const BOOKINGS = sized(1_500, 20)
const LOOKS = sized(5_000, 50)
/** Bookings whose statements are counted. */
const COUNTED = sized(50, 3)

type Progress = (line: string) => void

const DATABASE_URL = urlOf(DATABASE)

function start(roles: string, ready: RegExp, databaseUrl: string = DATABASE_URL): Promise<Started> {
  return startScript('src/main.ts', {
    ready,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      REDIS_URL: '',
      MASTER_KEY,
      SANDBOX_API_KEY: API_KEY,
      LOG_LEVEL: 'info',
      ROLES: roles,
      PORT: '0',
    },
  })
}

function row(name: string, { times, ms }: { times: number[]; ms: number }) {
  return {
    case: name,
    perSecond: Math.round((times.length / ms) * 1_000),
    p50Ms: Number((times[Math.floor(times.length * 0.5)] ?? 0).toFixed(1)),
    p99Ms: Number((times[Math.floor(times.length * 0.99)] ?? 0).toFixed(1)),
  }
}

/** Rows written so far, by Postgres' own count; what the sandbox supplier writes is among them. */
async function rowsWritten(): Promise<number> {
  const [found] = await query(DATABASE_URL, 'SELECT sum(n_tup_ins + n_tup_upd)::int AS rows FROM pg_stat_user_tables')
  return found?.['rows'] ?? 0
}

/** The database's own floor: one transaction that inserts five rows and commits, as many at once. */
async function bareInserts(): Promise<{ times: number[]; ms: number }> {
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: CONNECTIONS })
  await pool.query('CREATE TABLE IF NOT EXISTS bench_floor (id bigserial PRIMARY KEY, body text)')
  const body = 'x'.repeat(800)
  const result = await run(
    Array.from({ length: BOOKINGS }, (_, index) => index),
    async () => {
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        for (let index = 0; index < 5; index++) await client.query('INSERT INTO bench_floor (body) VALUES ($1)', [body])
        await client.query('COMMIT')
      } finally {
        client.release()
      }
    },
  )
  await pool.end()
  return result
}

/** Of one booking after another, through a wire that counts. */
async function statementsPerBooking(offers: readonly Json[]): Promise<number> {
  const { hostname, port } = new URL(DATABASE_URL)
  const counter = await startStatementCounter({ host: hostname, port: Number(port) }, (startup) =>
    startup.includes('application_name\0hotel-gateway\0'),
  )
  const gateway = await start('api', /http:\/\/[\d.]+:(\d+)/, DATABASE_URL.replace(`:${port}/`, `:${counter.port}/`))
  try {
    const call = clientOf(gateway.said)
    const [first, ...others] = offers
    await call('POST', '/hotels/book', { body: bookingOf(first), key: randomUUID() })
    const before = counter.count()
    for (const offer of others) await call('POST', '/hotels/book', { body: bookingOf(offer), key: randomUUID() })
    return (counter.count() - before) / others.length
  } finally {
    await stop(gateway)
    await counter.close()
  }
}

async function benchCreates(progress: Progress): Promise<readonly object[]> {
  await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
  await query(ADMIN_URL, `CREATE DATABASE ${DATABASE}`)
  const suppliers = await start('suppliers', /"msg":"ready"/)
  const gateway = await start('api,worker', /http:\/\/[\d.]+:(\d+)/)
  try {
    await query(DATABASE_URL, 'UPDATE organizations SET rate_limit_factor = 1000000')
    await new Promise((resolve) => setTimeout(resolve, 2_500)) // until the process has seen the change
    const call = clientOf(gateway.said)
    const token = await bookingToken(call)
    progress('prebooking')
    const offers: Json[] = []
    const prebooked = await run(
      Array.from({ length: WARM + BOOKINGS + COUNTED }, (_, index) => index),
      async () => {
        offers.push((await call('POST', '/hotels/prebook', { body: { booking_token: token } })).data.offer)
      },
    )
    function create(offer: Json): Promise<Json> {
      return call('POST', '/hotels/book', { body: bookingOf(offer), key: randomUUID() })
    }
    progress('warming up')
    await run(offers.slice(0, WARM), create)
    progress(`booking ${BOOKINGS}`)
    const before = await rowsWritten()
    const ids: string[] = []
    const created = await run(offers.slice(WARM, WARM + BOOKINGS), async (offer) => {
      const { data } = await create(offer)
      if (data.status !== 'CONFIRMED') throw new Error(`a booking is ${data.status}`)
      ids.push(data.booking_id)
    })
    await new Promise((resolve) => setTimeout(resolve, 2_000)) // statistics come late
    const after = await rowsWritten()
    progress('looking at bookings')
    await run(ids.slice(0, 1_000), (id) => call('GET', `/hotels/book/${id}`))
    const looked = await run(
      Array.from({ length: LOOKS }, (_, index) => ids[index % ids.length] ?? ''),
      (id) => call('GET', `/hotels/book/${id}`),
    )
    progress('counting statements')
    const statements = await statementsPerBooking(offers.slice(WARM + BOOKINGS))
    progress('bare inserts')
    const floor = await bareInserts()
    return [
      row('prebook', prebooked),
      {
        ...row('create', created),
        rowsWritten: Number(((after - before) / BOOKINGS).toFixed(1)),
        statements: Number(statements.toFixed(1)),
      },
      row('status', looked),
      row('bare: 5 inserts and a commit', floor),
    ]
  } finally {
    await stop(gateway)
    await stop(suppliers)
  }
}

/**
 * `npm run bench booking`: prebooked offers booked at a sandbox supplier that answers at once, on the real Postgres; then what it
 * costs a worker to claim the bookings that are due among a million that are not.
 */
export async function benchBooking(progress: Progress): Promise<readonly object[]> {
  const created = await benchCreates(progress)
  return [...created, ...(await benchClaims(DATABASE_URL, progress))]
}
