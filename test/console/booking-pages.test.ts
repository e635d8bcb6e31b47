import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, NO_BROWSER, openBrowser, WAYS } from '../support/browser.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { axeFaults, openConsole, tooWide, wholePage } from '../support/console-page.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { AWKWARD, NAMES, useConsoleBookings } from '../support/use-console-bookings.ts'

if (NO_BROWSER) console.warn(NO_BROWSER)

describe.skipIf(NO_BROWSER)('[22] the pages of the bookings', () => {
  let database: TestDatabase
  let gateway: StartedGateway
  let operator: ConsoleClient
  let partner: ConsoleClient
  let browser: Browser
  let bookingId: string
  let reviewId: string

  useConsoleBookings((made) => {
    ;({ database, gateway, operator, partner, bookingId, reviewId } = made)
  })

  beforeAll(async () => {
    browser = await openBrowser()
    // What suppliers and hotels write comes from outside.
    await database.query(
      `UPDATE bookings SET terms = jsonb_set(terms, '{hotel,name}', to_jsonb($2::text)),
        failure = jsonb_build_object('code', 'SOLD_OUT', 'message', $2::text, 'retryable', false) WHERE id = $1`,
      [bookingId, AWKWARD],
    )
    await database.query('UPDATE booking_attempts SET detail = $2, supplier_error_code = $2 WHERE booking_id = $1', [
      bookingId,
      AWKWARD,
    ])
  })

  afterAll(() => browser.close())

  async function open(path: string, client = operator, options: object = DESKTOP) {
    const opened = await openConsole(browser, { url: gateway.url, client, path: `${client.base}${path}`, options })
    await wholePage(opened.page)
    return opened
  }

  async function awkwardTexts(
    page: Page,
  ): Promise<{ readonly shown: boolean; readonly ran: boolean; readonly made: number }> {
    await page.getByText(AWKWARD).first().waitFor()
    return {
      shown: true,
      ran: await page.evaluate(() => 'hit' in window),
      made: await page.locator('img[src="x"]').count(),
    }
  }

  it.each(WAYS)('have no serious fault for axe and fit on %s', async (_way, options) => {
    const faults: string[] = []
    for (const path of ['/bookings', `/bookings/${bookingId}`, `/bookings/${reviewId}`, `/requests/${NAMES.request}`]) {
      const { page, complaints } = await open(path, operator, options)
      faults.push(...complaints, ...(await axeFaults(page)).map((fault) => `${path}: ${fault}`))
      if ((await tooWide(page)) > 0) faults.push(`${path} is too wide`)
      await page.context().close()
    }
    expect(faults).toEqual([])
  })

  it('show what comes from outside as text, in the console and in the portal', async () => {
    const seen: unknown[] = []
    for (const client of [operator, partner])
      for (const path of ['/bookings', `/bookings/${bookingId}`, `/requests/${NAMES.request}`]) {
        const { page } = await open(path, client)
        seen.push(await awkwardTexts(page))
        await page.context().close()
      }
    expect(seen).toEqual(Array.from({ length: 6 }, () => ({ shown: true, ran: false, made: 0 })))
  })

  it('find a booking by the keyboard alone, and keep what was asked in the address', async () => {
    const { page } = await open('/bookings')
    await page.keyboard.press('/')
    await page.keyboard.type(NAMES.reference)
    await page.getByText('is the partner’s reference', { exact: false }).waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe(NAMES.reference)
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /ubk_/ }).waitFor()
    expect(page.url()).toMatch(/\/console\/bookings\/ubk_/)
  })

  it('find a guest when asked to, whose name gets into no address', async () => {
    const { page } = await open('/bookings')
    await page.getByLabel('Find a booking').fill('Lovelace')
    await page.getByRole('button', { name: 'Look for this guest' }).click()
    await page.getByText(/found among \d+ bookings/).waitFor()
    expect(page.url()).not.toMatch(/lovelace/i)
    expect(await page.locator('[data-row]').count()).toBeGreaterThan(2)
  })

  it('ask the supplier on one key, and mark what differs', async () => {
    await database.query(
      `UPDATE bookings SET terms = jsonb_set(terms, '{price,total,amountMinor}', '777') WHERE id = $1`,
      [bookingId],
    )
    const { page } = await open(`/bookings/${bookingId}`)
    await page.keyboard.press('r')
    const price = page.getByRole('table', { name: 'Ours and the supplier’s' }).getByRole('row', { name: /^price/ })
    await price.waitFor()
    expect(await price.textContent()).toMatch(/7\.77 USD.*\(differs\)/)
  })
})
