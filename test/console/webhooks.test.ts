import { createHmac } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_BROWSER, openBrowser } from '../support/browser.ts'
import { findLeaks } from '../support/canaries.ts'
import { type ConsoleClient, makePerson, signIn } from '../support/console-client.ts'
import { openConsole } from '../support/console-page.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { type ReceivedWebhook, type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let operator: ConsoleClient
let browser: Browser | null = null
const receivers: Receiver[] = []

useGateway(async (started) => {
  ;({ database, gateway, http } = started)
  operator = await signIn({ url: gateway.url, database })
})

beforeAll(async () => {
  browser = NO_BROWSER ? null : await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  for (const receiver of receivers) await receiver.close()
})

const ENDPOINT = `query ($id: ID!) { webhookEndpoint(id: $id) {
  id organizationId url health enabled disabledReason disabledRule failingSince occasions pause { until by reason }
  waiting { count isMore } dead { count isMore } oldestWaitingAt lastDeliveredAt deliveries { status count isMore } } }`
const DELIVERY = `query ($id: ID!) { webhookDelivery(id: $id) {
  id status eventType attempts { attempt trigger responseStatus error durationMs answer hasAnswer }
  sent { body isMasked bytes headers { name value } } } }`

/** An endpoint of the sandbox's organization, whose receiver answers as `status` says at that moment. */
async function register(answer: { status: number }, query = ''): Promise<string> {
  const receiver = await startReceiver(() => answer.status)
  receivers.push(receiver)
  const { body } = await http.post('/webhooks/endpoints', { url: `${receiver.url}${query}`, event_types: ['*'] })
  return body.data.endpoint_id
}

async function endpoint(id: string): Promise<Json> {
  return (await operator.ask(ENDPOINT, { id })).webhookEndpoint
}

/** Has a test event sent by the console; returns its delivery when it was tried `times`. */
async function testOf(id: string, times = 1): Promise<Json> {
  const { testWebhook } = await operator.ask(
    'mutation ($id: String!) { testWebhook(endpoint: $id, reason: "is it there again?") { rows } }',
    { id },
  )
  const [{ deliveryId }] = testWebhook.rows
  return until('the attempt', async () => {
    const { webhookDelivery } = await operator.ask(DELIVERY, { id: deliveryId })
    return webhookDelivery.attempts.length >= times && webhookDelivery.status !== 'PENDING' ? webhookDelivery : null
  })
}

