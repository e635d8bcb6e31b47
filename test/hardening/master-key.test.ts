import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { runAdmin } from '../support/admin.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { sealedByFirstVersion } from '../support/first-version-seal.ts'
import { type StartedGateway, startGateway, TEST_MASTER_KEY } from '../support/gateway.ts'
import { httpClient } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'

const OTHER_KEY = randomBytes(32).toString('hex')

const opened: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function database(): Promise<TestDatabase> {
  const made = await createTestDatabase()
  opened.push(made.drop)
  return made
}

async function start({ url }: TestDatabase, env: Record<string, string>): Promise<StartedGateway> {
  const gateway = await startGateway({ databaseUrl: url, env: { ROLES: 'api,worker,relay,suppliers', ...env } })
  opened.push(gateway.stop)
  return gateway
}

/** What a gateway that does not start says. */
function refusal(on: TestDatabase, env: Record<string, string>): Promise<string> {
  return start(on, env).then(
    () => 'started',
    (error: Error) => error.message,
  )
}

/** Any command opens the core, as a gateway does. */
async function adminUnder(on: TestDatabase, env: Record<string, string>): Promise<string> {
  const { code, stderr } = await runAdmin(on, ['organization', 'list'], env)
  return code === 0 ? 'works' : stderr.trim()
}

const TOLD =
  /^MASTER_KEY \(id [0-9a-f]{8}\) is not the key of this database: set MASTER_KEY to the one that is in use \(id [0-9a-f]{8}\).*$/m

describe('a wrong master key', () => {
  it('is refused by a gateway that starts and by the admin command, and both say what to do', {
    timeout: 180_000,
  }, async () => {
    const used = await database()
    expect(await adminUnder(used, {})).toBe('works')
    const [gateway, command] = await Promise.all([
      refusal(used, { MASTER_KEY: OTHER_KEY }),
      adminUnder(used, { MASTER_KEY: OTHER_KEY }),
    ])
    expect(gateway).toMatch(TOLD)
    expect(command).toMatch(TOLD)
    expect(command.split('\n')).toHaveLength(1)
    expect(await adminUnder(used, {})).toBe('works')
  })

  it('is refused on a database from before there were canaries, by what is sealed in it', {
    timeout: 180_000,
  }, async () => {
    const used = await database()
    await used.query(
      `INSERT INTO supplier_connections (id, supplier_code, environment, name, credentials)
       VALUES ('conn_old', 'hotelbeds', 'sandbox', 'old', $1)`,
      [sealedByFirstVersion(Buffer.from(TEST_MASTER_KEY, 'hex'), 'supplier-credentials', '{}')],
    )
    expect(await adminUnder(used, { MASTER_KEY: OTHER_KEY })).toMatch(
      /^MASTER_KEY \(id \w+\) does not open what is sealed in supplier_connections\.credentials: set the key/,
    )
    expect(await adminUnder(used, { MASTER_KEY: OTHER_KEY, MASTER_KEY_OPEN_ONLY: TEST_MASTER_KEY })).toBe('works')
    expect(await used.query('SELECT id FROM key_material')).toHaveLength(2)
  })

  it('is not what one of two ends with that start at once on an empty database: one of them wins', {
    timeout: 180_000,
  }, async () => {
    const empty = await database()
    const told = await Promise.all([adminUnder(empty, {}), adminUnder(empty, { MASTER_KEY: OTHER_KEY })])
    expect(told.filter((one) => one === 'works')).toHaveLength(1)
    expect(told.filter((one) => TOLD.test(one))).toHaveLength(1)
    expect(await empty.query('SELECT id FROM key_material')).toHaveLength(1)
  })
})

describe('what is sealed in a row', () => {
  it('does not open in another: moved guests are nobody’s, not somebody else’s', async () => {
    const on = await database()
    const gateway = await start(on, {})
    const [one, other] = await Promise.all(
      ['confirm', 'confirm'].map((scenario) => bookScenario(gateway, httpJourney(gateway), scenario, 'INSTANT')),
    )
    await on.query(
      'UPDATE bookings SET guests_sealed = (SELECT guests_sealed FROM bookings WHERE id = $1) WHERE id = $2',
      [one?.booking_id, other?.booking_id],
    )
    function details(id: string) {
      return httpClient(gateway).get(`/hotels/book/${id}/details`)
    }
    expect((await details(one?.booking_id)).body.data.holder.family_name).toBe('Lovelace')
    const moved = await details(other?.booking_id)
    expect(moved.status).toBe(500)
    expect(JSON.stringify(moved.body)).not.toContain('Lovelace')
  })
})
