import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { NO_BROWSER, openBrowser } from '../support/browser.ts'
import { type ConsoleClient, makePerson, signIn } from '../support/console-client.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { HANDS, type Hand, keysAt, workBy } from '../support/hands.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, bookScenario, httpJourney, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { uniqueWord } from '../support/people.ts'
import { until } from '../support/until.ts'
import { strangersKey, useGateway } from '../support/use-gateway.ts'

/** Tasks of an operator about bookings, each with the mouse in so many clicks, and by the keyboard alone: docs/console.md. */

if (NO_BROWSER) console.warn(NO_BROWSER)

describe.skipIf(NO_BROWSER)('[22] an operator', () => {
  let database: TestDatabase
  let gateway: StartedGateway
  let http: HttpClient
  let client: ConsoleClient
  let second: ConsoleClient
  let browser: Browser

  useGateway(async (started) => {
    ;({ database, gateway, http } = started)
    client = await signIn({ url: gateway.url, database })
    await makePerson(database, { name: 'grace', roles: ['operations'] })
    second = await signIn({ url: gateway.url, database, name: 'grace' })
  })

  beforeAll(async () => {
    browser = await openBrowser()
  })

  afterEach(() => http.post('/sandbox/faults', { reset: true }))

  afterAll(() => browser?.close())

  type Task = { readonly by: (typeof HANDS)[number][1]; readonly as?: ConsoleClient; readonly most: number }

  function work({ by, as = client, most }: Task, task: (hand: Hand) => Promise<void>): Promise<void> {
    return workBy(browser, { by, url: gateway.url, client: as, most }, task)
  }

  async function statusOf(bookingId: string): Promise<string> {
    const [row] = await database.query('SELECT status FROM bookings WHERE id = $1', [bookingId])
    return row?.status
  }

  async function book(scenario: string, mode: 'INSTANT' | 'HOLD' = 'INSTANT', door = http): Promise<string> {
    return (await bookScenario(gateway, httpJourney(gateway, door), scenario, mode)).booking_id
  }

  function rowOf({ page }: Hand, text: string) {
    return page.locator('[data-row]', { hasText: text })
  }

  it.each(HANDS)('finds a booking by the supplier’s reference and by the guest’s name %s', async (_way, by) => {
    const name = uniqueWord()
    const journey = httpJourney(gateway)
    const { offer } = await prebookRoom(journey, await scenarioHotel(gateway, 'confirm'))
    const { guests, ...input } = bookingInput(offer, 'INSTANT')
    const named = guests.map((guest: Json) => ({ ...guest, given_name: 'Grace', family_name: name }))
    const { booking_id: id } = await journey.book({ ...input, guests: named }, randomUUID())
    await until('its confirmation', async () => (await statusOf(id)) === 'CONFIRMED')
    const [{ reference }] = await database.query(
      'SELECT supplier_booking_id AS reference FROM bookings WHERE id = $1',
      [id],
    )
    await work({ by, most: 2 }, async (hand) => {
      await hand.go('Bookings')
      await hand.fill(hand.page.getByLabel('Find a booking'), reference)
      await hand.page.getByText('is the supplier’s booking id', { exact: false }).waitFor()
      await hand.open(hand.page.locator('[data-row]').first())
      await hand.page.waitForURL(new RegExp(id))
    })
    await work({ by, most: 3 }, async (hand) => {
      await hand.go('Bookings')
      await hand.fill(hand.page.getByLabel('Find a booking'), name)
      await hand.press(hand.page.getByRole('button', { name: 'Look for this guest' }))
      await hand.page.getByText('1 found among', { exact: false }).waitFor()
      expect(hand.page.url()).not.toContain(name)
      await hand.open(hand.page.locator('[data-row]').first())
      await hand.page.getByRole('heading', { name: id }).waitFor()
      expect((await hand.page.content()).includes(name)).toBe(false)
    })
  })

  it.each(HANDS)('says why a booking is PROCESSING %s', async (_way, by) => {
    const fault = { supplier_code: 'expedia_rapid', fault: '500', count: 1_000 }
    for (const operation of ['find', 'retrieve']) await http.post('/sandbox/faults', { ...fault, operation })
    const id = await book('book-timeout')
    await until('a look in vain', async () => {
      const [row] = await database.query('SELECT looks FROM bookings WHERE id = $1', [id])
      return row?.looks > 0
    })
    await work({ by, most: 4 }, async (hand) => {
      await hand.go('Bookings')
      await hand.choose(hand.page.getByRole('combobox', { name: 'Status' }), /^Processing/)
      await hand.open(hand.page.locator('[data-row]').first())
      await hand.page.getByRole('heading', { name: id }).waitFor()
      await hand.page
        .getByText(/Supplier confirmation pending|Reconciliation required/)
        .first()
        .waitFor()
      await hand.page.getByText('Waits for').waitFor()
      await hand.page
        .getByRole('list', { name: 'history' })
        .getByText(/^(Sent|Unknown)$/)
        .first()
        .waitFor()
    })
    await http.post('/sandbox/faults', { reset: true })
    await database.query('UPDATE bookings SET look_at = gateway_now() WHERE id = $1', [id])
    await until('its confirmation', async () => (await statusOf(id)) === 'CONFIRMED')
  })

  it.each(HANDS)('settles one with evidence, which somebody else approves, %s', async (_way, by) => {
    const theirs = httpClient({ url: gateway.url, apiKey: await strangersKey(gateway) })
    const id = await book('book-lost', 'INSTANT', theirs)
    await theirs.post('/sandbox/clock', { advance_seconds: 31 * 60 })
    await until('a person to be needed', async () => {
      const [row] = await database.query('SELECT needs_operator AS needed FROM bookings WHERE id = $1', [id])
      return row?.needed === true
    })
    await work({ by, most: 8 }, async (hand) => {
      const { page } = hand
      await hand.go('Bookings')
      await hand.press(page.getByRole('checkbox', { name: 'Needs an operator' }))
      await hand.open(rowOf(hand, 'needs a person').first())
      await hand.press(page.getByRole('button', { name: /^Settle/ }))
      await hand.choose(page.getByRole('combobox', { name: 'What you found' }), /does not have it/)
      await hand.fill(page.getByLabel('Your evidence'), 'they searched for our reference by telephone, twice')
      await hand.say('ticket 4711 of the partner')
    })
    expect(await statusOf(id)).toBe('PROCESSING')
    await work({ by, as: second, most: 4 }, async (hand) => {
      await hand.go('Approvals')
      await hand.page.getByText('twice').first().waitFor()
      await hand.press(hand.page.getByRole('button', { name: 'Approve' }))
      await hand.say('I have seen their answer')
    })
    expect(await statusOf(id)).toBe('FAILED')
    const [settled] = await database.query(
      "SELECT actor, details FROM audit_log WHERE subject = $1 AND action = 'booking.settle.absent'",
      [id],
    )
    expect(settled).toMatchObject({ actor: 'operator:sandbox-operator' })
  })

  it.each(HANDS)('decides a review before its deadline %s', async (_way, by) => {
    const id = await book('hold-short', 'HOLD')
    await work({ by, most: 8 }, async (hand) => {
      const { page } = hand
      await hand.go('Bookings')
      await hand.press(page.getByRole('checkbox', { name: 'Awaiting review' }))
      await hand.open(rowOf(hand, 'hold-short').first())
      await page.getByRole('heading', { name: id }).waitFor()
      await hand.press(page.getByRole('button', { name: /^Decide the review/ }))
      await hand.choose(page.getByRole('combobox', { name: 'Decision' }), /^Approve/)
      await hand.say('thirty hours will do for this group')
    })
    await until('the hold', async () => (await statusOf(id)) === 'ON_HOLD')
  })

  it('has workers look at several bookings, which are selected by keys', async () => {
    const ids = [await book('confirm'), await book('confirm')]
    await work({ by: keysAt, most: 0 }, async (hand) => {
      const { page } = hand
      await hand.go('Bookings')
      for (const _ of ids) for (const key of ['j', 'x']) await pressWhenThere(hand, key)
      await hand.press(page.getByRole('button', { name: 'Look at 2 now' }))
      await hand.say('their notice of ten o’clock')
      await page.getByRole('button', { name: 'Look at 2 now' }).waitFor({ state: 'detached' })
    })
    const looked = await database.query(
      "SELECT DISTINCT subject FROM audit_log WHERE action = 'booking.look' AND subject = ANY ($1)",
      [ids],
    )
    expect(looked).toHaveLength(2)
  })

  async function pressWhenThere({ page }: Hand, key: string): Promise<void> {
    await page.locator('[data-row]').first().waitFor()
    await page.keyboard.press(key)
  }

  it.each(HANDS)('exports the cancellations of last month %s', async (way, by) => {
    const [id, today] = [await cancelled(), await cancelled()]
    const from = monthsFirst(-1)
    const last = new Date(Date.parse(monthsFirst(0)) - 1)
    await database.query(
      `UPDATE bookings SET cancellation = jsonb_set(cancellation, '{cancelledAt}', $2) WHERE id = $1`,
      [id, JSON.stringify(last.getTime())],
    )
    const isCsv = way === 'with the mouse'
    await work({ by, most: 4 }, async (hand) => {
      const { page } = hand
      await hand.go('Bookings')
      await hand.fill(page.getByLabel('Cancelled from'), from)
      await hand.fill(page.getByLabel('Cancelled until'), last.toISOString().slice(0, 10))
      await page.waitForURL(/cancelledTo=/)
      await rowOf(hand, 'cancel-free').first().waitFor()
      await hand.press(page.getByRole('button', { name: /^Export/ }))
      if (!isCsv) await hand.choose(page.getByRole('combobox', { name: 'Format' }), /^NDJSON/)
      const [saved] = await Promise.all([page.waitForEvent('download'), hand.say('the books of last month')])
      expect(saved.suggestedFilename()).toMatch(isCsv ? /\.csv$/ : /\.ndjson$/)
      const file = await readFile((await saved.path()) ?? '', 'utf8')
      expect(file).toContain(id)
      expect(file).not.toContain(today)
      expect(file).not.toMatch(/lovelace/i)
      expect(file.split('\n').length).toBe(isCsv ? 3 : 2)
    })
    await database.query('UPDATE bookings SET cancellation = cancellation - $2::text WHERE id = $1', [
      id,
      'cancelledAt',
    ])
    const [entry] = await database.query("SELECT * FROM audit_log WHERE action = 'booking.export' ORDER BY id DESC")
    expect(entry).toMatchObject({
      actor: 'operator:sandbox-operator',
      details: { reason: 'the books of last month', rows: 1, filters: { cancelledFrom: Date.parse(from) } },
    })
  })

  /** The first day of a month, so many from this one. */
  function monthsFirst(ahead: number): string {
    const now = new Date()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)).toISOString().slice(0, 10)
  }

  async function cancelled(): Promise<string> {
    const journey = httpJourney(gateway)
    const id = await book('cancel-free')
    await until('its confirmation', async () => (await statusOf(id)) === 'CONFIRMED')
    const { quote_id: quote } = await journey.quote(id)
    await journey.cancel(id, quote, randomUUID())
    await until('its end', async () => (await statusOf(id)) === 'CANCELLED')
    return id
  }
})
