import { randomBytes, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it } from 'vitest'
import { toMasterKey } from '../../src/platform/master-key.ts'
import { runAdmin } from '../support/admin.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { sealedByFirstVersion } from '../support/first-version-seal.ts'
import { type StartedGateway, startGateway, TEST_MASTER_KEY } from '../support/gateway.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, party, scenarioHotel, stay } from '../support/journey.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'

const NEW_KEY = randomBytes(32).toString('hex')
const OLD_ID = toMasterKey(Buffer.from(TEST_MASTER_KEY, 'hex')).id
const NEW_ID = toMasterKey(Buffer.from(NEW_KEY, 'hex')).id

const FIRST_STEP = { MASTER_KEY: TEST_MASTER_KEY, MASTER_KEY_OPEN_ONLY: NEW_KEY }
const SECOND_STEP = { MASTER_KEY: NEW_KEY, MASTER_KEY_OPEN_ONLY: TEST_MASTER_KEY }

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function start({ url }: TestDatabase, env: Record<string, string>): Promise<StartedGateway> {
  const gateway = await startGateway({ databaseUrl: url, env })
  closers.push(gateway.stop)
  return gateway
}

/** Fails with the answer itself when it is not the wanted one: no request may fail, whatever the reason. */
function dataOf({ status, body }: { status: number; body: Json }): Json {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body.data
}

/** The room's token from one process, its offer from the next, the booking from a third, and its guests from the first. */
async function bookOver(gateways: readonly StartedGateway[], hotelId: string): Promise<string> {
  function at(turn: number): StartedGateway {
    return gateways[turn % gateways.length] ?? (gateways[0] as StartedGateway)
  }
  const rooms = await httpClient(at(0)).post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party, max_wait_ms: 10_000 })
  const token = dataOf(rooms).options[0].booking_token
  const prebooked = dataOf(await httpClient(at(1)).post('/hotels/prebook', { booking_token: token }))
  const headers = { 'idempotency-key': randomUUID() }
  const input = bookingInput(prebooked.offer, 'INSTANT')
  const { booking_id: id } = dataOf(await httpClient(at(2)).post('/hotels/book', input, headers))
  const details = dataOf(await httpClient(at(0)).get(`/hotels/book/${id}/details`))
  expect(details.holder.family_name).toBe('Lovelace')
  return id
}

type Load = { readonly gateways: StartedGateway[]; readonly booked: string[]; readonly stop: () => Promise<void> }

/** Books without a pause, each time beginning at another process of those that stand in `gateways` just then. */
async function startLoad(first: StartedGateway): Promise<Load> {
  const hotelId = await scenarioHotel(first, 'confirm')
  const load = { gateways: [first], booked: [] as string[] }
  let isOn = true
  async function book(turn: number): Promise<void> {
    for (let count = turn; isOn; count += 1) {
      const rotated = load.gateways.map((_, index) => load.gateways[(index + count) % load.gateways.length])
      load.booked.push(await bookOver(rotated as StartedGateway[], hotelId))
    }
  }
  const running = Promise.all([book(0), book(1)])
  // Awaited by `stop`; a failure before that is no unhandled rejection.
  running.catch(() => undefined)
  return {
    ...load,
    stop: async () => {
      isOn = false
      await running
    },
  }
}

function isSigned(secret: string, { headers, body }: Receiver['received'][number]): boolean {
  new Webhook(secret).verify(body, headers as Record<string, string>)
  return true
}

describe('replacing the master key', () => {
  it('fails no request while gateways book and deliver, leaves nothing under the old key, and refuses it afterwards', {
    timeout: 180_000,
  }, async () => {
    const database = await createTestDatabase()
    closers.push(database.drop)
    expect(await runAdmin(database, ['key-material', 'list'])).toMatchObject({ code: 0 })
    const old = await start(database, FIRST_STEP)
    const receiver = await startReceiver()
    closers.push(receiver.close)
    const endpoint = dataOf(await httpClient(old).post('/webhooks/endpoints', { url: receiver.url }))
    await httpClient(old).post(`/webhooks/endpoints/${endpoint.endpoint_id}/rotate-secret`)
    await database.query(
      `INSERT INTO supplier_connections (id, supplier_code, environment, name, credentials)
       VALUES ('conn_first_version', 'hotelbeds', 'sandbox', 'old', $1)`,
      [sealedByFirstVersion(Buffer.from(TEST_MASTER_KEY, 'hex'), 'supplier-credentials', '{}')],
    )
    const load = await startLoad(old)
    await until('bookings under the old key', () => load.booked.length >= 2)
    const early = await runAdmin(database, ['key-material', 'rotate'], FIRST_STEP)
    expect(early).toMatchObject({ code: 1, stderr: expect.stringMatching(/MASTER_KEY_OPEN_ONLY is the newer/) })

    load.gateways.push(...(await Promise.all([start(database, SECOND_STEP), start(database, SECOND_STEP)])))
    const mixed = load.booked.length
    await until('bookings over old and new processes', () => load.booked.length >= mixed + 4)
    load.gateways.shift()
    const drained = load.booked.length
    await until('the old process to be asked nothing more', () => load.booked.length >= drained + 3)
    await old.stop()

    const rotated = await runAdmin(database, ['key-material', 'rotate', '--json', '--as', 'ada'], SECOND_STEP)
    expect(rotated).toMatchObject({ code: 0 })
    expect(JSON.parse(rotated.stdout)[0]).toMatchObject({ keyId: NEW_ID, retired: [OLD_ID] })
    const after = load.booked.length
    await until('bookings after the rotation', () => load.booked.length >= after + 2)
    await load.stop()

    const [listed, booked] = await Promise.all([
      runAdmin(database, ['key-material', 'list', '--json'], { MASTER_KEY: NEW_KEY }),
      runAdmin(database, ['booking', 'show', '--id', load.booked[0] ?? '', '--json'], { MASTER_KEY: NEW_KEY }),
    ])
    const keys: Json[] = JSON.parse(listed.stdout)
    expect(keys.map(({ keyId }) => keyId)).toEqual([OLD_ID, NEW_ID])
    expect(keys[0]).toMatchObject({ messages: {}, retiredAt: expect.any(String) })
    expect(keys[1].messages).toEqual({
      'bookings.guests_sealed': load.booked.length,
      'supplier_connections.credentials': 5,
      'webhook_endpoints.secrets': 2,
    })
    expect(JSON.parse(booked.stdout)[0].holder.familyName).toBe('Lovelace')
    await until('every webhook', () => receiver.received.length >= 2 * load.booked.length)
    expect(receiver.received.every((webhook) => isSigned(endpoint.signing_secret, webhook))).toBe(true)
    const refused = await Promise.all([{}, FIRST_STEP].map((env) => runAdmin(database, ['organization', 'list'], env)))
    for (const { stderr } of refused)
      expect(stderr).toMatch(
        new RegExp(`^MASTER_KEY \\(id ${OLD_ID}\\) was retired by a rotation at .*\\(id ${NEW_ID}\\)`),
      )
    const late = sealedUnderOld(await database.query('SELECT id, guests_sealed FROM bookings LIMIT 1'))
    await expect(
      database.query('UPDATE bookings SET guests_sealed = $1 WHERE id = $2', [late.sealed, late.id]),
    ).rejects.toThrow(/sealed under a master key that was retired/)
  })
})

/** What a process that was forgotten would still write. */
function sealedUnderOld([row]: Json[]): { id: string; sealed: Buffer } {
  return {
    id: row.id,
    sealed: Buffer.concat([Buffer.of(2), Buffer.from(OLD_ID, 'hex'), Buffer.alloc(40)]),
  }
}
