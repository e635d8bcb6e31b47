import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_BROWSER, openBrowser, WAYS } from '../support/browser.ts'
import { findLeaks } from '../support/canaries.ts'
import { type ConsoleClient, makePerson, signIn } from '../support/console-client.ts'
import { axeFaults, openConsole, tooWide, wholePage } from '../support/console-page.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let operator: ConsoleClient

useGateway(async (started) => {
  ;({ database, gateway, http } = started)
  operator = await signIn({ url: gateway.url, database })
})

const SYSTEM = `{ system { isReady faults { part fault } process { roles version startedAt loopDelayP99Ms }
  postgres { version isInRecovery isReadOnly maxConnections } standbys { name } hasReplica replica redis { isConfigured isHealthy }
  clients { application connections } queues { queue waiting isMore oldestMs } jobs { queue cron waiting failed lastFailedAt }
  failedJobs { id queue tries error } pendingMigrations migrations { name } partitioned { table partitions { name bytes } }
  retention { what days } settings { name value isDefault } } }`

async function system(): Promise<Json> {
  return (await operator.ask(SYSTEM)).system
}

describe('[22] the system in the console', () => {
  it('is what Postgres and the process say', async () => {
    const shown = await system()
    expect(shown).toMatchObject({
      isReady: true,
      faults: [],
      process: { roles: expect.arrayContaining(['api', 'worker']) },
      postgres: { isInRecovery: false, isReadOnly: false },
      hasReplica: false,
      replica: null,
      pendingMigrations: [],
    })
    expect(shown.migrations.map(({ name }: Json) => name)).toEqual(
      (await database.query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1 DESC')).map(
        ({ name }) => name,
      ),
    )
    const offers = shown.partitioned.find(({ table }: Json) => table === 'offers').partitions
    expect(offers.map(({ name }: Json) => name)).toEqual(
      (
        await database.query(
          "SELECT relname AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'offers'::regclass ORDER BY 1",
        )
      ).map(({ name }) => name),
    )
    expect(shown.retention).toContainEqual({ what: 'rows of offers', days: 30 })
  })

  it('tells what is due, and for how long', async () => {
    const before = (await system()).queues.find(({ queue }: Json) => queue === 'messages of suppliers')
    expect(before).toEqual({ queue: 'messages of suppliers', waiting: 0, isMore: false, oldestMs: null })
    await database.query(
      `INSERT INTO supplier_messages (connection_id, message_id, kind, due_at)
       SELECT 'conn_none', 'm' || n, 'x', now() - interval '90 seconds' FROM generate_series(1, 3) n`,
    )
    const after = (await system()).queues.find(({ queue }: Json) => queue === 'messages of suppliers')
    expect(after).toMatchObject({ waiting: 3, isMore: false })
    expect(after.oldestMs).toBeGreaterThan(90_000)
    await database.query("DELETE FROM supplier_messages WHERE connection_id = 'conn_none'")
  })

  it('has a job that failed for good tried again, by whoever may', async () => {
    await until('the queue', async () => (await system()).jobs?.some(({ queue }: Json) => queue === 'forget-people'))
    const [made] = await database.query(
      `INSERT INTO pgboss.job (name, state, retry_limit, retry_count, completed_on, output)
       VALUES ('forget-people', 'failed', 2, 2, now(), '{"message": "the disk was full"}') RETURNING id::text`,
    )
    const shown = await system()
    expect(shown.failedJobs).toEqual([{ id: made?.id, queue: 'forget-people', tries: 3, error: 'the disk was full' }])
    expect(shown.jobs.find(({ queue }: Json) => queue === 'forget-people')).toMatchObject({ failed: 1 })
    const RETRY = 'mutation ($id: String!) { retryJob(id: $id, reason: "there is room again") { rows } }'
    await makePerson(database, { name: 'support-y', roles: ['support'] })
    const support = await signIn({ url: gateway.url, database, name: 'support-y' })
    expect(await support.refusal(RETRY, { id: made?.id })).toBe('FORBIDDEN')
    await operator.ask(RETRY, { id: made?.id })
    expect((await system()).failedJobs).toEqual([])
    expect(await operator.refusal(RETRY, { id: '00000000-0000-0000-0000-000000000000' })).toBe('BAD_INPUT')
  })

  it('tells settings, and of whatever may be a secret only that it is set', async () => {
    const { settings } = await system()
    const values = Object.fromEntries(settings.map(({ name, value }: Json) => [name, value]))
    expect(values).toMatchObject({ DATABASE_URL: 'set', MASTER_KEY: 'set', ENVIRONMENT: 'sandbox' })
    expect(findLeaks(JSON.stringify(settings))).toEqual([])
    expect(JSON.stringify(settings)).not.toContain('postgres://')
    const partner = await signIn({ url: gateway.url, database, name: 'sandbox-partner' })
    expect(await partner.refusal(SYSTEM)).toBe('FORBIDDEN')
  })
})

