import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_BROWSER, openBrowser } from '../support/browser.ts'
import { type ConsoleClient, signIn } from '../support/console-client.ts'
import { axeFaults, openConsole, wholePage } from '../support/console-page.ts'
import { HANDS, workBy } from '../support/hands.ts'
import type { Json } from '../support/http-client.ts'
import { type MappedSandbox, useMappedSandbox } from '../support/use-mapped-sandbox.ts'

if (NO_BROWSER) console.warn(NO_BROWSER)

const HOSTILE = '<img src=x onerror="window.hacked=1">"><script>window.hacked=2</script>'

describe.skipIf(NO_BROWSER)('[22] the mapping workbench', () => {
  let sandbox: MappedSandbox
  let browser: Browser
  let operator: ConsoleClient

  useMappedSandbox((started) => {
    sandbox = started
  })
  beforeAll(async () => {
    browser = await openBrowser()
    operator = await signIn({ url: sandbox.gateway.url, database: sandbox.database })
  })
  afterAll(() => browser?.close())

  async function queue(): Promise<string[]> {
    const { mappingQueue } = await operator.ask('{ mappingQueue(why: "UNSURE") { items { listing } } }')
    return mappingQueue.items.map(({ listing }: Json) => listing)
  }

  function openPage(path: string): ReturnType<typeof openConsole> {
    return openConsole(browser, { url: sandbox.gateway.url, client: operator, path })
  }

  async function shows(page: Page, listing: string | undefined): Promise<void> {
    await page.waitForURL((url) => url.searchParams.get('pair') === listing)
    await page.locator('th', { hasText: new RegExp(`^${listing}$`) }).waitFor()
    // A key decides only about what has been looked at.
    await page.waitForTimeout(400)
  }

  it.each(HANDS)('clears a doubtful pair and takes that back in four clicks %s', async (_way, by) => {
    const [pair] = await queue()
    const url = sandbox.gateway.url
    await workBy(browser, { by, url, client: operator, most: 4 }, async (hand) => {
      const { page } = hand
      await hand.go('Mapping')
      await hand.open(page.locator('[data-row]', { hasText: pair ?? '' }).first())
      await shows(page, pair)
      await hand.fill(page.getByRole('textbox', { name: 'Why, kept for the next pairs' }), 'the same telephone')
      await hand.press(page.getByRole('button', { name: /^Same/ }))
      await page.waitForURL((at) => at.searchParams.get('pair') !== pair)
      expect(await queue()).not.toContain(pair)
      await shows(page, new URL(page.url()).searchParams.get('pair') ?? '')
      await hand.press(page.getByRole('button', { name: /^Undo/ }))
      await shows(page, pair)
    })
    await expect.poll(queue).toContain(pair)
  })

  it('is worked through with the keyboard: three pairs and one taken back', async () => {
    const [first, second, third, fourth] = await queue()
    const { page, complaints } = await openPage('/console/mapping?why=UNSURE')
    await page.locator('[data-row]').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await shows(page, first)
    await page.keyboard.press('s')
    await page.getByRole('dialog').waitFor()
    await page.getByRole('textbox', { name: 'Why' }).last().fill('the same telephone and street')
    await page.keyboard.press('Control+Enter')
    await shows(page, second)
    await page.keyboard.press('d')
    await shows(page, third)
    await page.keyboard.press('s')
    await shows(page, fourth)
    expect(await queue()).not.toContain(third)
    await page.keyboard.press('u')
    await shows(page, third)
    await expect.poll(queue).toContain(third)
    expect(complaints).toEqual([])
    const said = await sandbox.database.query(
      `SELECT action, subject FROM audit_log WHERE action LIKE 'mapping.%' AND actor = 'operator:sandbox-operator'
         AND details->>'reason' = 'the same telephone and street' ORDER BY id`,
    )
    expect(said).toEqual([
      { action: 'mapping.accept', subject: first },
      { action: 'mapping.reject', subject: second },
      { action: 'mapping.accept', subject: third },
      { action: 'mapping.undo', subject: third },
    ])
    await page.context().close()
  })

  it('shows a supplier’s words as words', async () => {
    const [listing = ''] = await queue()
    await sandbox.database.query(
      `UPDATE listings SET facts = facts || $1::jsonb WHERE supplier_code || '/' || supplier_hotel_id = $2`,
      [JSON.stringify({ name: HOSTILE, addressLines: [HOSTILE], chain: HOSTILE }), listing],
    )
    for (const path of ['/console/mapping?why=UNSURE', `/console/mapping?pair=${listing}`]) {
      const { page, complaints } = await openPage(path)
      await page.getByText('onerror=').first().waitFor()
      expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined()
      expect(await page.locator('img').count()).toBe(0)
      expect(complaints).toEqual([])
      await page.context().close()
    }
  })

  it('and the catalogue and the organizations have no serious fault for axe', async () => {
    const [listing = ''] = await queue()
    const faults: string[] = []
    for (const path of [
      '/mapping',
      `/mapping?pair=${listing}`,
      '/catalogue',
      '/catalogue?tab=pulls',
      '/catalogue?tab=runs&run=1',
      '/hotels/551',
      '/organizations',
      '/organizations/org_sandbox',
    ]) {
      const { page, complaints } = await openPage(`/console${path}`)
      await wholePage(page)
      await page.locator('table, h3').first().waitFor()
      faults.push(...[...complaints, ...(await axeFaults(page))].map((fault) => `${path}: ${fault}`))
      await page.context().close()
    }
    expect(faults).toEqual([])
  })
})
