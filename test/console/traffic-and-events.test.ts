import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin } from '../support/admin.ts'
import { DESKTOP, NO_BROWSER, openBrowser } from '../support/browser.ts'
import { findLeaks } from '../support/canaries.ts'
import { type ConsoleClient, makePerson, signIn } from '../support/console-client.ts'
import { axeFaults, openConsole, tooWide, wholePage } from '../support/console-page.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney, londonSearch, stay } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

const RAPID = 'conn_sandbox_expedia_rapid'

let database: TestDatabase
let gateway: StartedGateway
let operator: ConsoleClient
let viewer: ConsoleClient
let browser: Browser | null = null
/** One that the supplier took, and one that it refused, whose people nobody needs any more. */
const bookings = { booked: '', refused: '' }

useGateway(
  async (started) => {
    ;({ database, gateway } = started)
    operator = await signIn({ url: gateway.url, database })
    await makePerson(database, { name: 'looks-only', roles: ['viewer'] })
    viewer = await signIn({ url: gateway.url, database, name: 'looks-only' })
    const journey = httpJourney(gateway)
    bookings.booked = (await bookScenario(gateway, journey, 'cancel-free', 'INSTANT')).booking_id
    bookings.refused = (await bookScenario(gateway, journey, 'refused', 'INSTANT')).booking_id
    await until('the bookings’ traffic', async () => (await exchanges({ booking: bookings.refused })).length > 0)
  },
  { env: { TRAFFIC_SHARES: 'search=0,rooms=0,price_check=0' } },
)

beforeAll(async () => {
  browser = NO_BROWSER ? null : await openBrowser()
})
afterAll(() => browser?.close())

const LIST = `query ($connection: String, $operation: String, $outcome: String, $request: String, $booking: String, $pinned: Boolean, $after: String, $first: Int) {
  traffic(connection: $connection, operation: $operation, outcome: $outcome, request: $request, booking: $booking, pinned: $pinned, after: $after, first: $first) {
    items { id connectionId operation outcome why share requestId bookingId hotels number at connectedMs firstByteMs totalMs requestBytes answerBytes isPinned } next isCut } }`
const WHOLE = `query ($id: ID!) { trafficExchange(id: $id) { exchange { id operation outcome } request { method url headers { name value } body isCut }
  answer { status headers { name value } body isCut } pinnedBy pinNote } }`
const SAMPLING = `{ trafficSampling { shares { operation share } raises { connectionId share until by } bytes maxBytes retainDays pins mostPins wholeSince } }`

async function exchanges(variables: Json, by = operator): Promise<Json[]> {
  return (await by.ask(LIST, variables)).traffic.items
}

/** Each asks for another stay, for what is known is not asked again. */
let asked = 0
async function search(): Promise<void> {
  asked += 1
  const found = await httpJourney(gateway).search(londonSearch(stay(30 + asked, 2)))
  if (!Array.isArray(found.hotels)) throw new Error(JSON.stringify(found).slice(0, 500))
}

function raise(share: string, minutes: string): Promise<Json> {
  return operator.ask(
    'mutation ($c: String!, $s: String!, $m: String!) { sampleTraffic(connection: $c, share: $s, minutes: $m, reason: "what do they answer now?") { rows } }',
    { c: RAPID, s: share, m: minutes },
  )
}

