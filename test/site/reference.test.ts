import type { Browser, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { GROUPS } from '../../src/http/site/pages.ts'
import { NO_BROWSER, openBrowser, type Visit, visit as visitPage } from '../support/browser.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { useGateway } from '../support/use-gateway.ts'

const REFERENCE = '/docs/reference'
const GUIDES = GROUPS.flatMap(({ pages }) => pages)

/** The first paint of a page, and what it took over the wire with everything that it loads. */
type Painted = { readonly paintMs: number; readonly bytes: number }

function paintedAt(page: Page): Promise<Painted> {
  return page.evaluate(() => {
    const loaded = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
    return {
      paintMs: Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1),
      bytes: loaded.reduce((sum, one) => sum + (one as PerformanceResourceTiming).transferSize, 0),
    }
  })
}

describe.skipIf(NO_BROWSER)('the documentation under its own policy', () => {
  let gateway: StartedGateway
  let browser: Browser

  useGateway(
    async (started) => {
      ;({ gateway } = started)
      browser = await openBrowser()
    },
    { env: { SANDBOX_SHOW_KEY: 'on' } },
  )

  afterAll(async () => {
    await browser?.close()
  })

  function visit(path: string): Promise<Visit> {
    return visitPage(browser, new URL(path, gateway.url))
  }

  it('has a reference that is painted from here alone, without a complaint of the browser', async () => {
    const { page, complaints, elsewhere } = await visit(REFERENCE)
    await page.waitForSelector('text=Search hotels', { timeout: 60_000 })
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] })
    await page.context().close()
  })

  it.each([
    ['#tag/keys/GET/me', '/me', '"organization_name": "Sandbox partner"'],
    ['#tag/search/POST/hotels/search', '/hotels/search', '"search_id": "srch_'],
  ])(
    'sends the request at %s for who presses Send, and shows the answer',
    async (place, path, shown) => {
      const { page, complaints, elsewhere } = await visit(REFERENCE + place)
      await page
        .getByRole('button', { name: new RegExp(`Test Request.*${path}\\)`) })
        .first()
        .click({ timeout: 60_000 })
      const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === path)
      await page.getByRole('button', { name: /^Send/ }).first().click()
      const answer = await answered
      expect(answer.request().headers()['x-api-key']).toBe(gateway.apiKey)
      expect(answer.status()).toBe(200)
      await page.getByText('200 OK').waitFor()
      await page.waitForFunction((text) => document.querySelector('[role=dialog]')?.textContent?.includes(text), shown)
      expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] })
      await page.context().close()
    },
    90_000,
  )

  it('has guides whose scripts and styles their policy allows, search included', async () => {
    const all: Record<string, readonly string[]> = {}
    for (const path of ['/', ...GUIDES.map((name) => `/docs/${name}`)]) {
      const { page, complaints } = await visit(path)
      await page.fill('#search', 'booking')
      await page.waitForSelector('#results a')
      if (complaints.length > 0) all[path] = complaints
      await page.context().close()
    }
    expect(all).toEqual({})
  })

  it.each([
    ['/', 30],
    ['/docs/quick-start', 30],
    [REFERENCE, 1_500],
  ])(
    '%s takes less than %i KB over the wire',
    async (path, mostKb) => {
      const { page } = await visit(path)
      const { paintMs, bytes } = await paintedAt(page)
      console.log(`${path}: first paint ${paintMs} ms, ${Math.round(bytes / 1_024)} KB over the wire`)
      expect(bytes / 1_024).toBeLessThan(mostKb)
      expect(bytes).toBeGreaterThan(1_000)
      await page.context().close()
    },
    90_000,
  )
})
