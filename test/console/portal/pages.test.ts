import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, NO_BROWSER, openBrowser, PHONE } from '../../support/browser.ts'
import { type ConsoleClient, signIn } from '../../support/console-client.ts'
import { axeFaults, openConsole, tooWide, wholePage } from '../../support/console-page.ts'
import type { TestDatabase } from '../../support/database.ts'
import { type StartedGateway } from '../../support/gateway.ts'
import { httpClient } from '../../support/http-client.ts'
import { bookScenario, httpJourney } from '../../support/journey.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { useGateway } from '../../support/use-gateway.ts'

if (NO_BROWSER) console.warn(NO_BROWSER)

const SCREENS = ['', 'keys', 'webhooks', 'limits', 'sandbox', 'recent', 'reference', 'people', 'bookings', 'requests']

describe.skipIf(NO_BROWSER)('[22] at the portal', () => {
  let database: TestDatabase
  let gateway: StartedGateway
  let browser: Browser
  let client: ConsoleClient
  let receiver: Receiver

  useGateway((started) => {
    ;({ database, gateway } = started)
  })

  beforeAll(async () => {
    browser = await openBrowser()
    receiver = await startReceiver(() => 204)
    client = await signIn({ url: gateway.url, database, name: 'sandbox-partner' })
    // Nothing is empty: an endpoint, its deliveries, a booking, a fault that waits.
    const http = httpClient(gateway)
    await http.post('/webhooks/endpoints', { url: receiver.url, event_types: ['*'] })
    await bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
    await http.post('/sandbox/faults', { supplier_code: 'liteapi', operation: 'price_check', fault: '500', count: 3 })
  })

  afterAll(async () => {
    await browser.close()
    await receiver.close()
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
