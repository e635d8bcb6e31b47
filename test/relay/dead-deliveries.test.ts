import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rows, Values } from '../../src/admin/command.ts'
import { allCommands } from '../../src/admin/commands.ts'
import { runCommand } from '../../src/admin/run-command.ts'
import type { Core } from '../../src/core.ts'
import type { TestDatabase } from '../support/database.ts'
import type { HttpClient } from '../support/http-client.ts'
import { openCore } from '../support/open-core.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { addEvents } from '../support/relay-load.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

const COMMANDS = await allCommands()

let database: TestDatabase
let http: HttpClient
let core: Core
let receiver: Receiver
let status = 500

useGateway(
  (started) => {
    ;({ database, http } = started)
  },
  { env: { ROLES: 'api,worker,suppliers,relay' } },
)

beforeAll(async () => {
  core = await openCore(database)
  receiver = await startReceiver(() => status)
})

afterAll(async () => {
  await receiver?.close()
  await core?.close()
})

function run(name: string, values: Values = {}): Promise<Rows> {
  const command = COMMANDS.find(({ noun, verb }) => `${noun} ${verb}` === name)
  if (!command) throw new Error(`there is no command ${name}`)
  return runCommand(core, command, { values, actor: 'operator:ada' })
}

async function register(): Promise<string> {
  return (await http.post('/webhooks/endpoints', { url: receiver.url })).body.data.endpoint_id
}

/** Deliveries that have one attempt left. */
async function addLastAttempts(endpointId: string, bookings: number): Promise<void> {
  await addEvents(database, endpointId, { bookings, status: 'SKIPPED' })
  await database.query(
    `UPDATE webhook_deliveries SET status = 'PENDING', attempt_count = 9, due_at = gateway_now()
     WHERE endpoint_id = $1 AND status = 'SKIPPED'`,
    [endpointId],
  )
}

async function casesOf(endpointId: string, closed = false): Promise<Rows> {
  const cases = await run('case list', { kind: 'DEAD_DELIVERIES', closed })
  return cases.filter(({ subject }) => subject === endpointId)
}

async function dead(endpointId: string): Promise<Rows> {
  return run('delivery list', { endpoint: endpointId })
}

describe('[C-111] webhooks that failed for good', () => {
  it('are one case of their endpoint, which ends when the last of them is sent again', {
    timeout: 180_000,
  }, async () => {
    status = 500
    const endpointId = await register()
    await addLastAttempts(endpointId, 3)
    await until('three dead deliveries', async () => (await dead(endpointId)).length === 3)
    const [one, ...others] = await casesOf(endpointId)
    expect(others).toEqual([])
    expect(one).toMatchObject({ organizationId: 'org_sandbox', atStake: null, takenBy: null })
    const [shown] = await run('case show', { id: String(one?.['caseId']) })
    expect(shown).toMatchObject({
      detail: { deliveryId: expect.stringMatching(/^whd_/), eventType: 'booking.updated', responseStatus: 500 },
      commands: [
        `delivery list --endpoint ${endpointId}`,
        expect.stringContaining(`webhook recover --endpoint ${endpointId} --since `),
      ],
    })
    const [first] = await dead(endpointId)
    expect(first).toMatchObject({ endpointId, attempts: 1, lastStatus: 500 })
    const [delivery] = await run('delivery show', { id: String(first?.['deliveryId']) })
    expect(delivery).toMatchObject({ status: 'FAILED', endpoint: { url: receiver.url, enabled: true } })
    expect(JSON.stringify(delivery)).not.toContain('responseBodyExcerpt')
    status = 204
    await run('delivery resend', { id: String(first?.['deliveryId']) })
    await until('it to arrive', async () => (await dead(endpointId)).length === 2)
    expect(await casesOf(endpointId)).toHaveLength(1)
    await run('webhook recover', { endpoint: endpointId, since: '2020-01-01T00:00:00Z' })
    await until('the case to be settled', async () => (await casesOf(endpointId)).length === 0)
    expect(await casesOf(endpointId, true)).toMatchObject([{ closedBy: 'system' }])
  })

  it('are nobody’s case any more once their endpoint is deleted', async () => {
    status = 500
    const endpointId = await register()
    await addLastAttempts(endpointId, 1)
    await until('a case', async () => (await casesOf(endpointId)).length === 1)
    await http.call('DELETE', `/webhooks/endpoints/${endpointId}`)
    await until('the case to be settled', async () => (await casesOf(endpointId)).length === 0)
  })

  it('stay a case that an operator has closed, until another one fails', async () => {
    status = 500
    const endpointId = await register()
    await addLastAttempts(endpointId, 1)
    const [first] = await until('a case', async () => {
      const cases = await casesOf(endpointId)
      return cases.length === 1 ? cases : null
    })
    await run('case close', { id: String(first?.['caseId']), note: 'the partner polls' })
    expect(await casesOf(endpointId)).toEqual([])
    await addLastAttempts(endpointId, 1)
    const [second] = await until('another case', async () => {
      const cases = await casesOf(endpointId)
      return cases.length === 1 ? cases : null
    })
    expect(second?.['caseId']).not.toBe(first?.['caseId'])
  })
})
