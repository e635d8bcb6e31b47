import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, NO_BROWSER, openBrowser, PHONE } from '../../support/browser.ts'
import { type Visitor, visitor } from '../../support/clicks.ts'
import { type ConsoleClient, signIn } from '../../support/console-client.ts'
import { axeFaults, openConsole, tooWide, wholePage } from '../../support/console-page.ts'
import type { TestDatabase } from '../../support/database.ts'
import type { StartedGateway } from '../../support/gateway.ts'
import { httpClient } from '../../support/http-client.ts'
import { bookingInput, httpJourney, londonSearch, prebookRoom, scenarioHotel } from '../../support/journey.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import { useGateway } from '../../support/use-gateway.ts'

if (NO_BROWSER) console.warn(NO_BROWSER)

const SCREENS = ['', 'keys', 'webhooks', 'limits', 'sandbox', 'recent', 'reference', 'people', 'bookings', 'requests']

describe.skipIf(NO_BROWSER)('[22] at the portal', () => {
  let database: TestDatabase
  let gateway: StartedGateway
  let browser: Browser
  let client: ConsoleClient
  let receiver: Receiver
  let answer = 204

  useGateway((started) => {
    ;({ database, gateway } = started)
  })

  beforeAll(async () => {
    browser = await openBrowser()
    receiver = await startReceiver(() => answer)
    client = await signIn({ url: gateway.url, database, name: 'sandbox-partner' })
  })

  afterAll(async () => {
    await browser.close()
    await receiver.close()
  })

  /** Somebody who begins at the first page of the portal, and goes to a screen: one click. */
  async function at(screen: string, options?: BrowserContextOptions): Promise<Visitor> {
    const opened = { url: gateway.url, client, path: '/portal/' }
    const { page } = await openConsole(browser, options ? { ...opened, options } : opened)
    const person = visitor(page)
    await person.click(page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${screen}`) }))
    await page.getByRole('heading', { level: 1, name: screen }).waitFor()
    return person
  }

  function logged(text: string): boolean {
    return gateway.log.some((line) => line.includes(text))
  }

  /** Where a secret is when its dialog is closed: nowhere. */
  async function traces({ page }: Visitor, secret: string): Promise<string[]> {
    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    )
    const source = await page.content()
    const audit = await database.query('SELECT 1 FROM audit_log WHERE details::text LIKE $1', [`%${secret}%`])
    return [
      ...(source.includes(secret) ? ['the page'] : []),
      ...(page.url().includes(secret) ? ['the address'] : []),
      ...(stored.includes(secret) ? ['what the browser stores'] : []),
      ...(logged(secret) ? ['the log'] : []),
      ...(audit.length > 0 ? ['the audit log'] : []),
    ]
  }

  it('an admin rolls a key in four clicks; the new one works, is shown once and is nowhere else', async () => {
    const person = await at('Keys')
    const { page, click } = person
    await click(page.getByRole('button', { name: 'Roll' }))
    await page.getByRole('checkbox', { name: 'May bookings:review' }).uncheck()
    await click(page.getByRole('dialog').getByRole('button', { name: /^Roll/ }))
    const shown = page.getByRole('group', { name: 'the new key' })
    const key = ((await shown.textContent()) ?? '').trim()
    expect(key).toMatch(/^hdg_sandbox_[\w-]{40,}$/)
    await click(page.getByRole('button', { name: 'Close' }).last())
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const { body } = await httpClient({ url: gateway.url, apiKey: key }).get('/me')
    expect(body.data.scopes).not.toContain('bookings:review')
    expect(body.data.scopes).toContain('search')
    await page.getByText(key.slice(0, 16)).first().waitFor()
    await page.reload()
    await page.getByText(key.slice(0, 16)).first().waitFor()
    expect(await traces(person, key)).toEqual([])
    expect(person.clicks()).toBeLessThanOrEqual(4)
    const rolled = await database.query("SELECT actor FROM audit_log WHERE action = 'key.roll'")
    expect(rolled).toEqual([{ actor: 'partner:sandbox-partner' }])
    await page.context().close()
  })

  it('a developer makes an endpoint and sees its test delivery in six clicks; the secret is shown once', async () => {
    const person = await at('Webhooks')
    const { page, click, fill } = person
    await click(page.getByRole('button', { name: 'New endpoint' }))
    await fill('Address', receiver.url)
    await click(page.getByRole('dialog').getByRole('button', { name: /^New endpoint/ }))
    const secret = ((await page.getByRole('group', { name: 'the signing secret' }).textContent()) ?? '').trim()
    expect(secret).toMatch(/^whsec_/)
    await click(page.getByRole('button', { name: 'Close' }).last())
    await click(page.getByRole('button', { name: 'Test', exact: true }))
    await click(page.getByRole('dialog').getByRole('button', { name: /^Test/ }))
    await page.waitForURL(/delivery=whd_/)
    const { body } = await receiver.waitFor(({ event }) => event.type === 'webhook.test')
    const sheet = page.getByRole('dialog').filter({ hasText: 'Payload, as it is signed' })
    await sheet.getByText('Delivered').first().waitFor()
    const told = JSON.parse(body) as { data: { event_id: string } }
    await sheet.getByText(told.data.event_id).first().waitFor()
    expect(await traces(person, secret)).toEqual([])
    expect(person.clicks()).toBeLessThanOrEqual(6)
    await page.context().close()
  })

  it('a developer finds why a delivery failed, and resends it, in five clicks', async () => {
    answer = 500
    const [endpoint] = (await client.ask('{ ownEndpoints { id } }')).ownEndpoints
    const { testOwnEndpoint } = await client.ask('mutation ($id: ID!) { testOwnEndpoint(endpointId: $id) { id } }', {
      id: endpoint.id,
    })
    await until('a failed attempt', async () => {
      const { ownDelivery } = await client.ask('query ($id: ID!) { ownDelivery(id: $id) { attemptCount } }', {
        id: testOwnEndpoint.id,
      })
      return ownDelivery.attemptCount > 0 || null
    })
    const person = await at('Webhooks')
    const { page, click } = person
    await click(page.getByRole('row').filter({ hasText: 'Retrying' }).first())
    await page.getByText('Your endpoint answered 500').waitFor()
    answer = 204
    await click(page.getByRole('button', { name: /^Resend/ }))
    await click(page.getByRole('button', { name: /^Resend/ }).last())
    await click(page.getByRole('button', { name: 'Close' }).last())
    await page.getByRole('dialog').getByText('Delivered').first().waitFor()
    expect(person.clicks()).toBeLessThanOrEqual(5)
    await page.context().close()
  })

  it('a developer moves the own clock on, and back, in nine clicks', async () => {
    const person = await at('Sandbox')
    const { page, click, choose } = person
    await click(page.getByRole('button', { name: 'Move on' }))
    await choose('By', '1 week')
    await click(page.getByRole('dialog').getByRole('button', { name: /^Move on/ }))
    await click(page.getByRole('button', { name: 'Close' }).last())
    await page.getByText('7 d', { exact: false }).first().waitFor()
    const ahead = await client.ask('{ ownSandbox { clock { offsetSeconds } } }')
    expect(ahead.ownSandbox.clock.offsetSeconds).toBe(7 * 86_400)
    await click(page.getByRole('button', { name: 'Back to real time' }))
    await click(page.getByRole('dialog').getByRole('button', { name: /^Back to real time/ }))
    await click(page.getByRole('button', { name: 'Close' }).last())
    await page.getByText('nothing: it is real time').waitFor()
    expect(person.clicks()).toBeLessThanOrEqual(9)
    await page.context().close()
  })

  it('a developer causes a fault in five clicks, sees it wait, and a search has it', async () => {
    const person = await at('Sandbox')
    const { page, click, fill } = person
    await click(page.getByRole('button', { name: 'Cause a fault' }))
    await fill('How many calls', '20')
    await click(page.getByRole('dialog').getByRole('button', { name: /^Cause a fault/ }))
    await click(page.getByRole('button', { name: 'Close' }).last())
    const waiting = page.getByRole('table', { name: 'Faults that wait' })
    await waiting.getByText('500').waitFor()
    const [fault] = (await client.ask('{ ownSandbox { faults { supplierCode } } }')).ownSandbox.faults
    const { body } = await httpClient(gateway).post(
      '/hotels/search',
      londonSearch({ pricing_mode: 'live', currency: 'USD', limit: 3 }),
    )
    expect(JSON.stringify(body.data.providers)).toContain(fault.supplierCode)
    const [left] = (await client.ask('{ ownSandbox { faults { remaining } } }')).ownSandbox.faults
    expect(left?.remaining ?? 0).toBeLessThan(20)
    expect(person.clicks()).toBeLessThanOrEqual(5)
    await client.ask('mutation { clearOwnFaults { faults { fault } } }')
    await page.context().close()
  })

  it('anybody copies the id of a scenario hotel in two clicks', async () => {
    const person = await at('Sandbox')
    const { page, click, fill } = person
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await fill('Find a scenario', 'drops the hold')
    await page.getByRole('heading', { name: 'confirm', exact: true }).waitFor({ state: 'detached' })
    await click(page.getByRole('button', { name: 'Copy the hotel id of hold-lapses' }))
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(await scenarioHotel(gateway, 'hold-lapses'))
    expect(person.clicks()).toBeLessThanOrEqual(2)
    await page.context().close()
  })

  it('an admin invites a colleague with fewer rights in six clicks; the link signs in once, to less', async () => {
    const person = await at('People')
    const { page, click, fill, choose } = person
    await click(page.getByRole('button', { name: 'Invite' }))
    await fill('Name', 'grace')
    await choose('May', /^Developer/)
    await click(page.getByRole('dialog').getByRole('button', { name: /^Invite/ }))
    const link = ((await page.getByRole('group', { name: 'the link' }).textContent()) ?? '').trim()
    await click(page.getByRole('button', { name: 'Close' }).last())
    await page.getByRole('heading', { name: 'grace' }).waitFor()
    expect(await traces(person, link.split('link=')[1] ?? '')).toEqual([])
    const theirs = await browser.newContext(DESKTOP)
    const other = await theirs.newPage()
    await other.goto(link)
    await other.getByRole('heading', { level: 1, name: 'Start' }).waitFor()
    const places = other.getByRole('navigation')
    expect(await places.getByRole('link', { name: /^Webhooks/ }).count()).toBe(1)
    expect(await places.getByRole('link', { name: /^(Keys|People)/ }).count()).toBe(0)
    await other.goto(`${gateway.url}/portal/keys`)
    await other.getByText('This needs the role partner_admin').waitFor()
    await theirs.clearCookies()
    await other.goto(link)
    await other.getByText('You are signed out').waitFor()
    expect(person.clicks()).toBeLessThanOrEqual(6)
    await theirs.close()
    await page.context().close()
  })

  it('anybody of the partner finds a booking by the client reference in two clicks, its guests masked', async () => {
    const reference = `trip-${randomUUID().slice(0, 8)}`
    const journey = httpJourney(gateway)
    const { offer } = await prebookRoom(journey, await scenarioHotel(gateway, 'confirm'))
    const input = { ...bookingInput(offer, 'INSTANT'), client_reference: reference }
    const { booking_id: bookingId } = await journey.book(input, randomUUID())
    const person = await at('Bookings')
    const { page, click } = person
    await page.keyboard.press('/')
    await page.keyboard.type(reference)
    await page.keyboard.press('Enter')
    await click(page.getByRole('table', { name: 'The bookings found' }).locator('[data-row]'))
    await page.waitForURL(new RegExp(bookingId))
    await page.getByText(reference).first().waitFor()
    expect(await page.content()).not.toContain('Lovelace')
    expect(person.clicks()).toBeLessThanOrEqual(2)
    await page.context().close()
  }, 60_000)

  it('says on the first page which steps are done', async () => {
    const { page } = await openConsole(browser, { url: gateway.url, client, path: '/portal/' })
    const steps = page.getByRole('list').filter({ hasText: '1. Use your key' }).getByRole('listitem')
    const told = await until('every step', async () => ((await steps.count()) === 5 ? steps.allTextContents() : null))
    expect(told.map((text) => /Done|Next|Later/.exec(text)?.[0])).toEqual(['Done', 'Done', 'Done', 'Done', 'Done'])
    await page.context().close()
  })

  it.each([
    ['desktop, light', { ...DESKTOP, colorScheme: 'light' }],
    ['phone, dark', { ...PHONE, colorScheme: 'dark' }],
  ] as const)(
    'has no serious fault for axe and fits on %s',
    async (_way, options) => {
      const faults: string[] = []
      for (const screen of SCREENS) {
        const path = `/portal/${screen}`
        const { page, complaints } = await openConsole(browser, { url: gateway.url, client, path, options })
        await page.getByRole('heading', { level: 1 }).waitFor()
        await wholePage(page)
        faults.push(...complaints, ...(await axeFaults(page)).map((fault) => `${path}: ${fault}`))
        if ((await tooWide(page)) > 0) faults.push(`${path} is too wide`)
        await page.context().close()
      }
      expect(faults).toEqual([])
    },
    120_000,
  )

  it('on a phone Requests speaks to the partner, and has no button for filters that there are not', async () => {
    const { page } = await openConsole(browser, {
      url: gateway.url,
      client,
      path: '/portal/requests',
      options: PHONE,
    })
    const field = page.getByLabel('Request id')
    await field.waitFor()
    expect(await field.getAttribute('placeholder')).toBe('req_… or your own')
    expect(await page.getByRole('button', { name: 'Filters' }).count()).toBe(0)
  })
})
