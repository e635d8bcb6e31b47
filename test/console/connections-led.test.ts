import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/suppliers/credentials.ts'
import { startAlteringRelay } from '../support/altering-relay.ts'
import { type ConsoleClient, clientOf, signIn } from '../support/console-client.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway, TEST_MASTER_KEY } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

/** Whoever leads a connection elsewhere, or says when its bookings are given up, settles bookings alone: no screen does. */

let database: TestDatabase
let gateway: StartedGateway
let operator: ConsoleClient

const CONNECT = `mutation ($organization: String!, $supplier: String!, $connection: String!, $credentials: String!, $settings: String,
  $baseUrl: String, $unchecked: Boolean, $further: Boolean) { connectSupplier(organization: $organization, supplier: $supplier,
  connection: $connection, credentials: $credentials, settings: $settings, baseUrl: $baseUrl, unchecked: $unchecked,
  further: $further, replace: true, reason: "the contract of the spring") { rows } }`

type Code = keyof typeof SANDBOX_CREDENTIALS

function over(supplier: Code, more: Json = {}): Json {
  const credentials = JSON.stringify(SANDBOX_CREDENTIALS[supplier])
  return { organization: 'org_sandbox', supplier, connection: `conn_sandbox_${supplier}`, credentials, ...more }
}

async function settingsOf(connection: string): Promise<Json> {
  const [row] = await database.query('SELECT settings FROM supplier_connections WHERE id = $1', [connection])
  return row?.settings
}

async function booked() {
  const made = await bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')
  const id: string = made['booking_id']
  const row = "SELECT supplier_code AS code, connection_id FROM bookings WHERE id = $1 AND status = 'CONFIRMED'"
  const own = await until('it is confirmed', async () => (await database.query(row, [id]))[0])
  return { id, own, settings: JSON.stringify(await settingsOf(own.connection_id)) }
}

