import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/suppliers/credentials.ts'
import { NO_BROWSER, openBrowser } from '../support/browser.ts'
import { type ConsoleClient, makePerson, signIn } from '../support/console-client.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { HANDS, type Hand, workBy } from '../support/hands.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { bookScenario, httpJourney, londonSearch, party, scenarioHotel, stay } from '../support/journey.ts'
import { startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

/** Tasks of an operator about suppliers, partners and rates, each with the mouse in so many clicks, and by the keyboard alone. */

if (NO_BROWSER) console.warn(NO_BROWSER)

const RAPID = 'conn_sandbox_expedia_rapid'

describe.skipIf(NO_BROWSER)('[22] an operator', () => {
  let database: TestDatabase
  let gateway: StartedGateway
  let http: HttpClient
  let client: ConsoleClient
  let browser: Browser

  useGateway(async (started) => {
    ;({ database, gateway, http } = started)
    client = await signIn({ url: gateway.url, database })
  })

  beforeAll(async () => {
    browser = await openBrowser()
  })

  afterEach(() => http.post('/sandbox/faults', { reset: true }))

  afterAll(() => browser?.close())

  type Task = { readonly by: (typeof HANDS)[number][1]; readonly most: number }

  function work({ by, most }: Task, task: (hand: Hand) => Promise<void>): Promise<void> {
    return workBy(browser, { by, url: gateway.url, client, most }, task)
  }

  function rowOf({ page }: Hand, text: string) {
    return page.locator('[data-row]', { hasText: text })
  }

  async function one(sql: string, values: readonly unknown[]): Promise<Json> {
    return (await database.query(sql, [...values]))[0]
  }

  /** Where secrets are that somebody typed or saw: nowhere. */
  async function traces({ page }: Hand, secrets: readonly string[]): Promise<string[]> {
    const audit = await database.query('SELECT details::text FROM audit_log')
    const proposals = await database.query('SELECT arguments::text FROM console_proposals')
    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    )
    const places = {
      page: await page.content(),
      address: page.url(),
      browser: stored,
      log: gateway.log.join('\n'),
      audit: JSON.stringify(audit),
      proposals: JSON.stringify(proposals),
    }
    return Object.entries(places).flatMap(([place, text]) =>
      secrets.some((secret) => text.includes(secret)) ? [place] : [],
    )
  }

  it.each(HANDS)('sees that credentials are refused, and renews them, %s', async (_way, by) => {
    const hotelId = await scenarioHotel(gateway, 'cancel-free')
    // It was well before.
    await httpJourney(gateway).rooms(hotelId, { ...stay(), ...party })
    await http.post('/sandbox/faults', { supplier_code: 'expedia_rapid', operation: 'rooms', fault: '401', count: 1 })
    await httpJourney(gateway).rooms(hotelId, { ...stay(), ...party })
    const sealed = 'SELECT encode(credentials, $2) AS sealed FROM supplier_connections WHERE id = $1'
    const before = await one(sealed, [RAPID, 'hex'])
    const secrets = Object.entries(SANDBOX_CREDENTIALS.expedia_rapid)
    await work({ by, most: 5 }, async (hand) => {
      const { page } = hand
      await hand.go('Suppliers')
      const row = rowOf(hand, RAPID)
      await row.getByText('Credentials refused').waitFor()
      await hand.open(row)
      await page.getByRole('alert').getByText('credentials refused').waitFor()
      await hand.press(page.getByRole('button', { name: /^New credentials/ }))
      await page.getByRole('heading', { name: `New credentials of ${RAPID}` }).waitFor()
      for (const [name, secret] of secrets) await hand.fill(page.getByRole('textbox', { name, exact: true }), secret)
      await hand.press(page.getByRole('checkbox', { name: /^Overwrite a connection/ }))
      await hand.fill(page.getByRole('textbox', { name: 'Reason' }), 'they have sent us new ones')
      await hand.press(page.getByRole('button', { name: 'Ask the supplier, then store' }))
      await page.waitForURL(new RegExp(`/suppliers/${RAPID}$`))
      await page.getByText('they have sent us new ones', { exact: false }).waitFor()
      await page.getByRole('alert').getByText('credentials refused').waitFor({ state: 'detached' })
      expect(
        await traces(
          hand,
          secrets.map(([, secret]) => secret),
        ),
      ).toEqual([])
    })
    expect(await one(sealed, [RAPID, 'hex'])).not.toEqual(before)
  })

  it.each(HANDS)('requeues what waits for a repaired connection %s', async (_way, by) => {
    const fault = { supplier_code: 'expedia_rapid', fault: '500', count: 1_000 }
    for (const operation of ['find', 'retrieve']) await http.post('/sandbox/faults', { ...fault, operation })
    const { booking_id: id } = await bookScenario(gateway, httpJourney(gateway), 'book-timeout', 'INSTANT')
    await until('a look in vain', async () => (await one('SELECT looks FROM bookings WHERE id = $1', [id])).looks > 0)
    // As it is after hours of an outage; a worker that looks right now plans the next look itself.
    const later =
      "UPDATE bookings SET look_at = gateway_now() + interval '2 hours', lease_id = NULL WHERE id = $1 RETURNING id"
    await until('the look to be far away', async () => (await database.query(later, [id])).length)
    await http.post('/sandbox/faults', { reset: true })
    await work({ by, most: 5 }, async (hand) => {
      await hand.go('Suppliers')
      await hand.open(rowOf(hand, RAPID))
      await hand.press(hand.page.getByRole('button', { name: /^Look at its bookings/ }))
      await hand.say('they are there again since ten')
    })
    await until(
      'its confirmation',
      async () => (await one('SELECT status FROM bookings WHERE id = $1', [id])).status === 'CONFIRMED',
    )
    const entry = await one("SELECT * FROM audit_log WHERE action = 'supplier.look' ORDER BY id DESC LIMIT 1", [])
    expect(entry).toMatchObject({
      subject: RAPID,
      details: { after: { looks: 1, left: 0 }, reason: 'they are there again since ten' },
    })
  })

  it.each(HANDS)('says why a partner sees no hotels in a city %s', async (_way, by) => {
    const id = await narrowPartner()
    const { body } = await httpClient({ url: gateway.url, apiKey: id.apiKey }).post(
      '/hotels/search',
      londonSearch({ pricing_mode: 'live' }),
    )
    expect(JSON.stringify(body)).toContain('MARKET_NOT_SOLD')
    await work({ by, most: 2 }, async (hand) => {
      const { page } = hand
      await hand.go('Organizations')
      await hand.open(rowOf(hand, id.organization))
      await hand.fill(page.getByRole('textbox', { name: 'Where' }), 'London')
      await hand.fill(page.getByRole('textbox', { name: 'Guests’ nationality' }), 'GB')
      await page.getByText('no supplier is asked', { exact: false }).waitFor()
      await page.getByText('Market not sold').waitFor()
      await page.getByText('its contract sells to US, CA, not to GB').waitFor()
      await page.waitForURL(/place=London&guests=GB/)
    })
  })

  it('is told each reason for which a connection is not asked', async () => {
    const { organization } = await narrowPartner()
    const ASK = `query ($id: String!, $place: String!, $guests: String!) {
      explainedSale(organizationId: $id, place: $place, nationality: $guests) { placeId connections { verdict hotels } } }`
    async function verdict(place: string, guests: string): Promise<string> {
      const { explainedSale } = await client.ask(ASK, { id: organization, place, guests })
      return explainedSale && `${explainedSale.placeId} ${explainedSale.connections[0].verdict}`
    }
    expect(await verdict('London', 'us')).toBe('1842 ASKED')
    expect(await verdict('1842', 'GB')).toBe('1842 MARKET_NOT_SOLD')
    expect(await verdict('987654321', 'GB')).toBeNull()
    expect(await client.refusal(ASK, { id: organization, place: 'London', guests: 'GBR' })).toBe('BAD_INPUT')
    const where = 'UPDATE supplier_connections SET settings = $2 WHERE id = $1'
    await database.query(where, [`conn_${organization}`, JSON.stringify({ countries: ['FR'] })])
    expect(await verdict('London', 'US')).toBe('1842 COUNTRY_NOT_SOLD')
    await client.ask(
      'mutation ($id: String!) { disableSupplier(organization: $id, supplier: "hotelbeds", reason: "they have left us") { rows } }',
      { id: organization },
    )
    expect(await verdict('London', 'US')).toBe('1842 DISABLED')
  })

  /** A partner with one contract, for guests of two countries. */
  async function narrowPartner(): Promise<{ readonly organization: string; readonly apiKey: string }> {
    const organization = `org_narrow_${Date.now().toString(36)}`
    const why = 'reason: "a partner of this test"'
    await client.ask(`mutation { createOrganization(id: "${organization}", name: "Narrow", ${why}) { rows } }`)
    await client.ask(
      `mutation ($credentials: String!, $settings: String!) { connectSupplier(organization: "${organization}", supplier: "hotelbeds",
        connection: "conn_${organization}", credentials: $credentials, settings: $settings, ${why}) { rows } }`,
      { credentials: JSON.stringify(SANDBOX_CREDENTIALS.hotelbeds), settings: '{"markets":["US","CA"]}' },
    )
    const { createKey } = await client.ask(`mutation { createKey(organization: "${organization}", ${why}) { rows } }`)
    return { organization, apiKey: createKey.rows[0].apiKey }
  }

  it.each(HANDS)('finds why an endpoint gets nothing, and recovers the last hour, %s', async (_way, by) => {
    let answer = 410
    const receiver = await startReceiver(() => answer)
    const { body } = await http.post('/webhooks/endpoints', { url: receiver.url, event_types: ['*'] })
    const id: string = body.data.endpoint_id
    const { booking_id: bookingId } = await bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
    await until('the endpoint to be disabled', async () => {
      const { enabled } = await one('SELECT enabled FROM webhook_endpoints WHERE id = $1', [id])
      return enabled === false
    })
    answer = 204
    const had = receiver.received.length
    await work({ by, most: 8 }, async (hand) => {
      const { page } = hand
      await hand.go('Webhooks')
      await hand.open(rowOf(hand, receiver.url))
      await page.getByText('It answered 410', { exact: false }).first().waitFor()
      await hand.press(page.getByRole('button', { name: 'Enable', exact: true }))
      await hand.say('they have put it back')
      await hand.press(page.getByRole('button', { name: /^Recover a span/ }))
      await hand.say('what came while it was gone')
    })
    await until('what it missed', () =>
      receiver.received.slice(had).some(({ event }) => event.data.booking_id === bookingId),
    )
    expect(await one('SELECT enabled FROM webhook_endpoints WHERE id = $1', [id])).toEqual({ enabled: true })
    await http.call('DELETE', `/webhooks/endpoints/${id}`)
    await receiver.close()
  })

  it.each(HANDS)('makes and rolls a key, which is shown once, %s', async (_way, by) => {
    const { organization } = await narrowPartner()
    await work({ by, most: 8 }, async (hand) => {
      const { page } = hand
      await hand.go('Organizations')
      await hand.open(rowOf(hand, organization))
      await hand.press(page.getByRole('button', { name: /^New key/ }))
      await hand.say('their second server', () => page.locator('[data-key]').waitFor())
      await hand.press(page.getByRole('button', { name: /^Roll hdg_/ }).first())
      const key = { text: '' }
      await hand.say('their key was in a mail', async () => {
        key.text = ((await page.locator('[data-key]').textContent()) ?? '').trim()
      })
      expect(key.text).toMatch(/^hdg_sandbox_[\w-]{40,}$/)
      expect((await httpClient({ url: gateway.url, apiKey: key.text }).get('/me')).status).toBe(200)
      expect(await traces(hand, [key.text])).toEqual([])
    })
  })

  it.each(HANDS)('finds who changed a rate, and puts it back, %s', async (_way, by) => {
    await makePerson(database, { name: `iris-${by.name.toLowerCase()}`, roles: ['finance'] })
    const other = await signIn({ url: gateway.url, database, name: `iris-${by.name.toLowerCase()}` })
    const stored = "SELECT rate::float8 AS rate FROM exchange_rates WHERE base = 'USD' AND quote = 'EUR'"
    const { rate } = await one(stored, [])
    const wrong = (rate * 1.03).toFixed(6)
    await other.ask(`mutation { setRate(currency: "EUR", rate: "${wrong}", reason: "what the bank told us") { rows } }`)
    await work({ by, most: 5 }, async (hand) => {
      const { page } = hand
      await hand.go('Rates')
      await hand.press(page.getByRole('button', { name: 'EUR', exact: true }))
      const history = page.getByRole('dialog').getByRole('table', { name: 'What it was' })
      await history.getByText(`operator:iris-${by.name.toLowerCase()}`).waitFor()
      await history.getByText('what the bank told us').first().waitFor()
      await hand.press(history.getByRole('button', { name: `To ${rate}` }).first())
      await hand.say('they had told us the rate for selling')
    })
    expect(await one(stored, [])).toEqual({ rate })
  })
})
