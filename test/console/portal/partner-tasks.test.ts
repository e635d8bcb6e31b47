import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, NO_BROWSER, openBrowser } from '../../support/browser.ts'
import { type ConsoleClient, signIn } from '../../support/console-client.ts'
import { openConsole } from '../../support/console-page.ts'
import type { TestDatabase } from '../../support/database.ts'
import { type StartedGateway } from '../../support/gateway.ts'
import { HANDS, type Hand, workBy } from '../../support/hands.ts'
import { httpClient } from '../../support/http-client.ts'
import { bookingInput, httpJourney, londonSearch, prebookRoom, scenarioHotel } from '../../support/journey.ts'
import { uniqueWord } from '../../support/people.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import { useGateway } from '../../support/use-gateway.ts'

/** Tasks of a partner, each with the mouse in so many clicks, and by the keyboard alone: docs/console.md. */

if (NO_BROWSER) console.warn(NO_BROWSER)

describe.skipIf(NO_BROWSER)('[22] a partner', () => {
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
    await browser?.close()
    await receiver?.close()
  })

  type Task = { readonly by: (typeof HANDS)[number][1]; readonly most: number }

  /** They begin at the first page of the portal. */
  function work({ by, most }: Task, task: (hand: Hand) => Promise<void>): Promise<void> {
    return workBy(browser, { by, url: gateway.url, client, most, path: '/portal/' }, task)
  }

  function button({ page }: Hand, name: string) {
    return page.getByRole('button', { name: new RegExp(`^${name}`) }).first()
  }

  async function shownOnce({ page }: Hand, what: string): Promise<string> {
    return ((await page.getByRole('group', { name: what }).textContent()) ?? '').trim()
  }

  /** Where a secret is when its dialog is closed: nowhere. */
  async function traces({ page }: Hand, secret: string): Promise<string[]> {
    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    )
    const source = await page.content()
    const audit = await database.query('SELECT 1 FROM audit_log WHERE details::text LIKE $1', [`%${secret}%`])
    return [
      ...(source.includes(secret) ? ['the page'] : []),
      ...(page.url().includes(secret) ? ['the address'] : []),
      ...(stored.includes(secret) ? ['what the browser stores'] : []),
      ...(gateway.log.some((line) => line.includes(secret)) ? ['the log'] : []),
      ...(audit.length > 0 ? ['the audit log'] : []),
    ]
  }

  it.each(HANDS)(
    'rolls a key to fewer scopes; the new one works, is shown once and is nowhere else: %s',
    async (_way, by) => {
      const before = await database.query("SELECT 1 FROM audit_log WHERE action = 'key.roll'")
      await work({ by, most: 5 }, async (hand) => {
        const { page } = hand
        await hand.go('Keys')
        await hand.press(button(hand, 'Roll'))
        await hand.press(page.getByRole('checkbox', { name: 'May bookings:review' }))
        await hand.send()
        const key = await shownOnce(hand, 'the new key')
        expect(key).toMatch(/^hdg_sandbox_[\w-]{40,}$/)
        await hand.close()
        const { body } = await httpClient({ url: gateway.url, apiKey: key }).get('/me')
        expect(body.data.scopes).not.toContain('bookings:review')
        expect(body.data.scopes).toContain('search')
        await page.getByText(key.slice(0, 16)).first().waitFor()
        await page.reload()
        await page.getByText(key.slice(0, 16)).first().waitFor()
        expect(await traces(hand, key)).toEqual([])
      })
      const rolled = await database.query("SELECT actor FROM audit_log WHERE action = 'key.roll'")
      expect(rolled.slice(before.length)).toEqual([{ actor: 'partner:sandbox-partner' }])
    },
  )

  it.each(HANDS)('makes an endpoint and sees its test delivery; the secret is shown once: %s', async (_way, by) => {
    const address = `${receiver.url}/${uniqueWord()}`
    await work({ by, most: 6 }, async (hand) => {
      const { page } = hand
      await hand.go('Webhooks')
      await hand.press(button(hand, 'New endpoint'))
      await hand.fill(page.getByLabel('Address'), address)
      await hand.send()
      const secret = await shownOnce(hand, 'the signing secret')
      expect(secret).toMatch(/^whsec_/)
      await hand.close()
      const card = page.locator('section.panel').filter({ hasText: address })
      const before = new Set(receiver.received)
      await hand.press(card.getByRole('button', { name: 'Test', exact: true }))
      await hand.send()
      await page.waitForURL(/delivery=whd_/)
      const { body } = await receiver.waitFor((one) => one.event.type === 'webhook.test' && !before.has(one))
      const sheet = page.getByRole('dialog').filter({ hasText: 'Payload, as it is signed' })
      await sheet.getByText('Delivered').first().waitFor()
      const told = JSON.parse(body) as { data: { event_id: string } }
      await sheet.getByText(told.data.event_id).first().waitFor()
      expect(await traces(hand, secret)).toEqual([])
    })
  })

  it.each(HANDS)('finds why a delivery failed, and resends it: %s', async (_way, by) => {
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
    await work({ by, most: 5 }, async (hand) => {
      const { page } = hand
      await hand.go('Webhooks')
      await hand.open(page.locator('[data-row]').filter({ hasText: 'Retrying' }).first())
      await page.getByText('Your endpoint answered 500').waitFor()
      answer = 204
      await hand.press(page.getByRole('button', { name: /^Resend/ }))
      await hand.send()
      await hand.close()
      await page.getByRole('dialog').getByText('Delivered').first().waitFor()
    })
    answer = 204
  })

  it.each(HANDS)('moves the own clock on, and back: %s', async (_way, by) => {
    await work({ by, most: 9 }, async (hand) => {
      const { page } = hand
      await hand.go('Sandbox')
      await hand.press(button(hand, 'Move on'))
      await hand.choose(page.getByRole('combobox', { name: 'By' }), /^1 week/)
      await hand.send()
      await hand.close()
      await page.getByText('7 d', { exact: false }).first().waitFor()
      const ahead = await client.ask('{ ownSandbox { clock { offsetSeconds } } }')
      expect(ahead.ownSandbox.clock.offsetSeconds).toBe(7 * 86_400)
      await hand.press(button(hand, 'Back to real time'))
      await hand.send()
      await hand.close()
      await page.getByText('nothing: it is real time').waitFor()
    })
  })

  it.each(HANDS)('causes a fault, sees it wait, and a search has it: %s', async (_way, by) => {
    await work({ by, most: 4 }, async (hand) => {
      const { page } = hand
      await hand.go('Sandbox')
      await hand.press(button(hand, 'Cause a fault'))
      await hand.fill(page.getByLabel('How many calls'), '20')
      await hand.send()
      await hand.close()
      await page.getByRole('table', { name: 'Faults that wait' }).getByText('500').waitFor()
    })
    const [fault] = (await client.ask('{ ownSandbox { faults { supplierCode } } }')).ownSandbox.faults
    const search = londonSearch({ pricing_mode: 'live', currency: 'USD', limit: 3 })
    const { body } = await httpClient(gateway).post('/hotels/search', search)
    expect(JSON.stringify(body.data.providers)).toContain(fault.supplierCode)
    const [left] = (await client.ask('{ ownSandbox { faults { remaining } } }')).ownSandbox.faults
    expect(left?.remaining ?? 0).toBeLessThan(20)
    await client.ask('mutation { clearOwnFaults { faults { fault } } }')
  })

  it.each(HANDS)('copies the id of a scenario hotel: %s', async (_way, by) => {
    const wanted = await scenarioHotel(gateway, 'hold-lapses')
    await work({ by, most: 2 }, async (hand) => {
      const { page } = hand
      await hand.go('Sandbox')
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await hand.fill(page.getByLabel('Find a scenario'), 'drops the hold')
      await page.getByRole('heading', { name: 'confirm', exact: true }).waitFor({ state: 'detached' })
      await hand.press(button(hand, 'Copy the hotel id of hold-lapses'))
      await until(
        'the id to be copied',
        async () => (await page.evaluate(() => navigator.clipboard.readText())) === wanted,
      )
    })
  })

  it.each(HANDS)('invites a colleague with fewer rights; the link signs in once, to less: %s', async (_way, by) => {
    const name = uniqueWord().toLowerCase()
    let link = ''
    await work({ by, most: 6 }, async (hand) => {
      const { page } = hand
      await hand.go('People')
      await hand.press(button(hand, 'Invite'))
      await hand.fill(page.getByLabel('Name'), name)
      await hand.choose(page.getByRole('combobox', { name: 'May' }), /^Developer/)
      await hand.send()
      link = await shownOnce(hand, 'the link')
      await hand.close()
      await page.getByRole('heading', { name }).waitFor()
      expect(await traces(hand, link.split('link=')[1] ?? '')).toEqual([])
    })
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
    await theirs.close()
  })

  it.each(HANDS)('finds a booking by the client reference, its guests masked: %s', async (_way, by) => {
    const reference = `trip-${randomUUID().slice(0, 8)}`
    const journey = httpJourney(gateway)
    const { offer } = await prebookRoom(journey, await scenarioHotel(gateway, 'confirm'))
    const input = { ...bookingInput(offer, 'INSTANT'), client_reference: reference }
    const { booking_id: bookingId } = await journey.book(input, randomUUID())
    await work({ by, most: 2 }, async (hand) => {
      const { page } = hand
      await hand.go('Bookings')
      await hand.fill(page.getByLabel('Find a booking'), reference)
      await page.keyboard.press('Enter')
      await hand.open(page.getByRole('table', { name: 'The bookings found' }).locator('[data-row]'))
      await page.waitForURL(new RegExp(bookingId))
      await page.getByText(reference).first().waitFor()
      expect(await page.content()).not.toContain('Lovelace')
    })
  })

  it('is told on the first page which steps are done', async () => {
    const { page } = await openConsole(browser, { url: gateway.url, client, path: '/portal/' })
    const steps = page.getByRole('list').filter({ hasText: '1. Use your key' }).getByRole('listitem')
    const told = await until('every step', async () => ((await steps.count()) === 5 ? steps.allTextContents() : null))
    expect(told.map((text) => /Done|Next|Later/.exec(text)?.[0])).toEqual(['Done', 'Done', 'Done', 'Done', 'Done'])
    await page.context().close()
  })
})
