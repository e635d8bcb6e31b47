import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Command, Rows, Values } from '../../src/admin/command.ts'
import { allCommands } from '../../src/admin/commands.ts'
import { NO_STREAMS, withIo } from '../../src/admin/io.ts'
import { operatorName } from '../../src/admin/operator-name.ts'
import { runCommand } from '../../src/admin/run-command.ts'
import { readSecrets } from '../../src/admin/secrets.ts'
import type { Core } from '../../src/core.ts'
import { sandboxCatalogue } from '../../src/sandbox/catalogue/catalogue.ts'
import { startStoredSandboxSuppliers } from '../../src/sandbox/start-suppliers.ts'
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/suppliers/credentials.ts'
import type { SandboxServer } from '../../src/sandbox/suppliers/server.ts'
import { runAdmin } from '../support/admin.ts'
import { commandValues } from '../support/command-values.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startGateway } from '../support/gateway.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { dateOf } from '../support/offered.ts'
import { openCore } from '../support/open-core.ts'
import { recordWrites, withoutMerges } from '../support/record-writes.ts'
import { knownRoom, stageListing } from '../support/stage-listing.ts'

const COMMANDS = await allCommands()

const ACTOR = 'operator:grace'

/** Accounts are of an identity provider; nobody asks it here. */
const PROVIDER = {
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_CLIENT_ID: 'gateway',
  OIDC_CLIENT_SECRET: 'secret',
  CONSOLE_URL: 'https://ops.example.com/console',
}

let database: TestDatabase
let core: Core
/** Some commands ask them. */
let suppliers: SandboxServer
/** What commands can be tried on. */
const ids: Record<string, string> = {}
const valuesFor = commandValues(ids)

beforeAll(async () => {
  database = await createTestDatabase()
  await fill()
  core = await openCore(database, PROVIDER)
  suppliers = await startStoredSandboxSuppliers({
    ...core,
    catalogue: () => sandboxCatalogue(),
    stock: 'plain',
    port: 0,
  })
  await openCase()
  Object.assign(ids, { mapped: await stageListing(core, database) }, await knownRoom(database))
  await recordWrites(database)
})

afterAll(async () => {
  await suppliers.close()
  await core.close()
  await database.drop()
})

/** Bookings that wait for an operator's every decision, and a webhook; then the gateway goes, so that nobody else writes. */
async function fill(): Promise<void> {
  const gateway = await startGateway({ databaseUrl: database.url })
  async function book(scenario: string, mode: 'HOLD' | 'INSTANT'): Promise<string> {
    return (await bookScenario(gateway, httpJourney(gateway), scenario, mode)).booking_id
  }
  const endpoint = await httpClient(gateway).post('/webhooks/endpoints', { url: 'http://127.0.0.1:9/x' })
  ids['endpoint'] = endpoint.body.data.endpoint_id
  ids['review'] = await book('hold-short', 'HOLD')
  ids['settle'] = await book('book-lost', 'INSTANT')
  ids['redact'] = await book('refused', 'INSTANT')
  // What has failed a moment ago is not erased yet.
  await database.query(`UPDATE bookings SET updated_at = updated_at - interval '1 hour' WHERE id = $1`, [ids['redact']])
  ids['show'] = ids['redact']
  ids['look'] = ids['settle']
  await gateway.stop()
  await database.query('UPDATE bookings SET needs_operator = true WHERE id = $1', [ids['settle']])
  await database.query('UPDATE webhook_deliveries SET lease_id = NULL, leased_until = NULL')
  ids['delivery'] = (await database.query('SELECT id FROM webhook_deliveries LIMIT 1'))[0].id
  const [job] = await database.query(
    "INSERT INTO pgboss.job (name, state, completed_on) VALUES ('forget-people', 'failed', now()) RETURNING id::text",
  )
  ids['job'] = job.id
  const [exchange] = await database.query('SELECT id FROM supplier_exchanges WHERE booking_id = $1 LIMIT 1', [
    ids['settle'],
  ])
  ids['exchange'] = exchange.id
  ids['file'] = join(await mkdtemp(join(tmpdir(), 'audit-')), 'catalogue.ndjson')
  await writeFile(ids['file'], '{"type":"chain","id":990,"names":{"en":"Walk Inns"}}\n')
  ids['rates'] = `${ids['file']}.xml`
  await writeFile(ids['rates'], `<Cube time='${dateOf(Date.now())}'><Cube currency='USD' rate='1.1'/></Cube>`)
}

function commandOf(noun: string, verb: string): Command {
  const command = COMMANDS.find((one) => one.noun === noun && one.verb === verb)
  if (!command) throw new Error(`there is no ${noun} ${verb}`)
  return command
}

