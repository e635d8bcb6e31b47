import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_BROWSER, openBrowser } from '../support/browser.ts'
import { type ConsoleClient, signIn } from '../support/console-client.ts'
import { openConsole, wholePage } from '../support/console-page.ts'
import { httpClient } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { type MappedSandbox, useMappedSandbox } from '../support/use-mapped-sandbox.ts'

if (NO_BROWSER) console.warn(NO_BROWSER)

/** Screens whose figures a test of their own compares. */
const ELSEWHERE: readonly string[] = ['home']

/** What the definition of each figure of a page counts, by its label, as somebody at psql would. */
type Definitions = Readonly<Record<string, string>>

const ENDPOINT: Definitions = {
  Waiting: "SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = $1 AND status IN ('PENDING', 'RETRYING')",
  'Given up': "SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = $1 AND status = 'FAILED'",
  'Delivered, 24 hours': `SELECT count(*) FROM webhook_deliveries d JOIN booking_events e ON e.id = event_id
    WHERE endpoint_id = $1 AND d.status = 'DELIVERED' AND e.created_at > now() - interval '24 hours'`,
}

function bookingsOf(status: string): string {
  return `SELECT count(*) FROM bookings WHERE connection_id = $1 AND status = '${status}' AND created_at > now() - interval '7 days'`
}

function listingsOf(where: string): string {
  return `SELECT count(*) FROM supplier_connections connection
    JOIN (listings l FULL JOIN supplier_hotels h USING (supplier_code, supplier_hotel_id)) USING (supplier_code)
    LEFT JOIN mapping_proposals p ON p.listing_id = l.id WHERE connection.id = $1 AND ${where}`
}

const UNMAPPED = "h.hotel_id IS NULL AND l.status = 'ACTIVE'"
const CONNECTION: Definitions = {
  Bookings: "SELECT count(*) FROM bookings WHERE connection_id = $1 AND created_at > now() - interval '7 days'",
  confirmed: bookingsOf('CONFIRMED'),
  failed: bookingsOf('FAILED'),
  Sold: listingsOf("h.on_sale AND (h.verification <> 'UNVERIFIED' OR h.sold_unverified)"),
  Pending: listingsOf("h.verification = 'PENDING'"),
  Unverified: listingsOf("h.verification = 'UNVERIFIED'"),
  Disputed: listingsOf("h.hotel_id IS NOT NULL AND p.outcome = 'REVIEW'"),
  'In review': listingsOf(`${UNMAPPED} AND p.outcome = 'REVIEW'`),
  Unmatched: listingsOf(`${UNMAPPED} AND p.outcome = 'NEW'`),
  'Not judged yet': listingsOf(`${UNMAPPED} AND coalesce(p.outcome, 'NONE') NOT IN ('REVIEW', 'NEW')`),
}

const LISTED = 'SELECT count(*) FROM listings l FULL JOIN supplier_hotels h USING (supplier_code, supplier_hotel_id)'
const SOLD = "on_sale AND (verification <> 'UNVERIFIED' OR sold_unverified)"
const CATALOGUE: Definitions = {
  Hotels: 'SELECT count(*) FROM hotels',
  'Sold by nobody': `SELECT count(*) FROM hotels WHERE NOT EXISTS
    (SELECT FROM supplier_hotels WHERE hotel_id = hotels.id AND ${SOLD})`,
  Listings: LISTED,
  Active: `${LISTED} WHERE l.status = 'ACTIVE'`,
  Sold: `${LISTED} WHERE h.${SOLD.replace('verification', 'h.verification').replace(' OR sold', ' OR h.sold')}`,
  'In review': `${LISTED} JOIN mapping_proposals p ON p.listing_id = l.id WHERE ${UNMAPPED} AND p.outcome = 'REVIEW'`,
}

const SYSTEM: Definitions = {
  Role: "SELECT CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END",
  Connections: "SELECT 'of ' || current_setting('max_connections')",
  Size: "SELECT replace(replace(pg_size_pretty(pg_database_size(current_database())), ' MB', ''), ' kB', '')",
  'Runs for': "SELECT ''",
  'Replica for lists': "SELECT 'none'",
}

