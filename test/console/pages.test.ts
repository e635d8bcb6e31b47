import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_BROWSER, openBrowser, WAYS } from '../support/browser.ts'
import { type ConsoleClient, makePerson, signIn } from '../support/console-client.ts'
import { axeFaults, openConsole, tooWide, wholePage } from '../support/console-page.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { useGateway } from '../support/use-gateway.ts'

if (NO_BROWSER) console.warn(NO_BROWSER)

describe.skipIf(NO_BROWSER)('[22] a page of the console', () => {
  let database: TestDatabase
  let gateway: StartedGateway
  let browser: Browser
  let client: ConsoleClient

  useGateway((started) => {
    ;({ database, gateway } = started)
  })

  beforeAll(async () => {
    browser = await openBrowser()
    client = await signIn({ url: gateway.url, database })
    await database.query(
      `INSERT INTO console_proposals (id, action, subject, arguments, reason, proposed_by, created_at, expires_at, decided_by, decided_at, decision, note)
       VALUES ('prop_broken_off', 'booking redact', 'ubk_broken_off', '{}', 'the guest has asked', 'operator:sandbox-second', now(),
         now() + interval '1 day', 'operator:ada', now(), 'APPROVED', 'seen their letter')`,
    )
  })

  afterAll(() => browser.close())

  it.each(WAYS)('has no serious fault for axe and fits on %s', async (_way, options) => {
    const faults: string[] = []
    for (const path of ['/console/audit', '/console/approvals', '/console/nowhere', '/console/audit?actor=nobody']) {
      const { page, complaints } = await openConsole(browser, { url: gateway.url, client, path, options })
      await wholePage(page)
      faults.push(...complaints, ...(await axeFaults(page)).map((fault) => `${path}: ${fault}`))
      if ((await tooWide(page)) > 0) faults.push(`${path} is too wide`)
      await page.context().close()
    }
    expect(faults).toEqual([])
  })

  it('is there after 250 kB at most', async () => {
    const { page } = await openConsole(browser, { url: gateway.url, client, path: '/console/audit' })
    await page.locator('[data-row]').first().waitFor()
    const sizes = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => (entry as PerformanceResourceTiming).encodedBodySize),
    )
    expect(sizes.length).toBeGreaterThan(4)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000)
  })

  it('says how to sign in to whoever is not, and that a link is worn out', async () => {
    const opened = await openConsole(browser, { url: gateway.url, client: null, path: '/console/audit?actor=x' })
    await opened.page.getByText('You are signed out').waitFor()
    expect(await axeFaults(opened.page)).toEqual([])
    await opened.page.goto(`${gateway.url}/console/sign-in?link=worn-out`)
    expect(await opened.page.getByRole('alert').textContent()).toContain('was used already, or it is too old')
    expect(opened.complaints).toEqual([])
  })

  it('is walked with the keyboard alone, and the address has what is open', async () => {
    const { page } = await openConsole(browser, { url: gateway.url, client, path: '/console/approvals' })
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.getByRole('heading', { name: 'Audit' }).waitFor()
    await page.locator('[data-row]').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('operator:*')
    await page.waitForURL(/actor=operator:\*$/)
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    const address = page.url()
    expect(address).toMatch(/\/console\/audit\?actor=operator:\*&entry=\d+$/)
    expect(await axeFaults(page)).toEqual([])
    await page.reload()
    await page.getByRole('dialog').getByText('user.sign-in').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('entry=')
    await page.goBack()
    expect(page.url()).toBe(address)
  })

  it('is found in the palette, which has a list of all keys beside it', async () => {
    const { page } = await openConsole(browser, { url: gateway.url, client, path: '/console/audit' })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Find an id or a screen' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.type('second person')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Approvals' }).waitFor()
    // The palette has the keys until it is gone.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Find an id or a screen').waitFor()
    expect(await axeFaults(page)).toEqual([])
  })

  it('that loses the gateway says so, keeps what it shows, and goes on by itself', async () => {
    const { page } = await openConsole(browser, { url: gateway.url, client, path: '/console/audit' })
    await page
      .getByRole('status')
      .filter({ hasText: /^live$/ })
      .waitFor()
    await page.locator('[data-row]').first().waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Read again' }).click()
    await page.getByRole('alert').getByText('UNREACHABLE').first().waitFor()
    expect(await page.locator('[data-row]').count()).toBeGreaterThan(0)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page
      .getByRole('status')
      .filter({ hasText: /^live$/ })
      .waitFor()
    expect(await page.locator('[data-row]').count()).toBeGreaterThan(0)
  })

  it('of approvals shows what was approved and broke off, and what to do about it', async () => {
    for (const path of ['/console/approvals', '/console/approvals?decided=true']) {
      const { page } = await openConsole(browser, { url: gateway.url, client, path })
      const notice = page.getByRole('alert', { name: 'Approved, not known to be done' })
      await notice.getByText('Look at ubk_broken_off').waitFor()
      expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
      await page.context().close()
    }
  })

  it('of approvals says that there are more than it shows', async () => {
    await database.query(
      `INSERT INTO console_proposals (id, action, subject, arguments, reason, proposed_by, created_at, expires_at)
       SELECT 'prop_many_' || n, 'booking redact', 'ubk_many_' || n, '{}', 'a flood of them', 'operator:ada', now(), now() + interval '1 day'
       FROM generate_series(1, 205) AS n`,
    )
    const { page } = await openConsole(browser, { url: gateway.url, client, path: '/console/approvals' })
    const beyond = page.getByText('The oldest 200 of')
    await beyond.waitFor()
    expect(await beyond.textContent()).toContain('The oldest 200 of 206 are shown')
    await database.query("DELETE FROM console_proposals WHERE id LIKE 'prop_many_%'")
  })

  it('that is not for somebody’s roles names the role', async () => {
    await makePerson(database, { name: 'portal-only', roles: ['partner_developer'], organizationId: 'org_sandbox' })
    const partner = await signIn({ url: gateway.url, database, name: 'portal-only' })
    const { page } = await openConsole(browser, { url: gateway.url, client: partner, path: '/portal/audit' })
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0)
  })

  it('ends with the session, and nothing of it is kept in the browser', async () => {
    const leaving = await signIn({ url: gateway.url, database })
    const { page } = await openConsole(browser, { url: gateway.url, client: leaving, path: '/console/audit' })
    await page.getByRole('button', { name: /signed in as/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByText('You are signed out').waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    await page.goBack()
    await page.getByText('You are signed out').waitFor()
  })
})