/** A case that an operator's word can end. */
async function openCase(): Promise<void> {
  ids['case'] = 'case_WALK'
  await database.query(`INSERT INTO cases (id, kind, subject, detail, opened_at, seen_at)
    VALUES ('case_WALK', 'CANCELLED_BY_SUPPLIER', 'ubk_walk', '{}', now(), now())`)
}

async function run(command: Command): Promise<Rows> {
  const rows = await runCommand(core, command, { values: valuesFor(command), actor: ACTOR })
  const made = rows[0]
  if (command.verb === 'create' && typeof made?.['keyId'] === 'string') ids['key'] = made['keyId']
  return rows
}

/** The transactions that a command wrote in, and what it left in the log. */
async function trackOf(command: Command): Promise<{ writes: readonly Json[]; entries: Json[] }> {
  await database.query('TRUNCATE writes')
  const [last] = await database.query('SELECT coalesce(max(id), 0) AS id FROM audit_log')
  await run(command)
  const sql = 'SELECT xmin::text AS xid, * FROM audit_log WHERE id > $1 ORDER BY id'
  const entries = await database.query(sql, [last.id])
  return { writes: withoutMerges(await database.query('SELECT DISTINCT xid, name FROM writes')), entries }
}

/** What the engine writes when it judges a listing again, upon `mapping undo`: its own questions, in a transaction behind the person's. */
const ENGINES: ReadonlySet<string> = new Set(['mapping_proposals', 'listings', 'content_due'])

/** Prices are observed in a transaction of their own, whenever a supplier has told some. */
function isEngines(command: string, { name }: Json): boolean {
  return name === 'price_observations' || (command === 'mapping undo' && ENGINES.has(name))
}

describe('the audit log', () => {
  it('has an entry of every change that an operator makes, in the transaction of the change', {
    timeout: 240_000,
  }, async () => {
    const traced: string[] = []
    for (const command of COMMANDS.filter((one) => !('filter' in one))) {
      const name = `${command.noun} ${command.verb}`
      const { writes, entries } = await trackOf(command)
      // A work command may find nothing to do; that it began and ended is asked below.
      if ('change' in command) expect({ name, isTried: writes.length > 0 }).toEqual({ name, isTried: true })
      const untraced = writes.filter(
        (write) => !entries.some(({ xid }) => xid === write.xid) && !isEngines(name, write),
      )
      if ('work' in command) expect(entries.map(({ action }) => action.split('.').at(-1))).toEqual(['begin', 'end'])
      else expect({ name, untraced }).toEqual({ name, untraced: [] })
      for (const entry of entries) expect(entry).toMatchObject({ actor: ACTOR, action: expect.stringMatching(/\./) })
      if (entries.length > 0) traced.push(name)
    }
    expect(traced).toEqual(
      expect.arrayContaining([
        'booking review',
        'booking settle',
        'booking redact',
        'case take',
        'case close',
        'rate import',
      ]),
    )
    expect(traced).not.toContain('audit list')
  })

  it('tells what was there before and what is there now, and no secret', async () => {
    const command = commandOf('audit', 'list')
    async function list(values: Values): Promise<Json[]> {
      return [...(await runCommand(core, command, { values: { limit: '500', ...values }, actor: ACTOR }))]
    }
    const [set] = await list({ action: 'organization.set', subject: 'org_walk' })
    expect(set).toMatchObject({
      actor: ACTOR,
      organizationId: 'org_walk',
      details: { before: { rateLimits: {} }, after: { rateLimits: { search: 500 } } },
    })
    const all = JSON.stringify(await list({ actor: 'operator:*' }))
    for (const secret of Object.values(SANDBOX_CREDENTIALS.hotelbeds)) expect(all).not.toContain(secret)
    expect(all).not.toMatch(/hdg_sandbox_[\w-]{20,}|whsec_/)
    expect(await list({ since: '2100-01-01T00:00:00Z' })).toEqual([])
  })

  it('names who is asked for with --as, else ADMIN_USER, else whoever the system says it is', async () => {
    const set = ['organization', 'set', '--id', 'org_walk', '--name', 'As', '--as', 'ada']
    expect(await runAdmin(database, set, { ADMIN_USER: 'joan' })).toMatchObject({ code: 0 })
    const [last] = await database.query('SELECT actor, action FROM audit_log ORDER BY id DESC LIMIT 1')
    expect(last).toEqual({ actor: 'operator:ada', action: 'organization.set' })
    expect(operatorName(undefined, { adminUser: 'joan' })).toBe('joan')
    expect(operatorName(undefined, { adminUser: null })).toBe(userInfo().username)
    expect(() => operatorName('two words', { adminUser: null })).toThrow(/--as is a name/)
  })

  it('cannot be changed or emptied, but for what a retention term demands', async () => {
    for (const attack of ['UPDATE audit_log SET actor = $$x$$', 'DELETE FROM audit_log', 'TRUNCATE audit_log'])
      await expect(database.query(attack)).rejects.toThrow(/audit_log is only added to/)
    await database.query(
      "BEGIN; SET LOCAL gateway.audit_retention = 'on'; DELETE FROM audit_log WHERE action = 'rate.set'; COMMIT",
    )
    expect(await database.query("SELECT id FROM audit_log WHERE action = 'rate.set'")).toEqual([])
  })
})

