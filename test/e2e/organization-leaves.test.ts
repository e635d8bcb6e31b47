import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCommands } from '../../src/admin/commands.ts'
import { runCommand } from '../../src/admin/run-command.ts'
import type { Core } from '../../src/core.ts'
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/suppliers/credentials.ts'
import { makePerson, signIn } from '../support/console-client.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { openCore } from '../support/open-core.ts'
import { newTraveller, type Traveller } from '../support/people.ts'
import { findWords } from '../support/personal-data.ts'
import { startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let core: Core
let folder: string

useGateway((started) => {
  ;({ database, gateway, http } = started)
})

beforeAll(async () => {
  core = await openCore(database)
  folder = await mkdtemp(join(tmpdir(), 'leaving-'))
})

afterAll(async () => {
  await core?.close()
  await rm(folder, { recursive: true, force: true })
})

const COMMANDS = await allCommands()

function run(verb: string, values: Readonly<Record<string, string | boolean>>): Promise<readonly Json[]> {
  return runNamed(`organization ${verb}`, values)
}

function runNamed(name: string, values: Readonly<Record<string, string | boolean>>): Promise<readonly Json[]> {
  const command = COMMANDS.find(({ noun, verb }) => `${noun} ${verb}` === name)
  if (!command) throw new Error(`no command ${name}`)
  return runCommand(core, command, { values, actor: 'operator:ada' })
}

const OF_BOOKINGS = ['bookings', 'booking_events', 'booking_attempts']

/** Somebody of its portal with an address and an account, who has signed in; returns what their browser holds. */
async function signedIn(organizationId: string, name: string): Promise<string> {
  await makePerson(database, { name, roles: ['partner_admin'], organizationId })
  await database.query(
    "UPDATE console_users SET email = 'lea@leaver.example', subject = 'https://id.example lea-of-theirs' WHERE name = $1",
    [name],
  )
  return (await signIn({ url: gateway.url, database, name })).cookie.slice('hdg_console='.length)
}

/** The second organization of the sandbox, which leaves. */
async function leaver(): Promise<{ id: string; gateway: StartedGateway }> {
  const apiKey = /with default limits: +(\S+)/.exec(gateway.log.join('\n'))?.[1] ?? ''
  const [row] = await database.query("SELECT id FROM organizations WHERE id <> 'org_sandbox'")
  return { id: row.id, gateway: { ...gateway, apiKey } }
}

async function book(by: StartedGateway, who: Traveller, slug: string): Promise<string> {
  const journey = httpJourney(by)
  const { offer } = await prebookRoom(journey, await scenarioHotel(by, slug))
  return (await journey.book(who.fill(bookingInput(offer, 'INSTANT')), randomUUID())).booking_id
}

describe('an organization that leaves', () => {
  it('takes everything of its own with it, and is erased: keys, secrets, people; ids and money stay', {
    timeout: 180_000,
  }, async () => {
    const { id, gateway: own } = await leaver()
    const client = httpClient(own)
    const receiver = await startReceiver()
    const [theirs, ours] = [newTraveller(), newTraveller()]
    const secret = (await client.post('/webhooks/endpoints', { url: receiver.url })).body.data.signing_secret
    const failed = await book(own, theirs, 'refused')
    await database.query(`UPDATE bookings SET updated_at = updated_at - interval '1 hour' WHERE id = $1`, [failed])
    const toCome = await book(own, theirs, 'cancel-free')
    await book(gateway, ours, 'refused')

    const cookie = await signedIn(id, 'lea')
    const to = join(folder, 'export.ndjson')
    const [exported] = await run('export', { id, to })
    const text = await readFile(to, 'utf8')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toHaveLength(exported.lines)
    expect((await stat(to)).mode & 0o777).toBe(0o600)
    for (const word of theirs.words) expect(text).toContain(word)
    for (const word of ['lea@leaver.example', 'https://id.example lea-of-theirs']) expect(text).toContain(word)
    for (const other of [
      ...ours.words,
      own.apiKey,
      secret,
      cookie,
      'key_hash',
      'credentials',
      'path_hashes',
      'token_hash',
    ])
      expect(text).not.toContain(other)
    const tables = new Set(lines.map(({ table }) => table))
    for (const table of [...OF_BOOKINGS, 'organizations', 'api_keys', 'console_users', 'console_sessions'])
      expect(tables).toContain(table)
    await expect(run('export', { id, to })).rejects.toThrow(/already exists/)

    expect(await run('erase', { id })).toMatchObject([
      { erased: false, bookings: 2, withPeople: 2, toCome: 1, keys: 1 },
    ])
    await expect(run('erase', { id, confirm: 'org_other' })).rejects.toThrow(/nothing was erased/)
    await expect(run('erase', { id, confirm: id })).rejects.toThrow(/^1 bookings are not over/)
    expect((await client.get(`/hotels/book/${failed}/details`)).body.data.holder.email).toBe(theirs.email)
    const journey = httpJourney(own)
    await journey.cancel(toCome, (await journey.quote(toCome)).quote_id, randomUUID())
    await until('the cancellation', async () => (await journey.booking(toCome)).status === 'CANCELLED')

    expect(await run('erase', { id, confirm: id })).toMatchObject([{ erased: true, forgotten: 2 }])
    expect(await findWords(core, [...theirs.words, receiver.url.slice(7)])).toEqual([])
    await until('the key to be refused', async () => (await client.get('/hotels/filters')).status === 401)
    const left = await database.query('SELECT id, terms, status FROM bookings WHERE organization_id = $1', [id])
    expect(left.map((row): string => row.id).sort()).toEqual([failed, toCome].sort())
    for (const { terms } of left) expect(JSON.stringify(terms.price)).toMatch(/\d+/)
    expect(await database.query('SELECT * FROM organization_suppliers WHERE organization_id = $1', [id])).toEqual([])
    expect((await http.get('/hotels/filters')).status).toBe(200)
    const audit = await database.query("SELECT actor FROM audit_log WHERE action = 'organization.erase'")
    expect(audit).toEqual([{ actor: 'operator:ada' }, { actor: 'operator:ada' }])
    await receiver.close()
  })
})

describe('the contracts of an organization that is erased', () => {
  function connect(organization: string, connection: string): Promise<readonly Json[]> {
    return runNamed('supplier connect', {
      organization,
      connection,
      supplier: 'expedia_rapid',
      settings: JSON.stringify({ currency: 'USD' }),
      credentials: JSON.stringify(SANDBOX_CREDENTIALS.expedia_rapid),
      unchecked: true,
    })
  }
  /** An organization with a contract that nobody else has. */
  async function owner(id: string): Promise<StartedGateway> {
    await runNamed('organization create', { id, name: id })
    const [key] = await runNamed('key create', { organization: id })
    await connect(id, `conn_${id}`)
    return { ...gateway, apiKey: key.apiKey }
  }
  function contracts(id: string): Promise<Json[]> {
    return database.query(`SELECT id FROM supplier_connections WHERE id LIKE $1`, [`conn_${id}%`])
  }
  function erase(id: string, more: object = {}): Promise<readonly Json[]> {
    return run('erase', { id, confirm: id, ...more })
  }

  it('stay as long as a booking is to come, and go when it is erased again', async () => {
    const own = await owner('org_dora')
    const bookingId = await book(own, newTraveller(), 'cancel-free')
    await until('it to be confirmed', async () => (await httpJourney(own).booking(bookingId)).status === 'CONFIRMED')
    expect(await erase('org_dora', { force: true })).toMatchObject([{ erased: true, contracts: 0, contractsKept: 1 }])
    expect(await contracts('org_dora')).toHaveLength(1)
    await database.query(`UPDATE bookings SET check_out_date = '2020-01-02' WHERE id = $1`, [bookingId])
    expect(await erase('org_dora')).toMatchObject([{ erased: true, contracts: 1, contractsKept: 0 }])
    expect(await contracts('org_dora')).toEqual([])
  })

  it('go with those whose place they have taken', async () => {
    await owner('org_emma')
    expect(await connect('org_emma', 'conn_org_emma_new')).toMatchObject([{ inPlaceOf: 'conn_org_emma' }])
    expect(await erase('org_emma')).toMatchObject([{ contracts: 2 }])
    expect(await contracts('org_emma')).toEqual([])
  })

  it('are not booked over once they are gone, by a process that has not heard of it yet', async () => {
    const own = await owner('org_fay')
    const { offer } = await prebookRoom(httpJourney(own), await scenarioHotel(own, 'cancel-free'))
    await erase('org_fay')
    const asked = newTraveller().fill(bookingInput(offer, 'INSTANT'))
    const refused = await httpClient(own).post('/hotels/book', asked, { 'idempotency-key': randomUUID() })
    expect([refused.status, refused.body.code]).toEqual([401, 'UNAUTHENTICATED'])
    expect(await database.query(`SELECT id FROM bookings WHERE organization_id = 'org_fay'`)).toEqual([])
  })
})
