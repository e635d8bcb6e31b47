import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_BROWSER, openBrowser } from '../support/browser.ts'
import { findLeaks } from '../support/canaries.ts'
import { type ConsoleClient, makePerson, signIn } from '../support/console-client.ts'
import { openConsole } from '../support/console-page.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { scenarioHotel } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let operator: ConsoleClient
let browser: Browser | null = null

useGateway(async (started) => {
  ;({ database, gateway, http } = started)
  operator = await signIn({ url: gateway.url, database })
})

beforeAll(async () => {
  browser = NO_BROWSER ? null : await openBrowser()
})

afterAll(() => browser?.close())

const CONNECTION = `query ($id: ID!) { supplierConnection(id: $id) {
  id state why since breaker organizations { id enabled } cases { kind } credentialNames credentialsSet { by reason }
  tested { by } testFound { check result } lastCalls { operation lastAt lastGoodAt } settings baseUrl
  operations(hours: 24) { operation sent ok refused failed credentials limited notSent averageMs p50Ms p99Ms }
  callHours(hours: 24) { hour operation outcome kind calls } callsOfDays(days: 30) { name count }
  sold(days: 7) { bookings { name count } orders { operation outcome code count } isMore }
  mapping { countedAt states { name count } } comparison { dueAt } } }`

const RAPID = 'conn_sandbox_expedia_rapid'

async function connection(id: string): Promise<Json> {
  return (await operator.ask(CONNECTION, { id })).supplierConnection
}

async function askRooms(): Promise<void> {
  const hotelId = await scenarioHotel(gateway, 'cancel-free')
  const stay = { check_in: '2027-03-01', check_out: '2027-03-03' }
  const party = { nationality: 'GB', rooms: [{ adults: 2 }] }
  const stream = await http.post(`/hotels/${hotelId}/rooms`, { ...stay, ...party })
  await http.get(stream.body.data.sse_stream_url)
}