describe('[22] supplier traffic in the console', () => {
  it('has what was asked for a booking, found by its id and by its request, without its people', async () => {
    const found = await exchanges({ booking: bookings.booked, operation: 'book' })
    expect(found).toMatchObject([
      { operation: 'book', outcome: '201', why: 'ALWAYS', share: 1, bookingId: bookings.booked, number: 1 },
    ])
    const [{ id, requestId }] = found as [Json]
    expect((await exchanges({ request: requestId })).map((one) => one.id)).toContain(id)
    const { trafficExchange } = await operator.ask(WHOLE, { id })
    expect(trafficExchange.request.method).toBe('POST')
    expect(trafficExchange.answer).toMatchObject({
      status: 201,
      isCut: false,
      body: { itinerary_id: expect.stringMatching(/^\d+$/) },
    })
    const [{ text }] = await database.query(`SELECT string_agg(e::text, ' ') AS text FROM supplier_exchanges e`)
    expect(text).toContain(bookings.booked)
    expect(findLeaks(JSON.stringify(trafficExchange) + text)).toEqual([])
    expect(text).not.toMatch(/Lovelace|"Ada"|example\.com|2071234567/)
  })

  it('lists with a cursor and by class of outcome, and answers a mistake with what is right', async () => {
    const all = await exchanges({ first: 200 })
    const first = (await operator.ask(LIST, { first: 1 })).traffic
    const second = (await operator.ask(LIST, { first: 1, after: first.next })).traffic
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id))
    const failed = await exchanges({ outcome: 'failed', first: 200 })
    expect(failed.map(({ id }) => id)).toEqual(all.filter(({ outcome }) => !/^[23]/.test(outcome)).map(({ id }) => id))
    expect(await operator.refusal(LIST, { after: 'x' })).toBe('BAD_INPUT')
    expect(await operator.refusal(WHOLE, { id: 'sxg_00000000000000000000000000' })).toBe('NOT_FOUND')
  })

  it('is listed for viewers; what was said is for operations alone', async () => {
    const [{ id }] = (await exchanges({ booking: bookings.booked }, viewer)) as [Json]
    expect(await viewer.refusal(WHOLE, { id })).toBe('FORBIDDEN')
    expect(await viewer.refusal(`mutation { pinTraffic(exchange: "${id}", reason: "because I can") { rows } }`)).toBe(
      'FORBIDDEN',
    )
    expect((await viewer.ask(SAMPLING)).trafficSampling).toMatchObject({
      retainDays: 7,
      mostPins: 100,
      wholeSince: null,
    })
  })

  it('is more of one connection when an operator says so, who is in the audit log, and ends', {
    timeout: 180_000,
  }, async () => {
    await search()
    expect(await exchanges({ operation: 'search' })).toEqual([])
    await expect(raise('2', '60')).rejects.toThrow(/--share must be more than 0 and at most 1/)
    await expect(raise('1', '61')).rejects.toThrow(/--minutes is 0 to 60/)
    await raise('1', '30')
    const { trafficSampling } = await operator.ask(SAMPLING)
    expect(trafficSampling.raises).toMatchObject([{ connectionId: RAPID, share: 1, by: 'operator:sandbox-operator' }])
    const [entry] = await database.query(
      `SELECT actor, subject, details FROM audit_log WHERE action = 'traffic.sample'`,
    )
    expect(entry).toMatchObject({
      actor: 'operator:sandbox-operator',
      subject: RAPID,
      details: { reason: 'what do they answer now?', after: { share: 1 } },
    })
    const raised = await until(
      'a raised sample',
      async () => {
        await search()
        const found = await exchanges({ operation: 'search' })
        return found.length > 0 ? found : null
      },
      120_000,
    )
    expect(new Set(raised.map(({ connectionId, why }) => `${connectionId} ${why}`))).toEqual(
      new Set([`${RAPID} RAISED`]),
    )
    await database.query(`UPDATE traffic_raises SET until = now() - interval '1 second'`)
    expect((await operator.ask(SAMPLING)).trafficSampling.raises).toEqual([])
    await raise('1', '0')
    expect(await database.query('SELECT * FROM traffic_raises')).toEqual([])
  })

  it('is pinned with a note, and unpinned', async () => {
    const [{ id }] = (await exchanges({ booking: bookings.booked })) as [Json]
    await operator.ask(
      `mutation { pinTraffic(exchange: "${id}", note: "the price differs", reason: "ticket 4711 of today") { rows } }`,
    )
    expect((await exchanges({ pinned: true })).map((one) => one.id)).toEqual([id])
    expect((await operator.ask(WHOLE, { id })).trafficExchange).toMatchObject({
      pinnedBy: 'operator:sandbox-operator',
      pinNote: 'the price differs',
    })
    await operator.ask(`mutation { unpinTraffic(exchange: "${id}", reason: "ticket 4711 is done") { rows } }`)
    expect(await exchanges({ pinned: true })).toEqual([])
  })

  it('goes with the people of its booking', async () => {
    await database.query(`UPDATE bookings SET updated_at = updated_at - interval '1 hour' WHERE id = $1`, [
      bookings.refused,
    ])
    const [{ id: gone }] = (await exchanges({ booking: bookings.refused })) as [Json]
    await operator.ask(`mutation { pinTraffic(exchange: "${gone}", reason: "Mrs Zebedee has called") { rows } }`)
    const [pin] = await database.query('SELECT details FROM audit_log WHERE subject = $1', [gone])
    expect(pin).toMatchObject({ details: { reason: 'Mrs Zebedee has called', bookingId: bookings.refused } })
    // Its term comes before the booking's.
    await database.query('DELETE FROM supplier_exchanges WHERE id = $1', [gone])
    await admin(database, 'booking', 'redact', '--id', bookings.refused)
    expect(await database.query(`SELECT id FROM audit_log WHERE details::text LIKE '%Zebedee%'`)).toEqual([])
    expect(await exchanges({ booking: bookings.refused })).toEqual([])
    expect(await exchanges({ booking: bookings.booked })).not.toEqual([])
  })
})

const EVENTS = `query ($organization: String, $booking: String, $type: String, $after: String, $first: Int) {
  events(organization: $organization, booking: $booking, type: $type, after: $after, first: $first) {
    items { id type organizationId bookingId sequence requestId body } next isCut completeSince } }`