describe('[22] webhooks in the console', () => {
  it('tell of each endpoint what the rows say, the worst first', async () => {
    const [well, ill] = [await register({ status: 204 }), await register({ status: 500 })]
    await testOf(well)
    const failed = await testOf(ill)
    expect(failed).toMatchObject({
      status: 'RETRYING',
      attempts: [{ trigger: 'TEST', responseStatus: 500, error: null }],
    })
    expect(await endpoint(well)).toMatchObject({ health: 'WORKING', waiting: { count: 0 }, oldestWaitingAt: null })
    await until('its health', async () => (await endpoint(ill)).health === 'FAILING')
    const shown = await endpoint(ill)
    const [told] = await database.query(
      `SELECT e.failing_since, (SELECT count(*)::int FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status IN ('PENDING', 'RETRYING'))
         AS waiting, (SELECT min(created_at) FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status IN ('PENDING', 'RETRYING')) AS oldest
       FROM webhook_endpoints e WHERE e.id = $1`,
      [ill],
    )
    expect(shown).toMatchObject({
      failingSince: told?.failing_since.toISOString(),
      waiting: { count: told?.waiting, isMore: false },
      oldestWaitingAt: told?.oldest.toISOString(),
    })
    const { webhookEndpoints } = await operator.ask('{ webhookEndpoints { items { id health } next } }')
    const places = webhookEndpoints.items.map(({ id }: Json) => id)
    expect(places.indexOf(ill)).toBeLessThan(places.indexOf(well))
    const pages: string[] = []
    for (let after: string | null = null; ; ) {
      const page: Json = await operator.ask(
        'query ($after: String) { webhookEndpoints(first: 1, after: $after) { items { id } next } }',
        { after },
      )
      pages.push(...page.webhookEndpoints.items.map(({ id }: Json) => id))
      after = page.webhookEndpoints.next
      if (after === null) break
    }
    expect(pages).toEqual(places)
  })

  it('group failures by what the last attempts were answered', async () => {
    const ill = await register({ status: 503 })
    await testOf(ill)
    await testOf(ill)
    const { webhookFailures } = await operator.ask(
      'query ($id: String) { webhookFailures(endpointId: $id) { groups { cause status deliveries organizations endpoints { id deliveries } } isMore } }',
      { id: ill },
    )
    expect(webhookFailures).toEqual({
      groups: [
        {
          cause: 'HTTP 503',
          status: 'RETRYING',
          deliveries: 2,
          organizations: 1,
          endpoints: [{ id: ill, deliveries: 2 }],
        },
      ],
      isMore: false,
    })
  })

  it('say by whom an endpoint is paused, and by what rule it was disabled', async () => {
    const id = await register({ status: 500 })
    await operator.ask(
      'mutation ($id: String!) { pauseWebhook(endpoint: $id, minutes: "30", reason: "they move their servers") { rows } }',
      { id },
    )
    expect(await endpoint(id)).toMatchObject({
      health: 'PAUSED',
      pause: { by: 'operator:sandbox-operator', reason: 'they move their servers' },
    })
    const partner = await signIn({ url: gateway.url, database, name: 'sandbox-partner' })
    const { webhookEndpoint } = await partner.ask(
      'query ($id: ID!) { webhookEndpoint(id: $id) { pause { until by reason } } }',
      { id },
    )
    expect(webhookEndpoint.pause).toEqual({ until: expect.any(String), by: null, reason: null })
    await database.query(
      "UPDATE webhook_endpoints SET paused_until = paused_until + interval '1 second' WHERE id = $1",
      [id],
    )
    expect((await endpoint(id)).pause).toMatchObject({ by: null, reason: null })
    await database.query("UPDATE webhook_endpoints SET enabled = false, disabled_reason = 'GONE' WHERE id = $1", [id])
    expect(await endpoint(id)).toMatchObject({ health: 'DISABLED', disabledRule: expect.stringContaining('410') })
  })

  it('show the body as it is sent, and people in it only to who asks and says why', async () => {
    const id = await register({ status: 200 }, '?key=canary-supplier-secret')
    const { id: deliveryId } = await testOf(id)
    await database.query(
      `UPDATE booking_events SET body = '{"type":"webhook.test","data":{"hotel_contact_name":"Ada \\"Lovelace\\""}}'
       WHERE id = (SELECT event_id FROM webhook_deliveries WHERE id = $1)`,
      [deliveryId],
    )
    const masked = await operator.ask(DELIVERY, { id: deliveryId })
    expect(masked.webhookDelivery.sent).toMatchObject({
      body: '{"type":"webhook.test","data":{"hotel_contact_name":"•••"}}',
      isMasked: true,
    })
    expect((await endpoint(id)).url).toMatch(/\?key=\*\*\*$/)
    expect(findLeaks(JSON.stringify([masked, await endpoint(id)]))).toEqual([])
    const { revealWebhook } = await operator.ask(
      'mutation ($id: ID!) { revealWebhook(id: $id, reason: "the partner asks for it") { body answers } }',
      { id: deliveryId },
    )
    expect(revealWebhook.body).toContain('Lovelace')
    const entries = await database.query(
      "SELECT actor FROM audit_log WHERE action = 'webhook.reveal' AND subject = $1",
      [deliveryId],
    )
    expect(entries).toEqual([{ actor: 'operator:sandbox-operator' }])
  })
})

describe('[22] webhooks of others', () => {
  it('are unknown to a partner, and changed by nobody who only views', async () => {
    const own = await register({ status: 204 })
    const { id: deliveryId } = await testOf(own)
    await makePerson(database, { name: 'viewer-w', roles: ['viewer'] })
    await makePerson(database, { name: 'other-w', roles: ['partner_admin'], organizationId: 'org_sandbox_default' })
    await makePerson(database, { name: 'support-w', roles: ['partner_support'], organizationId: 'org_sandbox' })
    const viewer = await signIn({ url: gateway.url, database, name: 'viewer-w' })
    expect(
      await viewer.refusal(
        'mutation ($id: String!) { testWebhook(endpoint: $id, reason: "is it there again?") { rows } }',
        { id: own },
      ),
    ).toBe('FORBIDDEN')
    expect(await viewer.refusal('mutation { revealWebhook(id: "whd_1", reason: "out of interest") { body } }')).toBe(
      'FORBIDDEN',
    )
    const other = await signIn({ url: gateway.url, database, name: 'other-w' })
    expect(await other.refusal(ENDPOINT, { id: own })).toBe('NOT_FOUND')
    expect(await other.refusal(ENDPOINT, { id: 'whe_none' })).toBe('NOT_FOUND')
    expect(await other.refusal(DELIVERY, { id: deliveryId })).toBe('NOT_FOUND')
    const listed = await other.ask(
      '{ webhookEndpoints(organizationId: "org_sandbox") { items { id } } webhookFailures(organizationId: "org_sandbox") { groups { cause } } }',
    )
    expect(listed).toEqual({ webhookEndpoints: { items: [] }, webhookFailures: { groups: [] } })
    const partner = await signIn({ url: gateway.url, database, name: 'sandbox-partner' })
    expect((await partner.ask(ENDPOINT, { id: own })).webhookEndpoint.id).toBe(own)
    const support = await signIn({ url: gateway.url, database, name: 'support-w' })
    expect(await support.refusal(ENDPOINT, { id: own })).toBe('FORBIDDEN')
  })
})