describe('supplier connect', () => {
  const CREDENTIALS = JSON.stringify(SANDBOX_CREDENTIALS.hotelbeds)
  function connect(organization: string, credentials: string): string[] {
    const words = 'supplier connect --supplier=hotelbeds --connection=conn_shared --unchecked'.split(' ')
    return [...words, `--organization=${organization}`, `--credentials=${credentials}`]
  }

  it('takes credentials from the standard input, and warns of a command line that shows them', {
    timeout: 180_000,
  }, async () => {
    const typed = await runAdmin(database, connect('org_walk', '-'), {}, CREDENTIALS)
    expect(typed).toMatchObject({ code: 0, stderr: '' })
    const shown = await runAdmin(database, connect('org_walk', CREDENTIALS))
    expect(shown).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^warning: --credentials on the command line/),
    })
    expect(shown.stderr).not.toContain(SANDBOX_CREDENTIALS.hotelbeds.secret)
  })

  it('takes them from a file or a variable, and says which is not there', async () => {
    const command = commandOf('supplier', 'connect')
    async function read(credentials: string): Promise<unknown> {
      const streams = { ...NO_STREAMS, env: { AUDIT_TEST_SECRET: CREDENTIALS } }
      return (await withIo(streams, () => readSecrets(command, { credentials }))).credentials
    }
    const file = `${ids['file']}.credentials`
    await writeFile(file, `${CREDENTIALS}\n`)
    expect(await read(`@${file}`)).toBe(CREDENTIALS)
    expect(await read('env:AUDIT_TEST_SECRET')).toBe(CREDENTIALS)
    await expect(read('env:NOBODY_SET_THIS')).rejects.toThrow('--credentials: there is no variable NOBODY_SET_THIS')
    await expect(read('@/nowhere')).rejects.toThrow(/^--credentials: \/nowhere cannot be read: ENOENT/)
  })

  it('does not write over the contract of others unless it is told to, and says what that would do', async () => {
    const command = commandOf('supplier', 'connect')
    const values = { ...valuesFor(command), organization: 'org_sandbox', connection: 'conn_shared' }
    function sealed(): Promise<Json[]> {
      return database.query("SELECT credentials FROM supplier_connections WHERE id = 'conn_shared'")
    }
    const before = await sealed()
    await expect(runCommand(core, command, { values: { ...values, replace: false }, actor: ACTOR })).rejects.toThrow(
      /^conn_shared is the contract of org_walk with hotelbeds .*say --replace/,
    )
    expect(await sealed()).toEqual(before)
    await runCommand(core, command, { values: { ...values, replace: true }, actor: ACTOR })
    expect(await sealed()).not.toEqual(before)
  })

  it('refuses what would only be found out by a booking: another supplier’s contract, an id or a URL that is none', async () => {
    const command = commandOf('supplier', 'connect')
    const values = { ...valuesFor(command), connection: 'conn_first' }
    await runCommand(core, command, { values, actor: ACTOR })
    const refusals: readonly [Values, RegExp][] = [
      [
        { supplier: 'liteapi', credentials: JSON.stringify(SANDBOX_CREDENTIALS.liteapi), replace: true },
        /^conn_first is a contract with hotelbeds: use another/,
      ],
      [{ connection: 'a b\nc' }, /^--connection is 1 to 64/],
      [{ 'base-url': 'not a url' }, /^--base-url is/],
      [{ 'base-url': 'file:///etc/passwd' }, /^--base-url is/],
    ]
    for (const [wrong, reason] of refusals)
      await expect(runCommand(core, command, { values: { ...values, ...wrong }, actor: ACTOR })).rejects.toThrow(reason)
  })

  it('writes down which contract the organization had with the supplier before', async () => {
    const command = commandOf('supplier', 'connect')
    for (const connection of ['conn_first', 'conn_second'])
      await runCommand(core, command, { values: { ...valuesFor(command), connection }, actor: ACTOR })
    const [entry] = await database.query('SELECT details FROM audit_log ORDER BY id DESC LIMIT 1')
    expect(entry.details).toMatchObject({ before: { linked: 'conn_first' }, after: { linked: 'conn_second' } })
  })
})

it('organization set refuses a class of rate limits that does not exist', async () => {
  const command = commandOf('organization', 'set')
  const values = { ...valuesFor(command), 'rate-limit': 'serach=500' }
  const refused = runCommand(core, command, { values, actor: ACTOR })
  await expect(refused).rejects.toThrow(/there is no class serach; there are search,/)
})