describe('[22] a connection in the console', () => {
  it('tells the calls that the rows have, by hour, kind and operation', async () => {
    await askRooms()
    // Each process stores the two counts apart.
    const shown = await until('counts to be stored', async () => {
      const found = await connection(RAPID)
      return found.callHours.length > 0 && found.callsOfDays.length > 0 && found
    })
    const rows = await database.query(
      `SELECT hour, operation, outcome, calls::int, total_ms, within FROM supplier_call_hours WHERE connection_id = $1
       ORDER BY hour DESC, operation, outcome`,
      [RAPID],
    )
    expect(shown.callHours.map(({ kind: _, ...row }: Json) => row)).toEqual(
      rows.map(({ hour, operation, outcome, calls }) => ({ hour: hour.toISOString(), operation, outcome, calls })),
    )
    const [rooms] = shown.operations
    expect(rooms).toMatchObject({ operation: rows[0]?.operation, sent: rows[0]?.calls, ok: rows[0]?.calls, failed: 0 })
    expect(rooms.averageMs).toBeCloseTo(rows[0]?.total_ms / rows[0]?.calls)
    expect(rows[0]?.within.map(Number).reduce((sum: number, one: number) => sum + one, 0)).toBe(rows[0]?.calls)
    const days = await database.query(
      'SELECT operation AS name, sum(calls)::int AS count FROM supplier_call_counts WHERE connection_id = $1 GROUP BY 1 ORDER BY 1',
      [RAPID],
    )
    expect(shown.callsOfDays).toEqual(days)
    expect(shown).toMatchObject({ state: 'WORKING', breaker: 'CLOSED', credentialsSet: null, tested: null })
    const { supplierConnections } = await operator.ask('{ supplierConnections { items { id state } next } }')
    expect(supplierConnections.items.map(({ id }: Json) => id)).toEqual(
      (await database.query('SELECT id FROM supplier_connections ORDER BY id')).map(({ id }) => id),
    )
  })

  it('shows the steps of a test, and remembers what each found and who asked', async () => {
    const { testSupplier } = await operator.ask(
      'mutation { testSupplier(connection: "conn_sandbox_liteapi", reason: "after their maintenance") { rows } }',
    )
    expect(testSupplier.rows.map(({ check, result }: Json) => [check, result])).toContainEqual(['credentials', 'OK'])
    const shown = await connection('conn_sandbox_liteapi')
    expect(shown.tested).toEqual({ by: 'operator:sandbox-operator' })
    expect(shown.testFound).toContainEqual({ check: 'credentials', result: 'OK' })
    expect(shown.state).not.toBe('NEVER_TESTED')
  })

  it('is paused for one organization; while its supplier owes an answer, two people have to agree', async () => {
    const PAUSE = `mutation ($organization: String!) { disableSupplier(organization: $organization, supplier: "hotelbeds",
      reason: "they change their contract") { rows proposal { id } } }`
    const alone = (await operator.ask(PAUSE, { organization: 'org_sandbox_default' })).disableSupplier
    expect(alone).toMatchObject({ proposal: null, rows: [{ enabled: false }] })
    await database.query(
      `INSERT INTO bookings (id, organization_id, environment, version, sequence, status, mode, accepted_offer_id, hotel_id,
         supplier_code, connection_id, supplier_reference, hotel_confirmation, check_in_date, check_out_date, terms, created_at, updated_at)
       VALUES ('ubk_owed', 'org_sandbox', 'sandbox', 1, 1, 'CANCELLATION_PENDING', 'INSTANT', 'off_none', 1, 'hotelbeds',
         'conn_sandbox_hotelbeds', 'OWED', '{}', '2027-01-01', '2027-01-02', '{}', now(), now())`,
    )
    const asked = (await operator.ask(PAUSE, { organization: 'org_sandbox' })).disableSupplier
    expect(asked).toMatchObject({ rows: [], proposal: { id: expect.any(String) } })
    const shown = await connection('conn_sandbox_hotelbeds')
    expect(shown.organizations).toEqual([
      { id: 'org_sandbox', enabled: true },
      { id: 'org_sandbox_default', enabled: false },
    ])
    expect(shown.sold).toMatchObject({ bookings: [{ name: 'CANCELLATION_PENDING', count: 1 }], isMore: false })
    await database.query("DELETE FROM bookings WHERE id = 'ubk_owed'")
    await database.query("UPDATE organization_suppliers SET enabled = false WHERE supplier_code = 'hotelbeds'")
    expect((await connection('conn_sandbox_hotelbeds')).state).toBe('PAUSED')
  })

  it('is changed by nobody who only views, and partners do not see it', async () => {
    await makePerson(database, { name: 'viewer-s', roles: ['viewer'] })
    const viewer = await signIn({ url: gateway.url, database, name: 'viewer-s' })
    expect((await viewer.ask(CONNECTION, { id: RAPID })).supplierConnection.id).toBe(RAPID)
    const refused = [
      'mutation { testSupplier(connection: "conn_x", reason: "out of interest") { rows } }',
      'mutation { checkSupplierConnection(supplier: "liteapi", connection: "conn_x", credentials: "{}") { fault } }',
    ]
    for (const document of refused) expect(await viewer.refusal(document)).toBe('FORBIDDEN')
    const partner = await signIn({ url: gateway.url, database, name: 'sandbox-partner' })
    expect(await partner.refusal(CONNECTION, { id: RAPID })).toBe('FORBIDDEN')
    expect(await operator.refusal(CONNECTION, { id: 'conn_none' })).toBe('NOT_FOUND')
  })
})

