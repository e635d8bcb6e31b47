import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Rows, Values } from '../../src/admin/command.ts'
import { allCommands } from '../../src/admin/commands.ts'
import { runCommand } from '../../src/admin/run-command.ts'
import type { Core } from '../../src/core.ts'
import { announcedSandboxUrl } from '../../src/sandbox/announced.ts'
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/suppliers/credentials.ts'
import { PRODUCTION_KEY } from '../../src/sandbox/suppliers/liteapi/accounts.ts'
import type { TestDatabase } from '../support/database.ts'
import { openCore } from '../support/open-core.ts'
import { useGateway } from '../support/use-gateway.ts'

const COMMANDS = await allCommands()

let database: TestDatabase
let core: Core
let production: Core

useGateway((started) => {
  ;({ database } = started)
})

beforeAll(async () => {
  core = await openCore(database)
  production = await openCore(database, { ENVIRONMENT: 'production' })
})

afterAll(async () => {
  await core?.close()
  await production?.close()
})

function run(name: string, values: Values, at: Core = core): Promise<Rows> {
  const command = COMMANDS.find(({ noun, verb }) => `${noun} ${verb}` === name)
  if (!command) throw new Error(`there is no command ${name}`)
  return runCommand(at, command, { values, actor: 'operator:ada' })
}

const HOTELBEDS = { supplier: 'hotelbeds', credentials: JSON.stringify(SANDBOX_CREDENTIALS.hotelbeds) }

function connect(changes: Values, at?: Core): Promise<Rows> {
  const values = {
    organization: 'org_sandbox_default',
    connection: 'conn_new',
    settings: '{}',
    ...HOTELBEDS,
    ...changes,
  }
  return run('supplier connect', values, at)
}

async function stored(): Promise<unknown[]> {
  return database.query(`SELECT id FROM supplier_connections WHERE id NOT LIKE 'conn_sandbox_%'`)
}