describe('[22] a connection that exists', () => {
  useGateway(async (started) => {
    ;({ database, gateway } = started)
    operator = await signIn({ url: gateway.url, database })
  })

  it.each<[Code, Json]>([
    ['liteapi', { bookingBaseUrl: 'http://127.0.0.1:9/mine' }],
    ['liteapi', { proxyUrl: 'http://127.0.0.1:9' }],
    ['liteapi', { margin: 100 }],
    ['ratehawk', { corporateEmail: 'bookings@sandbox.example', bookingCutOffSeconds: 10 }],
    ['ratehawk', {}],
  ])(
    '%s keeps by which host, and when, its bookings are settled: %j is not of a screen',
    async (supplier, settings) => {
      const id = `conn_sandbox_${supplier}`
      const before = await settingsOf(id)
      const refused = await operator.refusal(CONNECT, over(supplier, { settings: JSON.stringify(settings) }))
      expect([refused, await settingsOf(id)]).toEqual(['FORBIDDEN', before])
    },
  )

  it('gets other credentials and markets from a screen, whatever else it has', async () => {
    const before = await settingsOf('conn_sandbox_ratehawk')
    await operator.ask(CONNECT, over('ratehawk'))
    const settings = { ...before, markets: ['GB', 'FR'] }
    await operator.ask(CONNECT, over('ratehawk', { settings: JSON.stringify(settings) }))
    expect(await settingsOf('conn_sandbox_ratehawk')).toEqual(settings)
  })

  it('takes no credentials of another account: it does not know what waits for an answer', {
    timeout: 180_000,
  }, async () => {
    const { id, own, settings } = await booked()
    expect(await operator.refusal(CONNECT, over(own.code, { settings }))).toBeNull()
    // As another account of the supplier has it.
    await database.query("UPDATE bookings SET supplier_booking_id = '1234567890123' WHERE id = $1", [id])
    const { errors } = await operator.answer(CONNECT, over(own.code, { settings }))
    expect(errors?.[0]?.message).toContain(`account: does not show ${id}`)
  })

  it('takes no credentials while its supplier does not say whether it knows what was booked', {
    timeout: 60_000,
  }, async () => {
    const { own, settings } = await booked()
    const [{ sandboxes }] = await database.query(
      "SELECT body AS sandboxes FROM sandbox_records WHERE key = 'sandbox-suppliers'",
    )
    // As somebody has it who asks another account of theirs so often that it refuses.
    const relay = await startAlteringRelay(sandboxes[own.code], (path) =>
      /\/(bookings|itineraries)\//.test(path) ? { status: 429, body: {} } : null,
    )
    try {
      await database.query('UPDATE supplier_connections SET base_url = $2 WHERE id = $1', [
        own.connection_id,
        relay.baseUrl,
      ])
      const { errors } = await operator.answer(CONNECT, over(own.code, { settings }))
      expect(errors?.[0]?.message).toContain('account: the supplier does not say whether it knows ')
    } finally {
      await database.query('UPDATE supplier_connections SET base_url = NULL WHERE id = $1', [own.connection_id])
      await relay.close()
    }
  })

  it('takes no credentials from a screen while an order waits and nothing confirmed shows whose they are', {
    timeout: 60_000,
  }, async () => {
    const { own, settings } = await booked()
    await database.query(
      `UPDATE bookings SET status = 'PROCESSING', pending_operation = 'CREATE', pending_since = now(), look_at = NULL
       WHERE connection_id = $1 AND status = 'CONFIRMED'`,
      [own.connection_id],
    )
    const { errors } = await operator.answer(CONNECT, over(own.code, { settings }))
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('nothing confirmed shows'),
      extensions: { code: 'FORBIDDEN' },
    })
  })

  it('is not put out of its place by one person while its supplier owes answers', async () => {
    await database.query(
      `INSERT INTO bookings (id, organization_id, environment, version, sequence, status, mode, accepted_offer_id, hotel_id,
         supplier_code, connection_id, supplier_reference, hotel_confirmation, check_in_date, check_out_date, terms, created_at, updated_at)
       VALUES ('ubk_owed', 'org_sandbox', 'sandbox', 1, 1, 'CANCELLATION_PENDING', 'INSTANT', 'off_none', 1, 'hotelbeds',
         'conn_sandbox_hotelbeds', 'OWED', '{}', '2027-01-01', '2027-01-02', '{}', now(), now())`,
    )
    const mine = over('hotelbeds', { connection: 'conn_mine', unchecked: true })
    expect(await operator.refusal(CONNECT, mine)).toBe('FORBIDDEN')
    const links =
      "SELECT connection_id FROM organization_suppliers WHERE organization_id = 'org_sandbox' AND supplier_code = 'hotelbeds'"
    expect(await database.query(links)).toEqual([{ connection_id: 'conn_sandbox_hotelbeds' }])
    await database.query("DELETE FROM bookings WHERE id = 'ubk_owed'")
    expect(await operator.refusal(CONNECT, mine)).toBeNull()
    expect(await database.query(links)).toEqual([{ connection_id: 'conn_mine' }])
  })
})

