import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rows, Values } from '../../src/admin/command.ts'
import { allCommands } from '../../src/admin/commands.ts'
import { runCommand } from '../../src/admin/run-command.ts'
import type { Core } from '../../src/core.ts'
import { OTHER_MARKET_ACCOUNT } from '../../src/sandbox/suppliers/expedia-rapid/accounts.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, scenarioHotel, stay } from '../support/journey.ts'
import { openCore } from '../support/open-core.ts'
import { until } from '../support/until.ts'
import { strangerTo, useGateway } from '../support/use-gateway.ts'

const COMMANDS = await allCommands()

const FIRST = 'conn_sandbox_expedia_rapid'
const GERMAN = 'conn_rapid_de'
const SUPPLIER = 'expedia_rapid'
/** The country of the scenario hotels. */
let country: string

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let core: Core

useGateway((started) => {
  ;({ database, gateway, http } = started)
})

beforeAll(async () => {
  core = await openCore(database)
  const [row] = await database.query(
    'SELECT country_code FROM places p JOIN hotels h ON h.place_id = p.id WHERE h.id = $1',
    [Number(await scenarioHotel(gateway, 'cancel-free'))],
  )
  country = row.country_code
  const british = totalOf(await optionFor('GB'))
  await connect(GERMAN, { markets: ['DE'] })
  // A process that serves knows of it a moment later.
  await until('prices of its own', async () => totalOf(await optionFor('DE')) !== british)
})

afterAll(() => core?.close())

function run(name: string, values: Values): Promise<Rows> {
  const command = COMMANDS.find(({ noun, verb }) => `${noun} ${verb}` === name)
  if (!command) throw new Error(`there is no command ${name}`)
  return runCommand(core, command, { values, actor: 'operator:ada' })
}

/** Connects the sandbox's account with other prices, beside what the organization has. */
function connect(connection: string, settings: Json, changes: Values = {}): Promise<Rows> {
  return run('supplier connect', {
    organization: 'org_sandbox',
    supplier: SUPPLIER,
    connection,
    credentials: JSON.stringify(OTHER_MARKET_ACCOUNT.credentials),
    settings: JSON.stringify({ ...OTHER_MARKET_ACCOUNT.settings, ...settings }),
    further: true,
    ...changes,
  })
}

function switchLink(verb: 'enable' | 'disable', connection: string): Promise<Rows> {
  return run(`supplier ${verb}`, { organization: 'org_sandbox', supplier: SUPPLIER, connection })
}

/** The cheapest option of the scenario hotel, as guests of a nationality are offered it. */
async function optionFor(nationality: string, slug = 'cancel-free', by = http): Promise<Json> {
  const hotelId = await scenarioHotel(gateway, slug)
  const input = { ...stay(), rooms: [{ adults: 2, child_ages: [] }], nationality, max_wait_ms: 8_000 }
  const { body } = await by.post(`/hotels/${hotelId}/rooms`, input)
  const { options, providers } = body.data
  expect(providers.filter(({ supplier_code: code }: Json) => code === SUPPLIER)).toHaveLength(1)
  return options.toSorted((a: Json, b: Json) => totalOf(a) - totalOf(b))[0]
}

function totalOf({ price }: Json): number {
  return price.total.amount_minor
}

/** The price of the hotel in a list, as a search for guests of the nationality shows it. */
async function listed(nationality: string, mode: 'live' | 'instant'): Promise<Json> {
  const id = Number(await scenarioHotel(gateway, 'cancel-free'))
  const input = {
    destination: { type: 'hotel', id },
    ...stay(),
    rooms: [{ adults: 2, child_ages: [] }],
    nationality,
    pricing_mode: mode,
  }
  const { body } = await http.post('/hotels/search', input)
  return body.data.hotels.find(({ hotel_id: one }: Json) => Number(one) === id)
}

async function connectionOf(bookingId: string): Promise<string> {
  const [row] = await database.query('SELECT connection_id FROM bookings WHERE id = $1', [bookingId])
  return row.connection_id
}

