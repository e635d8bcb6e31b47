import { afterEach, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/logger.ts'
import { createDatabase } from '../../src/store/database.ts'
import { checkSession } from '../../src/store/database-session.ts'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type StartedGateway, startGateway } from '../support/gateway.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookScenario, httpJourney, londonSearch } from '../support/journey.ts'
import { NO_PGBOUNCER, startPgBouncer } from '../support/pgbouncer.ts'
import { startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'

if (NO_PGBOUNCER) console.warn(NO_PGBOUNCER)

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function newDatabase(): Promise<TestDatabase> {
  const database = await createSandboxDatabase()
  closers.push(database.drop)
  return database
}

async function pooled(databaseUrl: string, more: { poolSize?: number; withoutDeadline?: boolean } = {}) {
  const pooler = await startPgBouncer({ databaseUrl, ...more })
  closers.push(pooler.stop)
  return pooler.url
}

/** Fewer than the statements that a gateway runs at once, so that every connection serves one client after the other. */
const CONNECTIONS = 4

async function startBehindPooler(database: TestDatabase): Promise<StartedGateway> {
  const gateway = await startGateway({
    databaseUrl: await pooled(database.url, { poolSize: CONNECTIONS }),
    env: { DATABASE_DIRECT_URL: database.url, DATABASE_POOLER: 'transaction' },
  })
  closers.push(gateway.stop)
  return gateway
}

async function liveToCancellation(gateway: StartedGateway): Promise<string> {
  const journey = httpJourney(gateway)
  const held = await bookScenario(gateway, journey, 'hold', 'HOLD')
  await journey.confirmHold(held.booking_id, held.accepted_offer_id)
  await until('CONFIRMED', async () => (await journey.booking(held.booking_id)).status === 'CONFIRMED')
  const { quote_id: quoteId } = await journey.quote(held.booking_id)
  await journey.cancel(held.booking_id, quoteId, `cancel-${quoteId}`)
  await until('CANCELLED', async () => (await journey.booking(held.booking_id)).status === 'CANCELLED')
  return held.booking_id
}

describe.skipIf(NO_PGBOUNCER)('behind PgBouncer in transaction mode, as deploy/pgbouncer.ini has it', () => {
  it('[21] a gateway searches, holds, confirms, cancels and sends its webhooks, eight lives at once over four connections', {
    timeout: 180_000,
  }, async () => {
    const database = await newDatabase()
    const gateway = await startBehindPooler(database)
    const receiver = await startReceiver()
    closers.push(receiver.close)
    await httpClient(gateway).post('/webhooks/endpoints', { url: receiver.url })
    expect((await httpJourney(gateway).search(londonSearch({ limit: 5 }))).hotels).toHaveLength(5)
    const bookings = await Promise.all(Array.from({ length: 8 }, () => liveToCancellation(gateway)))
    for (const id of bookings)
      await receiver.waitFor(({ event }) => event.data.booking_id === id && event.data.status === 'CANCELLED')
    const faults = gateway.log.filter((line) => /"level":(50|60)/.test(line))
    expect(faults).toEqual([])
    const [used] = await database.query(
      `SELECT count(*) FILTER (WHERE application_name IN ('hotel-gateway', 'hotel-gateway-health'))::int AS pooled,
         count(*) FILTER (WHERE application_name = 'hotel-gateway-listener')::int AS listening
       FROM pg_stat_activity WHERE datname = current_database()`,
    )
    expect(used.pooled).toBeLessThanOrEqual(CONNECTIONS)
    expect(used.listening).toBe(1)
    const locks = await database.query(
      `SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    expect(locks, 'no lock is left on a connection that others use').toEqual([])
  })

  it('[21] it has the deadlines and the planning that a gateway sets itself elsewhere', async () => {
    const { url } = await newDatabase()
    const db = createDatabase({ url: await pooled(url), poolSize: 2, statementTimeoutMs: 10_000, perTransaction: true })
    closers.push(() => db.$disconnect())
    await checkSession(db, { statementTimeoutMs: 10_000, log: createLogger('silent') })
    const [row] = await db.$queryRaw<
      Json[]
    >`SELECT current_setting('statement_timeout') AS timeout, current_setting('jit') AS jit`
    expect(row).toEqual({ timeout: '10s', jit: 'off' })
  })

  it('[21] a start is refused where nothing ends a statement, and what the refusal says to run is enough', async () => {
    const database = await newDatabase()
    async function check(): Promise<string> {
      const url = await pooled(database.url, { withoutDeadline: true })
      const db = createDatabase({ url, poolSize: 2, statementTimeoutMs: 10_000, perTransaction: true })
      closers.push(() => db.$disconnect())
      return checkSession(db, { statementTimeoutMs: 10_000, log: createLogger('silent') }).then(
        () => 'taken',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
    }
    const refusal = await check()
    expect(refusal).toContain('nothing ends a statement in time')
    const commands = refusal.match(/ALTER ROLE [^;]+;/g) ?? []
    expect(commands).toHaveLength(2)
    for (const command of commands) await database.query(command)
    expect(await check()).toBe('taken')
  })
})
