import { mkdtemp, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { ERRORS } from '../../src/domain/errors.ts'
import { GROUPS } from '../../src/http/site/pages.ts'
import { DESKTOP, NO_BROWSER, openBrowser, PHONE, type Visit, visit as visitPage, WAYS } from '../support/browser.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { useGateway } from '../support/use-gateway.ts'

if (NO_BROWSER) console.warn(NO_BROWSER)

const GUIDES = GROUPS.flatMap(({ pages }) => pages)

/** Where pictures go: `SCREENSHOTS=docs/images` keeps them. */
const PICTURES = process.env['SCREENSHOTS'] ?? (await mkdtemp(join(tmpdir(), 'pictures-')))

describe.skipIf(NO_BROWSER)('the documentation in a browser', () => {
  let gateway: StartedGateway
  let browser: Browser

  useGateway(async (started) => {
    ;({ gateway } = started)
    browser = await openBrowser()
  })

  afterAll(async () => {
    await browser?.close()
  })

  function visit(path: string, options: BrowserContextOptions = DESKTOP): Promise<Visit> {
    return visitPage(browser, new URL(path, gateway.url), options)
  }

  /** What axe calls serious or critical. */
  async function faults(page: Page): Promise<string[]> {
    await page.evaluate(axe.source)
    const found = await page.evaluate<
      { id: string; impact: string; nodes: { target: string[]; any: { message: string }[] }[] }[]
    >(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] }).then(({ violations }) => violations)`)
    return found
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.slice(0, 3).map(({ target, any }) => `${id} ${target.join(' ')} ${any[0]?.message ?? ''}`),
      )
  }

  it.each(WAYS)(
    'every page works on %s, asks nobody else for anything, and has no serious fault for axe',
    async (way, options) => {
      const paths = ['/', ...GUIDES.map((name) => `/docs/${name}`)]
      const all: Record<string, string[]> = {}
      for (const path of paths) {
        const { page, complaints, elsewhere } = await visit(path, { ...options, bypassCSP: true })
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        const found = [
          ...complaints,
          ...elsewhere,
          ...(wide > 0 ? [`${wide} px too wide`] : []),
          ...(await faults(page)),
        ]
        if (found.length > 0) all[path] = found
        await page.context().close()
      }
      expect({ way, all }).toEqual({ way, all: {} })
    },
    240_000,
  )

  it('leads only to places that there are', async () => {
    const { page } = await visit('/')
    const wrong: string[] = []
    const known = new Map<string, string>()
    for (const name of GUIDES) {
      await page.goto(`${gateway.url}/docs/${name}`)
      const links = await page
        .locator('main a[href], nav a[href]')
        .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
      for (const link of new Set(links)) {
        const url = new URL(link)
        if (url.origin !== gateway.url) continue
        if (!known.has(url.pathname)) {
          const answer = await fetch(gateway.url + url.pathname, { headers: { accept: 'text/html' } })
          known.set(url.pathname, answer.ok ? await answer.text() : '')
        }
        const text = known.get(url.pathname) ?? ''
        const isReference = url.pathname === '/docs/reference'
        if (
          text === '' ||
          (url.hash !== '' && !isReference && !text.includes(`id="${decodeURIComponent(url.hash.slice(1))}"`))
        )
          wrong.push(`${name}: ${url.pathname}${url.hash}`)
      }
    }
    expect(wrong).toEqual([])
    await page.context().close()
  })

  it('finds what a developer looks for, in guides and in the reference', async () => {
    const { page } = await visit('/')
    for (const [query, wanted] of [
      ['penalt', '/docs/cancelling'],
      ['idempotency', '/docs/booking-life'],
      ['signature', '/docs/webhooks'],
      ['prebook', '/docs/reference'],
    ] as const) {
      await page.fill('#search', query)
      await page.waitForSelector('#results a')
      const found = await page
        .locator('#results a')
        .evaluateAll((all) => all.map((one) => new URL((one as HTMLAnchorElement).href).pathname))
      expect({ query, found: found.some((path) => path === wanted) }).toEqual({ query, found: true })
    }
    await page.fill('#search', 'zzzqqq')
    await page.waitForSelector('#results p')
    await page.context().close()
  })

  it('[C-011] explains every error code where its answer says', async () => {
    const text = await (await fetch(`${gateway.url}/docs/errors`)).text()
    for (const code of Object.keys(ERRORS)) expect(text).toContain(`id="${code.toLowerCase()}"`)
    const { documentation_url: url } = (await (await fetch(`${gateway.url}/nowhere`)).json()) as Record<string, string>
    const { page } = await visit(url ?? '')
    expect(await page.locator(':target').innerText()).toContain('NOT_FOUND')
    await page.context().close()
  })

  it('draws the booking machine', async () => {
    const { page } = await visit('/docs/booking-life')
    expect(await page.locator('.machine .state').count()).toBe(7)
    await page.locator('.machine').screenshot({ path: join(PICTURES, 'machine.png') })
    await page.context().close()
  })

  it.each([
    ['front-door', '/', DESKTOP, 'light'],
    ['front-door-phone', '/', PHONE, 'light'],
    ['guide', '/docs/quick-start', DESKTOP, 'light'],
    ['guide-phone-dark', '/docs/quick-start', PHONE, 'dark'],
    ['reference', '/docs/reference', DESKTOP, 'light'],
    ['reference-dark', '/docs/reference', DESKTOP, 'dark'],
    ['reference-phone', '/docs/reference', PHONE, 'light'],
  ] as const)(
    'can be seen: %s',
    async (name, path, options, colorScheme) => {
      const { page } = await visit(path, { ...options, colorScheme })
      if (path === '/docs/reference')
        await page.waitForSelector('text=Search hotels', { state: 'attached', timeout: 60_000 })
      await page.waitForTimeout(500)
      const picture = join(PICTURES, `${name}.png`)
      await writeFile(picture, await page.screenshot())
      expect((await stat(picture)).size).toBeGreaterThan(10_000)
      await page.context().close()
    },
    90_000,
  )
})