describe('[22] the event log in the console', () => {
  async function events(variables: Json): Promise<Json> {
    return (await viewer.ask(EVENTS, variables)).events
  }

  it('has the events of all organizations, the newest first, page by page, and none of their people', async () => {
    const all = await events({ first: 200 })
    const kept = await database.query('SELECT id FROM booking_events ORDER BY id DESC')
    expect(all).toMatchObject({ next: null, isCut: false, completeSince: null })
    expect(all.items.map(({ id }: Json) => id)).toEqual(kept.map(({ id }) => id))
    const first = await events({ first: 1 })
    const second = await events({ first: 1, after: first.next })
    expect([...first.items, ...second.items].map(({ id }: Json) => id)).toEqual(kept.slice(0, 2).map(({ id }) => id))
    await database.query(
      `UPDATE booking_events SET body = replace(body, '"hotel_contact_name":null', '"hotel_contact_name":"Lovelace"') WHERE booking_id = $1`,
      [bookings.booked],
    )
    const shown = JSON.stringify(await events({ booking: bookings.booked }))
    expect(shown).toContain('"hotel_contact_name":"•••"')
    expect(findLeaks(shown)).toEqual([])
  })

  it('is narrowed by booking, organization and type; what is no type is told', async () => {
    const own = await events({ booking: bookings.booked })
    expect(own.items.map(({ bookingId }: Json) => bookingId)).toEqual(own.items.map(() => bookings.booked))
    expect(own.items.at(-1)).toMatchObject({ sequence: 1, organizationId: 'org_sandbox' })
    const confirmed = await events({ type: 'booking.confirmed' })
    expect(confirmed.items.map(({ type }: Json) => type)).toContain('booking.confirmed')
    expect(confirmed.items.every(({ type }: Json) => type === 'booking.confirmed')).toBe(true)
    expect((await events({ organization: 'org_nobody' })).items).toEqual([])
    expect(await viewer.refusal(EVENTS, { type: 'booking.lost' })).toBe('BAD_INPUT')
    expect(await viewer.refusal(EVENTS, { after: 'x y' })).toBe('BAD_INPUT')
  })

  it.skipIf(NO_BROWSER)('is a page that tells of new events and leaves what is read', async () => {
    if (!browser) throw new Error('no browser')
    const { page, complaints } = await openConsole(browser, {
      url: gateway.url,
      client: operator,
      path: '/console/events',
    })
    await page.locator('[data-row]').first().waitFor()
    await wholePage(page)
    expect(await axeFaults(page)).toEqual([])
    const before = await page.locator('[data-row]').count()
    await bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')
    const fresh = page.getByRole('button', { name: /new: show$/ })
    await fresh.waitFor()
    expect(await page.locator('[data-row]').count()).toBe(before)
    await fresh.click()
    await until('the new rows', async () => (await page.locator('[data-row]').count()) > before)
    await page.locator('[data-row]').first().click()
    await page.getByRole('dialog').getByText('event_id').first().waitFor()
    expect(page.url()).toMatch(/event=evt_/)
    expect(await axeFaults(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

describe.skipIf(NO_BROWSER)('[22] the page of supplier traffic', () => {
  it.each(['light', 'dark'] as const)(
    'shows an exchange, and has no serious fault for axe: %s',
    { timeout: 180_000 },
    async (colorScheme) => {
      if (!browser) throw new Error('no browser')
      const { page, complaints } = await openConsole(browser, {
        url: gateway.url,
        client: operator,
        path: `/console/traffic?booking=${bookings.booked}`,
        options: { ...DESKTOP, colorScheme },
      })
      await page.locator('[data-row]').first().waitFor()
      await wholePage(page)
      expect(await axeFaults(page)).toEqual([])
      expect(await tooWide(page)).toBeLessThanOrEqual(0)
      await page.locator('[data-row]').filter({ hasText: 'book' }).first().click()
      const sheet = page.getByRole('dialog')
      await sheet.getByText('What they answered').waitFor()
      await wholePage(page)
      expect(page.url()).toMatch(/exchange=sxg_/)
      expect(await axeFaults(page)).toEqual([])
      const source = await page.content()
      expect(source).toContain('‹masked›')
      expect(findLeaks(source)).toEqual([])
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it('says what is kept when there is nothing, and compares two', async () => {
    if (!browser) throw new Error('no browser')
    const [one, other] = (await exchanges({ connection: RAPID, operation: 'search' })) as [Json, Json]
    expect(other).toBeDefined()
    const { page } = await openConsole(browser, {
      url: gateway.url,
      client: operator,
      path: `/console/traffic?operation=search&connection=${RAPID}&exchange=${one.id}&beside=${other.id}`,
    })
    await page.getByRole('dialog').getByText('What differs in the answer').waitFor()
    await page.goto(`${gateway.url}/console/traffic?operation=content`)
    await page.getByText('Of content 1 in 1,000 is kept, and failures.').waitFor()
    await page.getByText('Nothing matches').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.context().close()
  })
})
