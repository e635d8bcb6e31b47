import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { healthReport } from '../../src/health.ts'
import { createPostgresProbe } from '../../src/platform/postgres-probe.ts'
import { createDatabase } from '../../src/store/database.ts'
import { createStore } from '../../src/store/store.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startGateway } from '../support/gateway.ts'
import { httpClient } from '../support/http-client.ts'
import { startPostgresPair } from '../support/postgres-pair.ts'
import { until } from '../support/until.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  closers.push(database.drop)
  return database
}

/** A role with the rights that docs/operating.md grants; `url` is the database by it. */
async function servingRole(database: TestDatabase): Promise<{ name: string; url: string }> {
  const url = new URL(database.url)
  const name = `serving_${url.pathname.slice(1)}`
  await database.query(`
    CREATE ROLE ${name} LOGIN PASSWORD 'secret';
    GRANT USAGE ON SCHEMA public TO ${name};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${name};
    REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations FROM ${name};
    REVOKE UPDATE, DELETE ON audit_log FROM ${name};
    GRANT UPDATE (details) ON audit_log TO ${name}`)
  closers.push(() => database.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`))
  url.username = name
  url.password = 'secret'
  return { name, url: url.href }
}

describe('[21] a role of Postgres', () => {
  it('with the rights that docs/operating.md grants forgets guests, and what was written of them', async () => {
    const database = await newDatabase()
    await database.query(`INSERT INTO audit_log (actor, action, subject, details, created_at)
      VALUES ('operator:ada', 'booking.note', 'ubk_1', '{"note": "Grace called"}', now())`)
    await database.query(
      `INSERT INTO bookings (id, organization_id, environment, sequence, status, mode, accepted_offer_id, hotel_id, supplier_code,
         connection_id, supplier_reference, hotel_confirmation, check_in_date, check_out_date, terms, created_at, updated_at)
       VALUES ('ubk_1', 'org_1', 'sandbox', 1, 'CANCELLED', 'INSTANT', 'off_1', 1, 'hotelbeds', 'con_1', 'ref_1', '{}',
         '2020-01-01', '2020-01-03', '{}', now(), now())`,
    )
    const { url } = await servingRole(database)
    const db = createDatabase({ url, poolSize: 1, statementTimeoutMs: 5_000 })
    closers.push(() => db.$disconnect())
    const forgotten = await createStore(db).transaction((tx) =>
      tx.forgetting.forget(['ubk_1'], { evenIfToCome: false }),
    )
    expect(forgotten).toEqual([{ bookingId: 'ubk_1', organizationId: 'org_1' }])
    expect(await database.query('SELECT details FROM audit_log')).toEqual([{ details: {} }])
  })

  it('that lacks a right on a table does not start, and is told what to run', async () => {
    const database = await newDatabase()
    const { name, url } = await servingRole(database)
    await database.query(`REVOKE INSERT ON bookings FROM ${name}; REVOKE UPDATE ON offers FROM ${name}`)
    const env = { ROLES: 'api', SANDBOX_CATALOGUE: 'off' }
    const refused = await startGateway({ databaseUrl: url, env }).then(
      () => 'started',
      (error: unknown) => String(error),
    )
    const [grant = ''] = /GRANT [^;]+;/.exec(refused) ?? []
    expect(grant).toBe(`GRANT SELECT, INSERT, UPDATE, DELETE ON bookings, offers TO ${name};`)
    await database.query(grant)
    const gateway = await startGateway({ databaseUrl: url, env })
    closers.push(gateway.stop)
  })

  it('that lacks a sequence does not start either: nothing would be booked', async () => {
    const database = await newDatabase()
    const { name, url } = await servingRole(database)
    // As a migration leaves a new table whose owner has granted nothing by default.
    await database.query(
      `REVOKE ALL ON cases FROM ${name}; REVOKE ALL ON SEQUENCE booking_events_position_seq FROM ${name}`,
    )
    const env = { ROLES: 'api', SANDBOX_CATALOGUE: 'off' }
    const refused = await startGateway({ databaseUrl: url, env }).then(
      () => 'started',
      (error: unknown) => String(error),
    )
    const grants = refused.match(/GRANT [^;]+;/g) ?? []
    expect(grants).toEqual([
      `GRANT SELECT, INSERT, UPDATE, DELETE ON cases TO ${name};`,
      `GRANT USAGE, SELECT ON SEQUENCE booking_events_position_seq TO ${name};`,
    ])
    await database.query(grants.join(' '))
    closers.push((await startGateway({ databaseUrl: url, env })).stop)
  })

  it('that may not forget what the audit log has of guests does not start, and is told what to run', async () => {
    const database = await newDatabase()
    const { name, url } = await servingRole(database)
    await database.query(`REVOKE UPDATE (details) ON audit_log FROM ${name}`)
    const env = { ROLES: 'api', SANDBOX_CATALOGUE: 'off' }
    const refused = await startGateway({ databaseUrl: url, env }).then(
      () => 'started',
      (error: unknown) => String(error),
    )
    const [grant = ''] = /GRANT [^;]+;/.exec(refused) ?? []
    expect(grant).toBe(`GRANT SELECT, INSERT, UPDATE (details) ON audit_log TO ${name};`)
    await database.query(grant)
    closers.push((await startGateway({ databaseUrl: url, env })).stop)
  })

  it('that is no longer let in is an outage to clients, not a fault', async () => {
    const database = await newDatabase()
    const { name, url } = await servingRole(database)
    const gateway = await startGateway({ databaseUrl: url, env: { ROLES: 'api', SANDBOX_CATALOGUE: 'off' } })
    closers.push(gateway.stop)
    const http = httpClient(gateway)
    expect((await http.get('/hotels/bookings')).status).toBe(200)
    await database.query(`ALTER ROLE ${name} NOLOGIN`)
    await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${name}'`)
    const answers = await Promise.all(Array.from({ length: 10 }, () => http.get('/hotels/bookings')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect((await http.get('/health/ready')).body.faults.postgres).toBe('cannot be reached')
    await database.query(`ALTER ROLE ${name} LOGIN`)
    await until('it to be let in', async () => (await http.get('/hotels/bookings')).status === 200)
  })
})

