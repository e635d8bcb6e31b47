import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_BROWSER, openBrowser, WAYS } from '../support/browser.ts'
import { signIn } from '../support/console-client.ts'
import { axeFaults, openConsole, tooWide, wholePage } from '../support/console-page.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { useFrontedGateway } from '../support/use-fronted-gateway.ts'

if (NO_BROWSER) console.warn(NO_BROWSER)

describe.skipIf(NO_BROWSER)('[22] in a browser', () => {
  let database: TestDatabase
  let gateway: StartedGateway
  let browser: Browser
  let provider: IdentityProvider

  useFrontedGateway(
    (started) => {
      ;({ database, gateway } = started)
    },
    async ({ url }) => {
      const at = `${url}/console`
      provider = await startIdentityProvider([`${at}/sign-in/oidc/callback`])
      return {
        CONSOLE_URL: at,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
      }
    },
  )

  beforeAll(async () => {
    browser = await openBrowser()
    provider.accounts.set('flora', { email: 'flora@example.com', email_verified: true })
    await database.query(
      `INSERT INTO console_users (id, name, email, roles, created_at)
       VALUES ('usr_flora', 'flora', 'flora@example.com', '{admin}', now())`,
    )
  })

  afterAll(async () => {
    await browser.close()
    await provider.close()
  })

  async function signInAtProvider(page: Page, login: string): Promise<void> {
    await page.getByRole('heading', { name: 'The company’s sign-in' }).waitFor()
    await page.getByLabel('Name').fill(login)
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  it('somebody signs in where they wanted to be, proves again who they are beside what they have typed, and signs out', {
    timeout: 180_000,
  }, async () => {
    const { page, complaints } = await openConsole(browser, { url: gateway.url, client: null, path: '/console/rates' })
    await page.getByText('You are signed out').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Sign in with your company’s account' }).click()
    await signInAtProvider(page, 'flora')
    await page.getByRole('heading', { name: 'Rates' }).waitFor()
    expect(page.url()).toBe(`${gateway.url}/console/rates`)

    // Near enough to the last one for one person to set it.
    const [last] = await database.query("SELECT rate::float AS rate FROM exchange_rates WHERE quote = 'ISK'")
    const wanted = (Number(last?.['rate']) * 1.01).toFixed(4)
    const SET = "SELECT actor FROM audit_log WHERE action = 'rate.set'"
    await database.query("UPDATE console_sessions SET authenticated_at = now() - interval '1 hour'")
    await page.getByRole('button', { name: 'Set', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Currency/).fill('ISK')
    await dialog.getByLabel(/^Units/).fill(wanted)
    await dialog.getByLabel(/^Why/).fill('Ticket 4711: hotels in Iceland')
    await dialog.getByRole('button', { name: /^Set/ }).click()
    const again = dialog.getByRole('link', { name: /Sign in again/ })
    await again.waitFor()
    expect(await axeFaults(page)).toEqual([])
    const opening = page.context().waitForEvent('page')
    await again.click()
    const other = await opening
    await signInAtProvider(other, 'flora')
    await other.getByText('You have signed in again').waitFor()
    expect(await axeFaults(other)).toEqual([])
    await other.close()

    await dialog.getByText('Nothing was done yet').waitFor()
    expect(await dialog.getByLabel(/^Units/).inputValue()).toBe(wanted)
    expect(await database.query(SET)).toEqual([])
    await dialog.getByRole('button', { name: /^Set/ }).click()
    await dialog.getByText('Set: done').waitFor()
    expect(await database.query(SET)).toEqual([{ actor: 'operator:flora' }])
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: /signed in as flora/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByText('You are signed out').waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('somebody who was not invited is told so, with the request that an operator can find', async () => {
    provider.accounts.set('stray', { email: 'stray@example.com', email_verified: true })
    const { page } = await openConsole(browser, { url: gateway.url, client: null, path: '/console/' })
    await page.getByRole('link', { name: 'Sign in with your company’s account' }).click()
    await signInAtProvider(page, 'stray')
    const told = await page.getByRole('alert').textContent()
    expect(told).toContain('Nobody has invited your account')
    expect(told).toMatch(/req_\w+/)
    expect(await axeFaults(page)).toEqual([])
    await page.context().close()
  })

  it.each(WAYS)('the people have no serious fault for axe and fit on %s', async (_way, options) => {
    const client = await signIn({ url: gateway.url, database })
    const faults: string[] = []
    for (const path of ['/console/people', '/console/people?person=usr_flora', '/console/people?disabled=true']) {
      const { page, complaints } = await openConsole(browser, { url: gateway.url, client, path, options })
      await wholePage(page)
      faults.push(...complaints, ...(await axeFaults(page)).map((fault) => `${path}: ${fault}`))
      if ((await tooWide(page)) > 0) faults.push(`${path} is too wide`)
      await page.context().close()
    }
    expect(faults).toEqual([])
  })

  it('an admin opens a person by keys, and signs them out', async () => {
    const client = await signIn({ url: gateway.url, database })
    await signIn({ url: gateway.url, database, name: 'sandbox-second' })
    const { page } = await openConsole(browser, { url: gateway.url, client, path: '/console/audit' })
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await page.getByRole('heading', { name: 'People' }).waitFor()
    await page.getByRole('row', { name: /sandbox-second/ }).click()
    await page.waitForURL(/person=usr_/)
    const sheet = page.getByRole('dialog').first()
    await sheet.getByText('a link').first().waitFor()
    await sheet.getByRole('button', { name: 'Sign out' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign sandbox-second out everywhere' })
    await dialog.getByLabel(/^Why/).fill('left the company laptop')
    await dialog.getByRole('button', { name: /^Sign out/ }).click()
    await dialog.getByText('Sign out: done').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await sheet.getByText('Not signed in anywhere').waitFor()
    expect(
      await database.query(
        "SELECT 1 FROM console_sessions s JOIN console_users u ON u.id = s.user_id WHERE u.name = 'sandbox-second' AND s.ended_at IS NULL",
      ),
    ).toEqual([])
  })
})
