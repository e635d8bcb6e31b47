import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CANARIES, checkOutput, findLeaks } from '../support/canaries.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway, TEST_MASTER_KEY } from '../support/gateway.ts'
import { type HttpClient, type Json } from '../support/http-client.ts'
import { bookingInput, bookScenario, httpJourney, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

const PLANTED: Readonly<Record<keyof typeof CANARIES, string>> = {
  'an API key': `{"msg":"x","key":"hdg_sandbox_${'a'.repeat(43)}"}`,
  'a master key': `{"env":{"MASTER_KEY":"${TEST_MASTER_KEY}"}}`,
  'the password of the database': 'Error: connect postgresql://postgres:canary-database-password@127.0.0.1',
  'a guest’s name': '{"holder":{"family_name":"Lovelace"}}',
  'a guest’s address': '{"err":{"message":"no such person: ADA@EXAMPLE.COM"}}',
  'a guest’s telephone': 'calling +442071234567',
  'a card number': '{"metadata":{"note":"4111 1111 1111 1111"}}',
  'a signing secret': '{"secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}',
  'a supplier’s credential': '{"authorization":"EAN APIKey=sandbox-rapid-key"}',
}

describe('the search for secrets in what processes print', () => {
  it.each(Object.entries(PLANTED))('finds %s in what a process printed', (what, line) => {
    expect(findLeaks(`{"msg":"ready"}\n${line}\n{"msg":"done"}`)).toEqual([{ what, line }])
  })

  it('has a planted example of every kind of secret', () => {
    expect(Object.keys(PLANTED).sort()).toEqual(Object.keys(CANARIES).sort())
  })

  it('lets the greeting show the sandbox’s keys, and nothing else', () => {
    const key = `hdg_sandbox_${'a'.repeat(43)}`
    const greeting = [
      `  API key:                      ${key}`,
      `  API key with default limits:  ${key}`,
      `  curl -s http://127.0.0.1:4000/hotels/search -H 'x-api-key: ${key}' -H 'content-type: application/json' \\`,
    ]
    expect(findLeaks(greeting.join('\n'))).toEqual([])
    expect(findLeaks(`  API key: ${key} of ada@example.com`)).toHaveLength(2)
    expect(findLeaks(`{"msg":"  API key: ${key}"}`)).toHaveLength(1)
  })

  it('fails the run, with the line', () => {
    const folder = mkdtempSync(join(tmpdir(), 'canaries-'))
    writeFileSync(join(folder, '1.log'), '{"msg":"ready"}\n')
    writeFileSync(join(folder, '2.log'), `${PLANTED['a card number']}\n`)
    expect(() => checkOutput(folder)).toThrow(/a card number in 2\.log: .*4111/)
    rmSync(join(folder, '2.log'))
    expect(() => checkOutput(folder)).not.toThrow()
  })
})

describe('a gateway that logs all it can', () => {
  let database: TestDatabase
  let gateway: StartedGateway
  let http: HttpClient

  useGateway(
    (started) => {
      ;({ database, gateway, http } = started)
    },
    { env: { LOG_LEVEL: 'trace', SHUTDOWN_TIMEOUT_MS: '2000' } },
  )

  it('prints none of it, whatever goes wrong', async () => {
    const receiver = await startReceiver(() => 500)
    const endpoint = await http.post('/webhooks/endpoints', { url: `${receiver.url}?token=canary-supplier-secret` })
    await http.post(`/webhooks/endpoints/${endpoint.body.data.endpoint_id}/rotate-secret`)
    const { offer } = await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, 'cancel-free'))
    const guests: Json = {
      ...bookingInput(offer, 'INSTANT'),
      special_requests: 'Mr Canaryguest, canary@guests.example, card 4111 1111 1111 1111',
      metadata: { note: '4111-1111-1111-1111' },
    }
    const key = { 'idempotency-key': 'canary-4111111111111111' }
    const bad = {
      ...guests,
      holder: { ...guests.holder, email: 'canary@guests.example\u0000', phone: '4111111111111111' },
    }
    expect((await http.post('/hotels/book', bad, key)).status).toBe(400)
    await http.post('/hotels/book', JSON.stringify(guests).slice(0, -5), key)
    expect((await http.post('/hotels/book', guests, key)).status).toBe(200)
    await http.post('/graphql', {
      query: `mutation { createBooking(input: { holder: "Canaryguest 4111111111111111" }) }`,
    })
    await http.get(`/hotels/filters?x-api-key=${gateway.apiKey}&name=Canaryguest`)
    await fetch(`${gateway.url}/hotels/filters`, {
      headers: { 'x-api-key': `${gateway.apiKey}x`, authorization: gateway.apiKey },
    })
    for (const slug of ['refused', 'timeout', 'hold', 'slow'])
      await bookScenario(gateway, httpJourney(gateway), slug, 'INSTANT').catch(() => null)
    // Postgres goes away in the middle, with the statements' values in its errors.
    await database.query('ALTER TABLE offers RENAME TO offers_away')
    expect((await http.post('/hotels/book', guests, { 'idempotency-key': 'canary-2' })).status).toBe(500)
    await database.query('ALTER TABLE offers_away RENAME TO offers')
    await until('an attempt of a webhook', () => receiver.received.length > 0)
    await receiver.close()
    expect(gateway.log.some((line) => line.includes('"level":50'))).toBe(true)
    expect(findLeaks(gateway.log.join('\n'))).toEqual([])
  })
})