async function book(nationality: string): Promise<string> {
  const journey = httpJourney(gateway)
  const { offer } = await journey.prebook((await optionFor(nationality)).booking_token)
  const { booking_id: id } = await journey.book(bookingInput(offer, 'INSTANT'), randomUUID())
  await expect.poll(async () => (await journey.booking(id)).status, { timeout: 60_000 }).toBe('CONFIRMED')
  return id
}

async function cancel(bookingId: string): Promise<void> {
  const journey = httpJourney(gateway)
  await journey.cancel(bookingId, (await journey.quote(bookingId)).quote_id, randomUUID())
  await expect.poll(async () => (await journey.booking(bookingId)).status, { timeout: 60_000 }).toBe('CANCELLED')
}

describe('an organization with a contract for each market', () => {
  it('[X-13] is offered each market’s own prices, and never those of the other', async () => {
    const [british, german] = [await optionFor('GB'), await optionFor('DE')]
    expect(totalOf(german) / totalOf(british)).toBeCloseTo(1.17, 2)
    const live = { GB: await listed('GB', 'live'), DE: await listed('DE', 'live') }
    expect(live.DE.price.amount / live.GB.price.amount).toBeCloseTo(1.17, 2)
    const kept = { GB: await listed('GB', 'instant'), DE: await listed('DE', 'instant') }
    expect(kept.GB.price).toMatchObject({ amount: live.GB.price.amount, rate_type: 'cached' })
    expect(kept.DE.price).toMatchObject({ amount: live.DE.price.amount, rate_type: 'cached' })
    expect(totalOf(await optionFor('GB'))).toBe(totalOf(british))
  })

  it('[X-13] has its bookings made, looked at and cancelled over the connection that offered them', {
    timeout: 180_000,
  }, async () => {
    const ids = { british: await book('GB'), german: await book('DE') }
    expect([await connectionOf(ids.british), await connectionOf(ids.german)]).toEqual([FIRST, GERMAN])
    const keys = await database.query(
      `SELECT body->>'apiKey' AS key FROM sandbox_records WHERE supplier_code = $1 AND kind = 'itinerary'`,
      [SUPPLIER],
    )
    expect(keys.map(({ key }: Json) => key)).toContain(OTHER_MARKET_ACCOUNT.credentials.apiKey)
    await cancel(ids.german)
    await cancel(ids.british)
    expect(await run('supplier show', { connection: GERMAN })).toMatchObject([
      { organizations: ['org_sandbox'], bookings: { CANCELLED: 1 } },
    ])
  })

  it('[X-13] names its supplier once to partners, and every contract to operators', async () => {
    const { suppliers } = (await http.get('/me')).body.data
    expect(suppliers.filter(({ supplier_code: code }: Json) => code === SUPPLIER)).toHaveLength(1)
    const links = await run('supplier list', { organization: 'org_sandbox' })
    expect(links.filter(({ supplierCode }) => supplierCode === SUPPLIER)).toMatchObject([
      { connectionId: FIRST, further: false, enabled: true },
      { connectionId: GERMAN, further: true, enabled: true },
    ])
  })

  it('[X-13] goes back to its first contract when the further one is disabled, and still cancels what was booked', {
    timeout: 180_000,
  }, async () => {
    const bookingId = await book('DE')
    await switchLink('disable', GERMAN)
    const british = totalOf(await optionFor('GB'))
    await expect.poll(async () => totalOf(await optionFor('DE')), { timeout: 60_000 }).toBe(british)
    await cancel(bookingId)
    expect(await connectionOf(bookingId)).toBe(GERMAN)
    await switchLink('enable', GERMAN)
    await expect.poll(async () => totalOf(await optionFor('DE')), { timeout: 60_000 }).not.toBe(british)
  })

  it('[X-13] may have one for a destination, which yields to one for the market', async () => {
    const british = totalOf(await optionFor('GB'))
    await connect('conn_rapid_country', { countries: [country] })
    await expect.poll(async () => totalOf(await optionFor('US')), { timeout: 60_000 }).not.toBe(british)
    const bookings = [await book('US'), await book('DE')]
    expect(await Promise.all(bookings.map(connectionOf))).toEqual(['conn_rapid_country', GERMAN])
    await connect('conn_rapid_country', { countries: [country === 'KW' ? 'FJ' : 'KW'] })
    await expect.poll(async () => totalOf(await optionFor('US')), { timeout: 60_000 }).toBe(british)
    await switchLink('disable', 'conn_rapid_country')
  })
})