describe('[21] a synchronous standby that has gone', () => {
  it('is told by readiness, which stays, until it is back', async () => {
    const pair = await startPostgresPair({ isSynchronous: true })
    closers.push(pair.stop)
    let said = 0
    const handlers = { onAway: () => undefined, onWaiting: () => (said += 1) }
    const probe = createPostgresProbe({ url: pair.primary.url, perTransaction: false }, handlers)
    closers.push(probe.close)
    await pair.primary.query('CREATE TABLE rows (id int)')
    expect(await probe.ask()).toBe('writable')
    const [{ conninfo }] = await pair.standby.query("SELECT current_setting('primary_conninfo') AS conninfo")
    await pair.standby.query("ALTER SYSTEM SET primary_conninfo = ''")
    await pair.standby.query('SELECT pg_reload_conf()')
    await until('it to be gone', async () => (await pair.primary.query('SELECT FROM pg_stat_replication')).length === 0)
    const client = new pg.Client({ connectionString: pair.primary.url })
    await client.connect()
    closers.push(() => client.end())
    const written = client.query('INSERT INTO rows VALUES (1)')
    await until('it to be told', async () => (await probe.ask()) === 'waiting')
    expect(said).toBeGreaterThan(0)
    const leaving = new AbortController().signal
    const report = await healthReport({ probe, replicaFault: () => null, partFaults: new Map() }, null, leaving)
    expect(report.ready).toBe(true)
    expect(report.faults['postgres']).toMatch(/^commits wait for a standby/)
    await pair.standby.query(`ALTER SYSTEM SET primary_conninfo = '${conninfo}'`)
    await pair.standby.query('SELECT pg_reload_conf()')
    await written
    expect(await probe.ask()).toBe('writable')
  })
})
