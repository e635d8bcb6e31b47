import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { drawn } from './draw.ts'

/**
 * The system's own browser: none is downloaded. Without windows of its own where there is one: the pages of Chromium's windows, which it makes
 * for every context, take a second of a core each.
 */
const CHROMIUM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path))

/** Why page tests cannot run here; null where they can, and in CI, where a missing browser is a fault. */
export const NO_BROWSER: string | null =
  CHROMIUM || process.env['CI'] ? null : 'no Chromium on this machine: apt-get install chromium to run the page tests'

export function openBrowser(): Promise<Browser> {
  if (!CHROMIUM) throw new Error('no Chromium: .ci/run installs it')
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking'],
  })
}

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 } }
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }

/** How pages are looked at for axe and for what does not fit: one of them in a file, drawn; all of them with `DRAW=1`. */
export const WAYS = drawn(
  [
    ['desktop, light', { ...DESKTOP, colorScheme: 'light' }],
    ['desktop, dark', { ...DESKTOP, colorScheme: 'dark' }],
    ['phone, light', { ...PHONE, colorScheme: 'light' }],
  ] as const,
  ([way]) => way,
)

/** A page that is open, in a context of its own: nothing of it is kept from a page before. */
export type Visit = {
  readonly page: Page
  /** What the browser complains of: errors of scripts, refused requests, and what the page's policy forbids. */
  readonly complaints: readonly string[]
  /** What was asked of other servers. */
  readonly elsewhere: readonly string[]
}

/** Opens a page and waits until it asks for nothing more. */
export async function visit(browser: Browser, url: URL, options: BrowserContextOptions = DESKTOP): Promise<Visit> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints: string[] = []
  const elsewhere: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== url.origin && protocol.startsWith('http')) elsewhere.push(request.url())
  })
  await page.goto(url.href, { waitUntil: 'networkidle' })
  return { page, complaints, elsewhere }
}