describe('contracts that name different versions of their supplier’s terms', () => {
  it('[X-13] have each version listed, and accepted on its own', async () => {
    async function versions(): Promise<Json[]> {
      const { terms } = (await http.get('/supplier-terms')).body.data
      return terms.filter(({ supplier_code: code }: Json) => code === SUPPLIER)
    }
    await connect(GERMAN, { markets: ['DE'], supplierTerms: { version: '2026-de', demanded: true } })
    await expect
      .poll(async () => (await versions()).map(({ version }) => version), { timeout: 60_000 })
      .toEqual(['2026-01', '2026-de'])
    const path = `/supplier-terms/${SUPPLIER}/accept`
    const wrong = await http.post(path, { version: '1999' })
    expect(wrong.body.details.issues[0].message).toContain('2026-01 or 2026-de')
    const { offer } = await httpJourney(gateway).prebook((await optionFor('DE')).booking_token)
    const refused = await httpJourney(gateway).book(bookingInput(offer, 'INSTANT'), randomUUID())
    expect(refused).toMatchObject({ code: 'SUPPLIER_TERMS_NOT_ACCEPTED' })
    expect((await http.post(path, { version: '2026-de' })).status).toBe(200)
    const accepted = (await versions()).map(({ version, accepted_at: at }) => [version, at !== null])
    expect(accepted).toEqual([
      ['2026-01', false],
      ['2026-de', true],
    ])
    expect(await connectionOf(await book('DE'))).toBe(GERMAN)
    await connect(GERMAN, { markets: ['DE'] })
  })
})

describe('contracts between which nothing decides', () => {
  it.each<[string, Json, RegExp]>([
    ['for the same market', { markets: ['AT', 'DE'] }, /conn_rapid_de \(markets DE, countries all\) and conn_third/],
    ['for everybody', {}, /conn_sandbox_expedia_rapid \(markets all, countries all\) and conn_third/],
  ])(
    '[X-13] are refused when a second one is connected %s, and nothing of it is stored',
    async (_what, settings, told) => {
      await expect(connect('conn_third', settings)).rejects.toThrow(told)
      expect(await database.query(`SELECT 1 FROM supplier_connections WHERE id = 'conn_third'`)).toEqual([])
    },
  )

  it('[X-13] are refused when the settings of one change, and when one is enabled', async () => {
    await expect(connect(GERMAN, {})).rejects.toThrow('nothing decides')
    await switchLink('disable', GERMAN)
    await connect('conn_rapid_at', { markets: ['AT', 'DE'] })
    await expect(switchLink('enable', GERMAN)).rejects.toThrow('nothing decides')
    await expect(switchLink('disable', 'conn_nobodys')).rejects.toThrow(/over .*conn_rapid_at.*, not over conn_nobodys/)
    await switchLink('disable', 'conn_rapid_at')
    await switchLink('enable', GERMAN)
  })
})

describe('an organization that leaves', () => {
  it('[X-13] is unlinked from every contract, and those of nobody else are deleted', async () => {
    const organization = 'org_sandbox_default'
    await connect('conn_leaver', { markets: ['FR'] }, { organization })
    const stranger = await strangerTo(gateway)
    expect(totalOf(await optionFor('FR', 'cancel-free', stranger))).toBeGreaterThan(0)
    expect(await run('supplier show', { connection: 'conn_leaver' })).toMatchObject([{ organizations: [organization] }])
    expect(await run('organization erase', { id: organization })).toMatchObject([{ suppliers: 5 }])
    expect(await run('organization erase', { id: organization, confirm: organization })).toMatchObject([
      { erased: true },
    ])
    expect(
      await database.query('SELECT 1 FROM further_connections WHERE organization_id = $1', [organization]),
    ).toEqual([])
    const left = await database.query(`SELECT id FROM supplier_connections WHERE id IN ('conn_leaver', $1)`, [GERMAN])
    expect(left).toEqual([{ id: GERMAN }])
  })
})