describe('[22] connecting a supplier', () => {
  const CHECK = `mutation ($credentials: String!, $settings: String) { checkSupplierConnection(supplier: "liteapi", connection: "conn_new",
    credentials: $credentials, settings: $settings) { field fault } }`
  const CONNECT = `mutation ($credentials: String!) { connectSupplier(organization: "org_sandbox", supplier: "liteapi",
    connection: "conn_new", credentials: $credentials, reason: "the new contract of March") { rows } }`

  it('tells each fault at its field', async () => {
    const { supplierKinds } = await operator.ask('{ supplierKinds { code credentials settings } }')
    const kind = supplierKinds.find(({ code }: Json) => code === 'liteapi')
    const { checkSupplierConnection: faults } = await operator.ask(CHECK, {
      credentials: '{}',
      settings: '{"currency":"EURO","nonsense":1}',
    })
    const fields = faults.map(({ field }: Json) => field)
    expect(fields).toEqual(expect.arrayContaining([kind.credentials[0], 'currency', 'nonsense']))
    expect(await operator.ask(CHECK, { credentials: 'canary-supplier-secret' })).toEqual({
      checkSupplierConnection: [{ field: null, fault: expect.stringMatching(/^--credentials must be a JSON object/) }],
    })
  })

  it('stores nothing that the supplier refuses, and no answer, log or audit entry has a credential', async () => {
    const secret = 'sand_canary-supplier-secret-0001'
    const { supplierKinds } = await operator.ask('{ supplierKinds { code credentials } }')
    const names = supplierKinds
      .find(({ code }: Json) => code === 'liteapi')
      .credentials.filter((name: string) => !name.startsWith('proxy'))
    const credentials = JSON.stringify(Object.fromEntries(names.map((name: string) => [name, secret])))
    const { errors } = await operator.answer(CONNECT, { credentials })
    expect(errors[0]).toMatchObject({
      extensions: { code: 'BAD_INPUT' },
      message: expect.stringMatching(/conn_new is not stored. credentials: refused/),
    })
    expect(await database.query("SELECT 1 FROM supplier_connections WHERE id = 'conn_new'")).toEqual([])
    const unchecked = CONNECT.replace('reason:', 'unchecked: true, reason:')
    await operator.ask(unchecked, { credentials })
    for (const led of [
      'unchecked: true',
      'baseUrl: "https://mine.example"',
      `settings: "{\\"proxyUrl\\":\\"http://mine.example\\"}"`,
    ]) {
      const elsewhere = CONNECT.replace('reason:', `${led}, reason:`)
      expect(await operator.refusal(elsewhere, { credentials }), `${led}: one that exists`).toBe('FORBIDDEN')
    }
    const shown = await connection('conn_new')
    expect(shown).toMatchObject({
      credentialNames: names,
      credentialsSet: { by: 'operator:sandbox-operator', reason: 'the new contract of March' },
      state: 'NEVER_TESTED',
    })
    const audit = await database.query('SELECT details::text FROM audit_log')
    expect(findLeaks(JSON.stringify([errors, shown, audit]))).toEqual([])
    expect(findLeaks(gateway.log.join('\n')).filter(({ what }) => what === 'a supplier’s credential')).toEqual([])
    const tokens = await database.query('SELECT notification_token AS token FROM supplier_connections')
    for (const { token } of tokens) expect(JSON.stringify(shown)).not.toContain(token)
  })
})

describe.skipIf(NO_BROWSER)('[22] a supplier that refuses our credentials', () => {
  it('shows so in the list and on its page, until it answers again', async () => {
    if (!browser) throw new Error('no browser')
    await http.post('/sandbox/faults', { supplier_code: 'expedia_rapid', operation: 'rooms', fault: '401', count: 1 })
    await askRooms()
    await until('the case', async () => (await connection(RAPID)).state === 'CREDENTIALS_REFUSED')
    expect(await connection(RAPID)).toMatchObject({
      cases: [{ kind: 'CREDENTIALS_REFUSED' }],
      since: expect.any(String),
    })
    const { page, complaints } = await openConsole(browser, {
      url: gateway.url,
      client: operator,
      path: '/console/suppliers',
    })
    const row = page.locator('[data-row]', { hasText: RAPID })
    await row.getByText('Credentials refused').waitFor()
    await row.click()
    await page.getByRole('alert').getByText('credentials refused').waitFor()
    await page.keyboard.press('t')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Why').fill('they say that it is mended')
    await dialog.getByRole('button', { name: 'Test' }).click()
    await dialog.getByText('reachability').waitFor()
    await dialog.getByText('accepted').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await askRooms()
    await until('its end', async () => (await connection(RAPID)).state === 'WORKING')
    await page.getByText('Working').first().waitFor()
    expect(complaints).toEqual([])
  })

  it('is connected by a form that tells faults at the field', async () => {
    if (!browser) throw new Error('no browser')
    const opened = { url: gateway.url, client: operator, path: '/console/suppliers/connect?supplier=liteapi' }
    const { page, complaints } = await openConsole(browser, opened)
    await page.getByRole('textbox', { name: 'Organization' }).fill('org_sandbox')
    await page.getByRole('textbox', { name: 'Connection' }).fill('conn_form')
    await page.getByRole('textbox', { name: 'Settings' }).fill('{"currency":"EURO"}')
    await page.getByRole('button', { name: 'Ask the supplier, then store' }).click()
    await page.getByText('Say why, in 10 characters at least.').waitFor()
    await page.getByRole('textbox', { name: 'Reason' }).fill('the contract of the spring')
    await page.getByRole('button', { name: 'Ask the supplier, then store' }).click()
    await page.getByText(/^currency: /).waitFor()
    await page.getByText('is missing').first().waitFor()
    expect(await database.query("SELECT 1 FROM supplier_connections WHERE id = 'conn_form'")).toEqual([])
    expect(complaints).toEqual([])
  })
})