describe.skipIf(NO_BROWSER)('[22] every figure of a screen', () => {
  let sandbox: MappedSandbox
  let client: ConsoleClient
  let browser: Browser
  let receiver: Receiver
  let answer = 204

  useMappedSandbox((started) => {
    sandbox = started
  })

  beforeAll(async () => {
    const { database, gateway } = sandbox
    browser = await openBrowser()
    client = await signIn({ url: gateway.url, database })
    receiver = await startReceiver(() => answer)
    const http = httpClient(gateway)
    await http.post('/webhooks/endpoints', { url: receiver.url, event_types: ['*'] })
    await bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
    await until('a delivery', async () => (await delivered()) > 0)
    answer = 500
    await bookScenario(gateway, httpJourney(gateway), 'refused', 'INSTANT')
    await until(
      'a delivery that waits',
      async () => (await rows("SELECT 1 FROM webhook_deliveries WHERE status = 'RETRYING'")) > 0,
    )
    await database.query(
      "UPDATE webhook_deliveries SET status = 'FAILED' WHERE id = (SELECT id FROM webhook_deliveries WHERE status = 'RETRYING' LIMIT 1)",
    )
  })

  afterAll(async () => {
    await browser?.close()
    await receiver?.close()
  })

  async function rows(sql: string): Promise<number> {
    return (await sandbox.database.query(sql)).length
  }
  function delivered(): Promise<number> {
    return rows("SELECT 1 FROM webhook_deliveries WHERE status = 'DELIVERED'")
  }

  /** The figures of a page as they are read there, by their labels. */
  async function figuresOf(path: string): Promise<Record<string, string>> {
    const { page } = await openConsole(browser, { url: sandbox.gateway.url, client, path: `/console${path}` })
    await page.locator('.figure').first().waitFor()
    await wholePage(page)
    const found = await page
      .locator('.figure')
      .evaluateAll((all) =>
        all.map((one) => [
          one.querySelector('.figure-label')?.textContent ?? '',
          (one.querySelector('.figure-value')?.textContent ?? '').replaceAll(',', ''),
        ]),
      )
    await page.context().close()
    return Object.fromEntries(found)
  }

  async function defined(definitions: Definitions, id: string | null): Promise<Record<string, string>> {
    const counted = await Promise.all(
      Object.entries(definitions).map(async ([label, sql]) => {
        const [row] = await sandbox.database.query(sql, sql.includes('$1') ? [id] : [])
        return [label, String(Object.values(row ?? {})[0])]
      }),
    )
    return Object.fromEntries(counted)
  }

  async function idOf(sql: string): Promise<string> {
    const [row] = await sandbox.database.query(sql)
    return String(row?.id)
  }

  it('has a query here: no screen with figures is left out', async () => {
    const folder = join(import.meta.dirname, '../../web/src/screens')
    const files = await readdir(folder, { recursive: true })
    const sources = files.filter((file) => file.endsWith('.tsx'))
    const texts = await Promise.all(
      sources.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const),
    )
    const screens = texts
      .filter(([, text]) => text.includes('<Figure\n') || text.includes('<Figure '))
      .map(([file]) => file.split('/')[0] ?? '')
    expect([...new Set(screens)].filter((screen) => !ELSEWHERE.includes(screen)).sort()).toEqual([
      'catalogue',
      'suppliers',
      'system',
      'webhooks',
    ])
  })

  it('equals it at an endpoint', async () => {
    const id = await idOf('SELECT id FROM webhook_endpoints LIMIT 1')
    const figures = await figuresOf(`/webhooks/${id}`)
    expect(figures).toEqual(await defined(ENDPOINT, id))
    expect(figures).toMatchObject({ 'Given up': '1', 'Delivered, 24 hours': expect.stringMatching(/[1-9]/) })
  })

  it.each(['SELECT connection_id AS id FROM bookings LIMIT 1', "SELECT 'conn_sandbox_liteapi' AS id"])(
    'equals it at a connection: %s',
    async (sql) => {
      const id = await idOf(sql)
      await until(
        'a worker’s count',
        async () => (await rows("SELECT 1 FROM catalogue_health WHERE gauges IS NOT NULL AND gauges <> '{}'")) > 0,
        120_000,
      )
      const figures = await figuresOf(`/suppliers/${id}`)
      const counted = await defined(CONNECTION, id)
      // A status that no booking has is not shown.
      for (const label of ['confirmed', 'failed']) if (counted[label] === '0') delete counted[label]
      expect(figures).toEqual(counted)
      expect(Number(figures['Sold'])).toBeGreaterThan(100)
    },
    90_000,
  )

  it('equals it in the catalogue’s coverage', async () => {
    const figures = await figuresOf('/catalogue')
    // Behind a share stands its base.
    const counts = Object.fromEntries(Object.entries(figures).map(([label, told]) => [label, told.split(' ')[0]]))
    expect(counts).toEqual(await defined(CATALOGUE, null))
    expect(Number(counts['In review'])).toBeGreaterThan(0)
  })

  it('equals it in the system’s health', async () => {
    const [figures, counted] = [await figuresOf('/system'), await defined(SYSTEM, null)]
    expect(Object.keys(figures).sort()).toEqual(Object.keys(counted).sort())
    for (const label of ['Role', 'Connections', 'Replica for lists']) expect(figures[label]).toContain(counted[label])
    expect(Math.abs(Number.parseFloat(figures['Size'] ?? '') - Number(counted['Size']))).toBeLessThan(3)
  })
})