describe('[22] rates in the console', () => {
  const RATES =
    '{ exchangeRates { currency rate isActive storedAt usedBy lastChange { by source before after reason approvedBy } } }'
  const SET = `mutation ($rate: String!, $confirm: Boolean) { setRate(currency: "EUR", rate: $rate, confirm: $confirm,
    reason: "the bank’s rate of today") { rows proposal { id } } }`

  async function rateOf(currency: string): Promise<Json> {
    const { exchangeRates } = await operator.ask(RATES)
    return exchangeRates.find((rate: Json) => rate.currency === currency)
  }

  it('are those that are stored, with who set them; a currency in use without one is told', async () => {
    const { exchangeRates } = await operator.ask(RATES)
    const rows = await database.query(
      'SELECT quote, rate::float8 AS rate, updated_at FROM exchange_rates ORDER BY quote',
    )
    expect(exchangeRates.map(({ currency, rate, storedAt }: Json) => ({ currency, rate, storedAt }))).toEqual(
      rows.map(({ quote, rate, updated_at: at }) => ({ currency: quote, rate, storedAt: at.toISOString() })),
    )
    expect(await rateOf('EUR')).toMatchObject({ lastChange: null })
    await database.query("UPDATE organizations SET list_currency = 'NOK' WHERE id = 'org_sandbox_default'")
    expect(await rateOf('NOK')).toMatchObject({ rate: null, isActive: false, usedBy: ['org_sandbox_default'] })
    await database.query("UPDATE organizations SET list_currency = NULL WHERE id = 'org_sandbox_default'")
  })

  it('near the last one are set by one person of finance, far from it by two', async () => {
    await makePerson(database, { name: 'operations-r', roles: ['operations'] })
    const operations = await signIn({ url: gateway.url, database, name: 'operations-r' })
    expect(await operations.refusal(SET, { rate: '0.93' })).toBe('FORBIDDEN')
    await operator.ask(SET, { rate: '0.93' })
    expect(await rateOf('EUR')).toMatchObject({
      rate: 0.93,
      lastChange: {
        by: 'operator:sandbox-operator',
        source: 'rate.set',
        before: 0.92,
        after: 0.93,
        reason: 'the bank’s rate of today',
        approvedBy: null,
      },
    })
    expect(await operator.refusal(SET, { rate: '1.5' })).toBe('BAD_INPUT')
    const inSteps = await operator.ask(SET, { rate: '0.97' })
    expect(inSteps.setRate, 'near the last one, and far from that of the day before').toMatchObject({
      rows: [],
      proposal: { id: expect.any(String) },
    })
    const isFirst = await operator.ask(SET.replace('"EUR"', '"XAF"'), { rate: '600' })
    expect(isFirst.setRate).toMatchObject({ rows: [], proposal: { id: expect.any(String) } })
    const { setRate } = await operator.ask(SET, { rate: '1.5', confirm: true })
    expect(setRate).toMatchObject({ rows: [], proposal: { id: expect.any(String) } })
    expect((await rateOf('EUR')).rate).toBe(0.93)
    const APPROVE = 'mutation ($id: ID!) { approveProposal(id: $id, reason: "seen in the bank’s list") { rows } }'
    expect(await operator.refusal(APPROVE, { id: setRate.proposal.id })).toBe('CONFLICT')
    const second = await signIn({ url: gateway.url, database, name: 'sandbox-second' })
    await second.ask(APPROVE, { id: setRate.proposal.id })
    expect(await rateOf('EUR')).toMatchObject({ rate: 1.5, lastChange: { approvedBy: 'operator:sandbox-second' } })
    const { exchangeRateChanges } = await operator.ask(
      '{ exchangeRateChanges(currency: "EUR", first: 1) { items { after } next } }',
    )
    expect(exchangeRateChanges).toEqual({ items: [{ after: 1.5 }], next: expect.any(String) })
  })
})

describe.skipIf(NO_BROWSER)('[22] the pages of supply and of the system', () => {
  let browser: Browser
  const paths: string[] = []

  beforeAll(async () => {
    browser = await openBrowser()
    const { body } = await http.post('/webhooks/endpoints', { url: 'http://127.0.0.1:9/', event_types: ['*'] })
    const endpointId = body.data.endpoint_id
    const tested = await http.post(`/webhooks/endpoints/${endpointId}/test`)
    await until('an attempt', async () => (await database.query('SELECT 1 FROM webhook_attempts')).length > 0)
    paths.push(
      '/console/suppliers',
      '/console/suppliers?supplier=nobody',
      '/console/suppliers/conn_sandbox_liteapi',
      '/console/suppliers/connect?supplier=liteapi',
      '/console/webhooks',
      '/console/webhooks?view=causes',
      `/console/webhooks/${endpointId}`,
      `/console/webhooks/deliveries/${tested.body.data.delivery_id}`,
      '/console/system',
      '/console/system?tab=work',
      '/console/system?tab=storage',
      '/console/system?tab=settings',
      '/console/rates',
      '/console/rates?currency=EUR',
    )
  })

  afterAll(() => browser.close())

  it.each(WAYS)('have no serious fault for axe and fit on %s', { timeout: 180_000 }, async (_way, options) => {
    const faults: string[] = []
    for (const path of paths) {
      const { page, complaints } = await openConsole(browser, { url: gateway.url, client: operator, path, options })
      await wholePage(page)
      faults.push(...[...complaints, ...(await axeFaults(page))].map((fault) => `${path}: ${fault}`))
      if ((await tooWide(page)) > 0) faults.push(`${path} is too wide`)
      await page.context().close()
    }
    expect(faults).toEqual([])
  })
})
