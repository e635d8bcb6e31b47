import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin, runAdmin } from '../support/admin.ts'
import { createSandboxDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { freezingAt, thaw, untilFrozen } from '../support/frozen.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { until } from '../support/until.ts'

/**
 * A process of the cell that an organization leaves gets a booking, stands still just before it writes anything, and wakes when the move is
 * over and finished: the partner has long been answered 503 or nothing, and has booked in the other cell.
 */
let from: TestDatabase
let to: TestDatabase
let steady: GatewayProcess
let frozen: GatewayProcess
let answer: Json
const organizationId = `org_${randomBytes(4).toString('hex')}`

async function makeOrganization(): Promise<string> {
  await admin(from, 'organization', 'create', '--id', organizationId, '--name', 'Moving Travel')
  await from.query(
    `INSERT INTO organization_suppliers (organization_id, supplier_code, connection_id, enabled)
     SELECT $1, supplier_code, connection_id, enabled FROM organization_suppliers WHERE organization_id = 'org_sandbox'`,
    [organizationId],
  )
  const [key] = await admin(from, 'key', 'create', '--organization', organizationId)
  return key.apiKey
}

async function move(...args: readonly string[]): Promise<void> {
  const { code, stderr } = await runAdmin(from, ['organization', 'move', '--id', organizationId, ...args], {
    TARGET_DATABASE_URL: to.url,
  })
  if (code !== 0) throw new Error(stderr)
}

async function initCell(database: TestDatabase, ...number: readonly string[]): Promise<Json> {
  const [cell] = await admin(database, 'cell', 'init', '--number', ...number)
  return cell
}

beforeAll(async () => {
  from = await createSandboxDatabase()
  to = await createTestDatabase()
  steady = await startGatewayProcess({ databaseUrl: from.url })
  const { first } = await initCell(from, '0')
  await initCell(to, '1', '--above', String(first))
  const apiKey = await makeOrganization()
  const door = { url: steady.url, apiKey }
  const { offer } = await prebookRoom(httpJourney(door), await scenarioHotel(door, 'cancel-free'))
  frozen = await startGatewayProcess({
    databaseUrl: from.url,
    env: { ROLES: 'api', ...freezingAt('create:before-commit') },
  })
  const sent = httpClient({ url: frozen.url, apiKey }).post('/hotels/book', bookingInput(offer, 'INSTANT'), {
    'idempotency-key': randomUUID(),
  })
  await untilFrozen(frozen.pid)
  await move('--to', 'env:TARGET_DATABASE_URL', '--drain-seconds', '2')
  await move('--finish')
  thaw(frozen.pid)
  answer = await sent
}, 300_000)

afterAll(async () => {
  await frozen?.kill('SIGKILL')
  await steady?.stop()
  await from?.drop()
  await to?.drop()
})

describe('a process that wakes in a cell which an organization has left for good', () => {
  it('[21] books nothing for it: neither here nor at the supplier', async () => {
    // It had a moment's work left, and no answer is waited for: the client had its own long before.
    await until('the woken process to have been refused', () => frozen.log.some((line) => line.includes('(LEFT)')))
    const ours = await from.query('SELECT id FROM bookings WHERE organization_id = $1', [organizationId])
    const theirs = await from.query(`SELECT body FROM sandbox_records WHERE kind IN ('itinerary', 'booking')`)
    expect({ ours, theirs }).toEqual({ ours: [], theirs: [] })
  })

  it('[21] says what is sent again, and not that it has booked', () => {
    expect(answer.status).toBe(503)
    expect(answer.body).toMatchObject({ retryable: true })
  })
})
