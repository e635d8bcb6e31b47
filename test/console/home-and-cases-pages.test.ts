import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, NO_BROWSER, openBrowser, WAYS } from '../support/browser.ts'
import { type ConsoleClient, makePerson, signIn } from '../support/console-client.ts'
import { axeFaults, openConsole, tooWide, wholePage } from '../support/console-page.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

if (NO_BROWSER) console.warn(NO_BROWSER)

describe.skipIf(NO_BROWSER)('[22] Home and the cases', () => {
  let database: TestDatabase
  let gateway: StartedGateway
  let browser: Browser
  let operator: ConsoleClient

  useGateway((started) => {
    ;({ database, gateway } = started)
  })
  beforeAll(async () => {
    browser = await openBrowser()
    operator = await signIn({ url: gateway.url, database })
  })
  afterAll(() => browser?.close())

  async function open(path: string, client = operator, options: object = DESKTOP) {
    const opened = await openConsole(browser, { url: gateway.url, client, path: `/console${path}`, options })
    await wholePage(opened.page)
    return opened
  }

  /** A hold that awaits a review; returns the id of its case. */
  async function bookReview(): Promise<string> {
    const { booking_id: id } = await bookScenario(gateway, httpJourney(gateway), 'hold-short', 'HOLD')
    const [row] = await database.query("SELECT id FROM cases WHERE kind = 'REVIEW' AND booking_id = $1", [id])
    return row?.['id']
  }

  async function openCases(): Promise<string[]> {
    const rows = await database.query(
      "SELECT id FROM cases WHERE kind = 'REVIEW' AND closed_at IS NULL ORDER BY due_at, -coalesce(at_stake_minor, 0), id",
    )
    return rows.map((row) => row['id'])
  }

  async function showsCase(page: Page, caseId: string | undefined): Promise<void> {
    await page.waitForURL((url) => url.pathname === `/console/cases/${caseId}`)
    await page.locator('.panel-head .mono', { hasText: String(caseId) }).waitFor()
    await page.getByRole('button', { name: /^Approve/ }).waitFor()
  }

  async function decide(page: Page, key: string): Promise<void> {
    await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor()
    await page.getByRole('textbox', { name: /^Why/ }).fill('agreed with the partner')
    await page.keyboard.press('Control+Enter')
  }

  it('of a fresh installation show the way to the first sale, and not after it', async () => {
    const { page } = await open('/')
    const steps = page.getByRole('listitem').filter({ hasText: /Connect a supplier|Test|Import|Match|Make a key/ })
    await steps.first().waitFor()
    expect(await steps.allTextContents()).toEqual([
      expect.stringMatching(/^Connect a supplier.*Done/),
      expect.stringMatching(/^Test the connection.*Next/),
      expect.stringMatching(/^Import content.*Done/),
      expect.stringMatching(/^Match it.*Done/),
      expect.stringMatching(/^Make a key.*Done/),
    ])
    expect(await axeFaults(page)).toEqual([])
    // Told as it happens: by the clock alone it would be read after a minute.
    await bookReview()
    await steps.first().waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('lead from a figure to the queue, which is decided with the keyboard alone, one after the other', async () => {
    while ((await openCases()).length < 3) await bookReview()
    const [first, second, third] = await openCases()
    const { page, complaints } = await open('/')
    await page.getByRole('link', { name: 'Reviews, show the rows' }).filter({ hasText: '3' }).press('Enter')
    await page.locator('[data-row]').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await showsCase(page, first)
    await page.keyboard.press('c')
    await page.getByRole('button', { name: /^Keep it for ten minutes more/ }).waitFor()
    await decide(page, 'a')
    await showsCase(page, second)
    await page.keyboard.press('j')
    await showsCase(page, third)
    await page.keyboard.press('k')
    await showsCase(page, second)
    await decide(page, 'x')
    await showsCase(page, third)
    await until('the decisions', async () => (await openCases()).length === 1)
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => url.pathname === '/console/cases')
    await until('one row', async () => (await page.locator('[data-row]').count()) === 1)
    expect(complaints).toEqual([])
    const said = await database.query(
      "SELECT action, actor FROM audit_log WHERE action LIKE 'booking.review.%' AND action NOT LIKE '%.ask' ORDER BY id",
    )
    const actor = 'operator:sandbox-operator'
    expect(said).toEqual([
      { action: 'booking.review.approve', actor },
      { action: 'booking.review.reject', actor },
    ])
    await page.context().close()
  })

  it('tell at once who has taken a case, to whoever has it open', async () => {
    const [caseId] = await openCases()
    await makePerson(database, { name: 'ada-p', roles: ['support'] })
    const ada = await signIn({ url: gateway.url, database, name: 'ada-p' })
    const theirs = await open(`/cases/${caseId}`)
    await showsCase(theirs.page, caseId)
    const mine = await open(`/cases/${caseId}?partner=org_sandbox`, ada)
    await mine.page.keyboard.press('c')
    await theirs.page.getByText('operator:ada-p has it').waitFor()
    expect(await theirs.page.getByRole('button', { name: /^Approve/ }).count()).toBe(0)
    await theirs.page.getByRole('button', { name: 'Take it over' }).waitFor()
    await mine.page.getByRole('button', { name: 'Queue' }).click()
    await mine.page.waitForURL(/\/console\/cases\?partner=org_sandbox$/)
    await mine.page.getByText('you until').waitFor()
    for (const { page } of [theirs, mine]) await page.context().close()
  })

  it.each(WAYS)('have no serious fault for axe and fit on %s', async (_way, options) => {
    const [caseId] = await openCases()
    await database.query(
      `INSERT INTO cases (id, kind, subject, connection_id, detail, opened_at, seen_at)
       VALUES ('case_credentials', 'CREDENTIALS_REFUSED', 'conn_sandbox_liteapi', 'conn_sandbox_liteapi', '{"status": 401}', now(), now())
       ON CONFLICT DO NOTHING`,
    )
    const faults: string[] = []
    for (const path of [
      '/',
      '/cases',
      '/cases?queue=cases&overdue=true',
      '/cases?queue=cases',
      '/cases?closed=true',
      `/cases/${caseId}`,
      '/cases/case_credentials?queue=cases',
      '/cases/case_none',
    ]) {
      const { page, complaints } = await open(path, operator, options)
      faults.push(...[...complaints, ...(await axeFaults(page))].map((fault) => `${path}: ${fault}`))
      if ((await tooWide(page)) > 0) faults.push(`${path} is too wide`)
      await page.context().close()
    }
    expect(faults).toEqual([])
  })
})
