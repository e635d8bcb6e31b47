import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { DESKTOP } from './browser.ts'
import type { ConsoleClient } from './console-client.ts'
import { until } from './until.ts'

/** A page of the console or the portal. */
export type ConsolePage = {
  readonly page: Page
  /** What the browser complains of: errors of scripts, and what the page's policy forbids. Refused requests are answers, and left out. */
  readonly complaints: string[]
}

type Opened = {
  readonly url: string
  /** Whose session it is; null: nobody is signed in. */
  readonly client: ConsoleClient | null
  /** With the base: `/console/audit`. */
  readonly path: string
  readonly options?: BrowserContextOptions
}

const STEP_WITHIN_MS = 60_000

/** Opens a page in a context of its own, and waits for its first heading. The page's policy holds, as it does for everybody. */
export async function openConsole(
  browser: Browser,
  { url, client, path, options = DESKTOP }: Opened,
): Promise<ConsolePage> {
  const context = await browser.newContext(options)
  if (client) {
    const [name = '', value = ''] = client.cookie.split('=')
    await context.addCookies([{ name, value, domain: new URL(url).hostname, path: client.base, httpOnly: true }])
  }
  const page = await context.newPage()
  // Below that of a test, so that what is waited for in vain is named.
  page.setDefaultTimeout(STEP_WITHIN_MS)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource')
    if ((message.type() === 'error' || message.type() === 'warning') && !isAnswer) complaints.push(message.text())
  })
  await page.goto(new URL(path, url).href, { waitUntil: 'domcontentloaded' })
  await page
    .getByRole('heading')
    .first()
    .waitFor()
    .catch((error: unknown) => {
      throw new Error(`${path} shows no heading; the browser complains of ${JSON.stringify(complaints)}`, {
        cause: error,
      })
    })
  return { page, complaints }
}

type Violation = {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly {
    readonly target: readonly string[]
    readonly any: readonly { readonly message: string }[]
  }[]
}

/** What axe calls serious or critical on a page, by the rules of WCAG 2.2 AA. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate<readonly Violation[]>(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) => violations)`,
  )
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id} ${target.join(' ')} ${any[0]?.message ?? ''}`))
}

/** How many pixels a page is wider than what shows it. */
export function tooWide(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Waits until no part of a page is still loading. */
export async function wholePage(page: Page): Promise<void> {
  await until('the whole page', async () => (await page.locator('[aria-busy="true"]').count()) === 0)
}
