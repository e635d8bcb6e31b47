import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The system's own browser: none is downloaded. */
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

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