describe('[22] in production a new connection', () => {
  useGateway(
    async (started) => {
      ;({ database } = started)
      const token = randomBytes(32).toString('base64url')
      await database.query("INSERT INTO organizations (id, name) VALUES ('org_acme', 'Acme')")
      await database.query(
        `INSERT INTO console_users (id, name, roles, created_at) VALUES ('usr_one', 'one', '{operations}', now())`,
      )
      await database.query(
        `INSERT INTO console_sessions (id, token_hash, user_id, signed_in_by, created_at, seen_at, expires_at, authenticated_at)
         VALUES ('ses_one', sha256($1::bytea), 'usr_one', 'oidc', now(), now(), now() + interval '1 hour', now())`,
        [Buffer.from(token)],
      )
      const url = started.gateway.operatorUrl ?? ''
      operator = clientOf({ url, base: '/console', cookie: `hdg_console=${token}` })
    },
    {
      env: {
        ENVIRONMENT: 'production',
        MASTER_KEY: TEST_MASTER_KEY,
        SANDBOX_API_KEY: '',
        OPERATOR_PORT: '0',
        // Where a provider leads people back to: nobody goes to one here.
        CONSOLE_URL: 'https://ops.example.com/console',
        OIDC_ISSUER: 'https://id.example.com',
        OIDC_CLIENT_ID: 'console',
        OIDC_CLIENT_SECRET: 'not-asked-for-in-this-test',
      },
    },
  )

  it.each([
    ['a host of somebody’s own', { baseUrl: 'https://mine.example/v3.0' }],
    ['a host for bookings', { settings: '{"bookingBaseUrl":"https://mine.example"}' }],
    ['a proxy', { settings: '{"proxyUrl":"http://mine.example"}' }],
  ])('leads to %s by the command line alone', async (_what, more) => {
    const asked = { organization: 'org_acme', supplier: 'liteapi', connection: 'conn_acme', unchecked: true, ...more }
    expect(await operator.refusal(CONNECT, { ...asked, credentials: '{"apiKey":"prod_key-of-nobody"}' })).toBe(
      'FORBIDDEN',
    )
    expect(await database.query("SELECT 1 FROM supplier_connections WHERE id = 'conn_acme'")).toEqual([])
  })

  it.each([
    ['liteapi', 'margin', '{"margin":100}'],
    ['hotelbeds', 'tolerancePercent', '{"tolerancePercent":100}'],
    ['hotelbeds', 'pricingModel', '{"pricingModel":"COMMISSIONABLE"}'],
    ['ratehawk', 'bookingCutOffSeconds', '{"corporateEmail":"desk@acme.example","bookingCutOffSeconds":10}'],
    ['expedia_rapid', 'holdWindowMs', '{"holdWindowMs":1}'],
  ])('over %s gets its %s by the command line, as a change of it does', async (supplier, setting, settings) => {
    const asked = { organization: 'org_acme', supplier, connection: 'conn_priced', unchecked: true, settings }
    const { errors } = await operator.answer(CONNECT, { ...asked, credentials: '{"apiKey":"prod_x","secret":"s"}' })
    expect(errors?.[0]).toMatchObject({
      message: `In production these settings are set by the command line: ${setting}.`,
      extensions: { code: 'FORBIDDEN' },
    })
  })

  it('is told of a setting that is none, and not to use the command line', async () => {
    const asked = { organization: 'org_acme', supplier: 'liteapi', connection: 'conn_slip', unchecked: true }
    const slip = { ...asked, settings: '{"curency":"EUR"}', credentials: '{"apiKey":"prod_x"}' }
    expect((await operator.answer(CONNECT, slip)).errors?.[0].message).toBe('curency: is not known')
  })

  it('has what its contract says of it from a screen', async () => {
    const asked = { organization: 'org_acme', supplier: 'ratehawk', connection: 'conn_hawk', unchecked: true }
    const settings =
      '{"currency":"EUR","markets":["GB"],"corporateEmail":"desk@acme.example","supplierData":{"kind":"HOLDER"}}'
    const credentials = '{"keyId":"1","apiKey":"key-of-nobody"}'
    expect((await operator.answer(CONNECT, { ...asked, settings, credentials })).errors).toBeUndefined()
  })

  it('leads to its supplier from a screen', async () => {
    const asked = { organization: 'org_acme', supplier: 'liteapi', connection: 'conn_acme', unchecked: true }
    const baseUrl = 'https://api.liteapi.travel/v3.0'
    const credentials = '{"apiKey":"prod_key-of-nobody"}'
    expect(await operator.refusal(CONNECT, { ...asked, baseUrl, credentials })).toBeNull()
  })
})