describe('[22] the secret of an endpoint', () => {
  const ROTATE = `mutation ($id: String!, $grace: String) {
    rotateSecretWebhook(endpoint: $id, graceSeconds: $grace, reason: "it was in their log") { rows } }`

  /** A test event as the endpoint that was registered last has received it. */
  async function signedTest(id: string): Promise<ReceivedWebhook> {
    await testOf(id)
    const received = receivers.at(-1)?.received.at(-1)
    if (!received) throw new Error('nothing was received')
    return received
  }

  it('is renewed by an admin, signs beside the older one, is told once, and is in no log', async () => {
    const id = await register({ status: 204 })
    const { rotateSecretWebhook } = await operator.ask(ROTATE, { id })
    const secret: string = rotateSecretWebhook.rows[0].signingSecret
    expect(secret).toMatch(/^whsec_/)
    const { headers, body } = await signedTest(id)
    const [signature, messageId, timestamp] = ['signature', 'id', 'timestamp'].map((name) =>
      String(headers[`webhook-${name}`]),
    )
    const signatures = (signature ?? '').split(' ')
    expect(signatures).toHaveLength(2)
    const signed = `${messageId}.${timestamp}.${body}`
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    expect(signatures[0]).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    const audit = await database.query('SELECT details::text FROM audit_log')
    expect(JSON.stringify([audit, await endpoint(id), gateway.log])).not.toContain(secret)
    await operator.ask(ROTATE, { id, grace: '0' })
    const alone = await signedTest(id)
    expect(String(alone.headers['webhook-signature']).split(' ')).toHaveLength(1)
    expect(await operator.refusal(ROTATE, { id, grace: '9000000' })).toBe('BAD_INPUT')
  })
})

describe.skipIf(NO_BROWSER)('[22] an endpoint that answers 500', () => {
  it('is disabled, says so on its page, and gets what it missed when it is enabled and recovered there', {
    timeout: 180_000,
  }, async () => {
    const answer = { status: 500 }
    const id = await register(answer)
    await database.query(
      "UPDATE webhook_endpoints SET failing_since = gateway_now() - interval '5 days 1 hour', failures_counted = 6 WHERE id = $1",
      [id],
    )
    await testOf(id)
    await until('the rule', async () => (await endpoint(id)).disabledReason === 'FAILING')
    if (!browser) throw new Error('no browser')
    const opened = { url: gateway.url, client: operator, path: '/console/webhooks?health=DISABLED' }
    const { page, complaints } = await openConsole(browser, opened)
    await page.getByText('It only failed for five days').first().waitFor()
    await page.locator('[data-row]', { hasText: new URL((await endpoint(id)).url).port }).click()
    await page.getByText('Its events are kept as skipped deliveries').waitFor()
    answer.status = 204
    async function act(name: string, fill: () => Promise<void> = async () => undefined): Promise<void> {
      await page.getByRole('button', { name, exact: false }).first().click()
      const dialog = page.getByRole('dialog')
      await fill()
      await dialog.getByLabel('Why').fill('their receiver is mended')
      await dialog.getByRole('button', { name }).click()
      await dialog.getByRole('button', { name: 'Close' }).last().click()
    }
    await act('Enable')
    await until('it to be enabled', async () => (await endpoint(id)).enabled)
    await act('Recover a span', () => page.getByRole('dialog').getByLabel('From').fill('2020-01-01T00:00:00Z'))
    await until(
      'what it missed',
      async () => (await endpoint(id)).health === 'WORKING' && (await endpoint(id)).lastDeliveredAt !== null,
    )
    expect((await endpoint(id)).dead).toEqual({ count: 0, isMore: false })
    expect(complaints).toEqual([])
  })
})