describe('a contract that is connected', () => {
  it('is stored only when its supplier answers to it', async () => {
    expect(await connect({})).toMatchObject([{ connectionId: 'conn_new', enabled: true }])
    expect(await run('supplier test', { connection: 'conn_new' })).toContainEqual(
      expect.objectContaining({ check: 'credentials', result: 'OK' }),
    )
    await database.query(`DELETE FROM organization_suppliers WHERE connection_id = 'conn_new'`)
    await database.query(`DELETE FROM supplier_connections WHERE id = 'conn_new'`)
  })

  async function startStranger(status = 200, body = '<html>Welcome</html>'): Promise<string> {
    const server = createServer((_request, response) => response.writeHead(status).end(body))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it.each<[string, Values, RegExp]>([
    [
      'wrong credentials',
      { credentials: JSON.stringify({ apiKey: 'old', secret: 'expired' }) },
      /conn_new is not stored\. credentials: refused: .*not sent|conn_new is not stored\. credentials: refused: /,
    ],
    [
      'settings of two other suppliers and a misspelt one',
      { settings: '{"partnerPointOfSale":"B2B","corporateEmail":"a@b.example","curency":"EUR","markets":["Britain"]}' },
      /partnerPointOfSale: is a setting of expedia_rapid; corporateEmail: is a setting of ratehawk; curency: is not known/,
    ],
    [
      'credentials of another supplier',
      { credentials: JSON.stringify(SANDBOX_CREDENTIALS.expedia_rapid) },
      /secret: .*sharedSecret: is a credential of expedia_rapid/,
    ],
    ['a URL where nobody is', { 'base-url': 'http://127.0.0.1:9' }, /conn_new is not stored\. reachability: /],
    [
      'a URL with a password in it',
      { 'base-url': 'https://ada:hunter2@hotels.example/api', unchecked: true },
      /--base-url must not hold a name or password/,
    ],
    [
      'the supplier’s production host with a dot at its end, in a sandbox',
      { 'base-url': 'https://api.hotelbeds.com./hotel-api/1.0', unchecked: true },
      /base URL: api\.hotelbeds\.com is the production host of Hotelbeds/,
    ],
    [
      'the supplier’s production host, in a sandbox',
      { 'base-url': 'https://api.hotelbeds.com/hotel-api/1.0' },
      /base URL: api\.hotelbeds\.com is the production host of Hotelbeds, and this gateway is sandbox/,
    ],
    [
      'a production key in a sandbox',
      { supplier: 'liteapi', credentials: JSON.stringify({ apiKey: PRODUCTION_KEY }) },
      /apiKey: is no key of LiteAPI’s sandbox/,
    ],
  ])('is refused for %s, by name, and nothing of it is stored', async (_what, changes, reason) => {
    await expect(connect(changes)).rejects.toThrow(reason)
    expect(await stored()).toEqual([])
  })

  it('is refused for a URL of somebody else, with the likely reason', async () => {
    await expect(connect({ 'base-url': await startStranger() })).rejects.toThrow(
      /MALFORMED: .*is the base URL the supplier’s\?/,
    )
    expect(await stored()).toEqual([])
  })

  it.each([
    [501, /search: SERVER_ERROR: HTTP 501 without a reason \(is the base URL the supplier’s\? /],
    [401, /credentials: refused: HTTP 401 without a reason \(is the base URL the supplier’s\? /],
    [404, /search: REJECTED: HTTP 404 without a reason \(is the base URL the supplier’s\? /],
  ])('is refused for a URL of somebody else who answers %s, and the URL is named', async (status, reason) => {
    const url = await startStranger(status)
    const refused = await connect({ 'base-url': url }).catch(String)
    expect(refused).toMatch(reason)
    expect(refused).toContain(`asked: ${url})`)
    expect(refused).not.toMatch(/\.\.|: ;|: \.|UNAUTHORIZED/)
    expect(await stored()).toEqual([])
  })

  it('is refused for https:// where plain http is spoken, in one line that says so', async () => {
    const url = (await startStranger()).replace('http:', 'https:')
    const refused = await connect({ 'base-url': url }).catch((error: unknown) => (error as Error).message)
    expect(refused).toMatch(/reachability: no TLS is spoken there: is the base URL http:\/\/\?/)
    expect(refused).not.toMatch(/\n|search:/)
  })

  it('is refused with every fault of what was typed, in words', async () => {
    const credentials = JSON.stringify({ apiKey: ' pasted ', secret: '"quoted"', extra: 1 })
    const settings = JSON.stringify({ markets: 'DE', maxConcurrent: '5', maxRequestsPerSecond: 0 })
    await expect(connect({ credentials, settings, connection: 'conn new' })).rejects.toThrow(
      [
        '--connection is 1 to 64 of letters, digits, _, . and -',
        'apiKey: begins or ends with a blank or a quotation mark, as pasted text does',
        'secret: begins or ends with a blank or a quotation mark, as pasted text does',
        'extra: must be a text in double quotes',
        'extra: is not known',
        'markets: must be a list',
        'maxRequestsPerSecond: must be at least 1',
        'maxConcurrent: must be a number',
      ].join('; '),
    )
    await expect(connect({ credentials: '{"apiKey":"key"}' })).rejects.toThrow(/^secret: is missing$/)
    for (const given of ['hotelbeds.json', "{'apiKey':'key'}", '“{}”'])
      await expect(connect({ credentials: given })).rejects.toThrow(
        /^--credentials must be a JSON object, with names and texts in double quotes; @FILE reads it from a file$/,
      )
    await expect(connect({ settings: '{currency:EUR}' })).rejects.toThrow(
      '--settings must be a JSON object, with names and texts in double quotes: \'{"currency":"EUR"}\'',
    )
  })

  it('keeps its settings and its base URL when it is connected again for new credentials, until they are given', async () => {
    const own = { connection: 'conn_kept' }
    const renewed = { ...HOTELBEDS, ...own, organization: 'org_sandbox_default' }
    const baseUrl = (await announcedSandboxUrl(core.database, 'hotelbeds')) ?? ''
    await connect({ ...own, settings: '{"currency":"EUR","markets":["DE"]}', 'base-url': baseUrl })
    const kept = { settings: { currency: 'EUR', markets: ['DE'] }, baseUrl }
    expect(await run('supplier connect', renewed)).toMatchObject([kept])
    expect(await run('supplier show', own)).toMatchObject([kept])
    expect(await connect({ ...own, settings: '{}', 'base-url': 'none' })).toMatchObject([
      { settings: {}, baseUrl: null },
    ])
    expect(await run('supplier show', own)).toMatchObject([{ settings: {}, baseUrl: null }])
  })

  it('says whose place it takes', async () => {
    expect(await connect({ connection: 'conn_first' })).toMatchObject([{ inPlaceOf: 'conn_kept' }])
    expect(await connect({ connection: 'conn_first' })).toMatchObject([{ inPlaceOf: null }])
    await database.query(`DELETE FROM organization_suppliers WHERE connection_id IN ('conn_kept', 'conn_first')`)
    await database.query(`DELETE FROM supplier_connections WHERE id IN ('conn_kept', 'conn_first')`)
  })

  it('is stored without a question where its supplier cannot be reached from here', async () => {
    expect(await connect({ 'base-url': 'http://127.0.0.1:9', unchecked: true })).toHaveLength(1)
    expect(await stored()).toEqual([{ id: 'conn_new' }])
    await database.query(`DELETE FROM organization_suppliers WHERE connection_id = 'conn_new'`)
    await database.query(`DELETE FROM supplier_connections WHERE id = 'conn_new'`)
  })
})

describe('a contract of production', () => {
  async function liteapi(apiKey: string, changes: Values = {}): Promise<Rows> {
    const baseUrl = (await announcedSandboxUrl(core.database, 'liteapi')) ?? ''
    const facts = { supplier: 'liteapi', connection: 'conn_live', credentials: JSON.stringify({ apiKey }) }
    return connect({ ...facts, 'base-url': baseUrl, ...changes }, production)
  }
  function openCases(): Promise<unknown[]> {
    return database.query(`SELECT subject, detail FROM cases WHERE kind = 'WRONG_ENVIRONMENT' AND closed_at IS NULL`)
  }

  it('[X-09] [L-17] is not stored with a key of the sandbox, nor when the supplier’s sandbox answers to it', async () => {
    await expect(liteapi(SANDBOX_CREDENTIALS.liteapi.apiKey)).rejects.toThrow(
      /apiKey: is a key of LiteAPI’s sandbox \(sand_…\), and this gateway is production/,
    )
    await expect(liteapi(`${PRODUCTION_KEY}-pretends-sandbox`)).rejects.toThrow(
      /environment: the supplier’s sandbox has answered a production connection/,
    )
    expect(await stored()).toEqual([])
    expect(await liteapi(PRODUCTION_KEY)).toHaveLength(1)
  })

  it('[X-09] [E-24] is not stored with a supplier’s test host, nor without what its supplier demands of production', async () => {
    const rapid = { supplier: 'expedia_rapid', credentials: JSON.stringify(SANDBOX_CREDENTIALS.expedia_rapid) }
    await expect(connect({ ...rapid, 'base-url': 'https://test.ean.com' }, production)).rejects.toThrow(
      /billingContact: is required for production; base URL: test\.ean\.com is the test host of Expedia Rapid/,
    )
    const ratehawk = { supplier: 'ratehawk', credentials: JSON.stringify(SANDBOX_CREDENTIALS.ratehawk) }
    await expect(
      connect({ ...ratehawk, 'base-url': 'https://api-sandbox.worldota.net/api/b2b/v3' }, production),
    ).rejects.toThrow(
      /corporateEmail: is required for production; base URL: api-sandbox\.worldota\.net is the test host of RateHawk/,
    )
  })

  it('sends its credentials over no wire that others can read', async () => {
    const open = { 'base-url': 'http://api.hotelbeds.com/hotel-api/1.0', unchecked: true }
    await expect(connect(open, production)).rejects.toThrow(/base URL: must be https:\/\/ in production/)
  })

  it('[X-09] [L-17] that a sandbox begins to answer sells nothing, is an alarm, and ends with a contract of production', async () => {
    await liteapi(`${PRODUCTION_KEY}-pretends-sandbox`, { unchecked: true })
    const rows = await run('supplier test', { connection: 'conn_live' }, production)
    expect(rows).toContainEqual(
      expect.objectContaining({
        check: 'environment',
        result: 'FAULT',
        detail: expect.stringMatching(/sandbox has answered/),
      }),
    )
    await expect
      .poll(openCases)
      .toMatchObject([{ subject: 'conn_live', detail: { supplierCode: 'liteapi', operation: 'search' } }])
    expect(production.environments.wrong()).toEqual([{ supplierCode: 'liteapi', connectionId: 'conn_live' }])
    expect(await production.metrics.text()).toContain(
      'gateway_supplier_wrong_environment{supplier="liteapi",connection="conn_live"} 1',
    )
    await liteapi(PRODUCTION_KEY)
    expect(await openCases()).toEqual([])
  })
})
