import type { Browser, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { ERRORS } from '../../src/domain/errors.ts'
import { ROUTES } from '../../src/http/routes.ts'
import { NO_BROWSER, openBrowser } from '../support/browser.ts'
import type { StartedGateway } from '../support/gateway.ts'
import { useGateway } from '../support/use-gateway.ts'

if (NO_BROWSER) console.warn(NO_BROWSER)

describe.skipIf(NO_BROWSER)('/docs in a browser', () => {
  let gateway: StartedGateway
  let browser: Browser
  let page: Page
  /** What the browser complained of, and what it asked for. */
  const complaints: string[] = []
  const requested: string[] = []

  useGateway(async (started) => {
    ;({ gateway } = started)
    browser = await openBrowser()
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto(`${gateway.url}/docs`)
  })

  afterAll(async () => {
    await browser?.close()
  })

  function visibleText(selector: string): Promise<string> {
    return page.locator(selector).innerText()
  }

  it('shows every operation: its path, a request to paste, an answer and its errors', async () => {
    for (const { operation, method, path } of ROUTES) {
      const shown = await visibleText(`#${operation}`)
      expect(shown).toContain(method)
      expect(shown).toContain(path.replace(/:(\w+)/g, '{$1}'))
      expect(shown).toMatch(/curl -/)
      expect(shown).toMatch(/Answer 20[01]/)
      expect(shown).toContain('UNAUTHENTICATED')
    }
  })

  it('[C-011] shows every error code where its problem document says that it is', async () => {
    for (const [code, { title, advice, status }] of Object.entries(ERRORS)) {
      const shown = await visibleText(`#${code.toLowerCase()}`)
      for (const part of [code, title, advice, String(status)]) expect(shown).toContain(part)
    }
    const problem = await fetch(`${gateway.url}/nowhere`, { headers: { accept: 'application/problem+json' } })
    const { type } = (await problem.json()) as { type: string }
    await page.goto(gateway.url + type)
    expect(await page.locator('section:target h3').innerText()).toContain('NOT_FOUND')
    expect(await page.locator('section:target').boundingBox()).toMatchObject({ y: expect.closeTo(0, -2.5) })
  })

  it('has no link that leads nowhere', async () => {
    const lost = await page
      .locator('a[href^="#"]')
      .evaluateAll((links) =>
        links
          .map((link) => link.getAttribute('href') ?? '')
          .filter((href) => !document.querySelector(CSS.escape(href).replace('\\#', '#'))),
      )
    expect(lost).toEqual([])
  })

  it('follows a reference in its place, by keyboard', async () => {
    for (const name of ['Prebook', 'Offer', 'Price', 'Money']) {
      await page.locator(`#prebook details.ref[data-schema="${name}"] > summary`).first().focus()
      await page.keyboard.press('Enter')
    }
    const money = page.locator('#prebook details.ref[data-schema="Money"] > table').first()
    expect(await money.innerText()).toContain('amount_minor')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  })

  it('narrows its contents to what is looked for', async () => {
    await page.fill('#filter', 'cancel')
    const shown = await page.locator('nav li:visible').evaluateAll((all) => all.map((one) => one.innerHTML))
    expect(shown.length).toBeGreaterThan(2)
    expect(shown.every((text) => /cancel/i.test(text))).toBe(true)
    await page.fill('#filter', '')
  })

  it('is readable in the dark: its background follows the reader’s setting', async () => {
    function background(): Promise<string> {
      return page.evaluate(() => getComputedStyle(document.querySelector('nav') ?? document.body).backgroundColor)
    }
    const light = await background()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await background()).not.toBe(light)
    await page.emulateMedia({ colorScheme: 'light' })
  })

  it('loads nothing but itself, and the browser has no complaint, not even of its policy', async () => {
    expect(new Set(requested.filter((path) => path !== '/favicon.ico'))).toEqual(new Set(['/docs']))
    expect(complaints).toEqual([])
    const { headers } = await fetch(`${gateway.url}/docs`)
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
  })
})
