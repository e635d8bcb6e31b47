import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import type { StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
const closers: (() => unknown)[] = []

useGateway((started) => {
  ;({ database, gateway, http } = started)
})
afterAll(() => Promise.all(closers.map((close) => close())))

async function moveClock(seconds: number, more: Json = {}): Promise<Json> {
  const answer = await http.post('/sandbox/clock', { advance_seconds: seconds, ...more })
  expect(answer.status).toBe(200)
  return answer.body.data
}

const TEN_DAYS_S = 864_000

describe('a move of the sandbox’s clock', () => {
  it('that settles answers when all that became due has run, deliveries included', async () => {
    const receiver = await startReceiver()
    closers.push(receiver.close)
    await http.post('/webhooks/endpoints', { url: receiver.url, event_types: ['*'] })
    const { booking_id: id } = await bookScenario(gateway, httpJourney(gateway), 'hold-lapses', 'HOLD')
    expect((await moveClock(0, { settle: true })).settled).toBe(true)
    expect(await httpJourney(gateway).booking(id)).toMatchObject({ status: 'ON_HOLD' })
    const moved = await moveClock(TEN_DAYS_S, { settle: true })
    expect(moved).toMatchObject({ settled: true, offset_seconds: TEN_DAYS_S })
    // Asked once: nothing is polled.
    const booking = await httpJourney(gateway).booking(id)
    expect(booking.status).toBe('CANCELLED')
    const delivered = receiver.received.filter(({ event }) => event.data.booking_id === id)
    expect(delivered.at(-1)?.event.data).toMatchObject({ status: 'CANCELLED' })
    expect(await moveClock(0)).not.toHaveProperty('settled')
  })

  it('waits for a delivery that is under way', async () => {
    const held: ServerResponse[] = []
    const silent = createServer((request, response) => {
      request.resume()
      held.push(response)
    })
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve))
    closers.push(
      () => silent.closeAllConnections(),
      () => silent.close(),
    )
    const { port } = silent.address() as AddressInfo
    await http.post('/webhooks/endpoints', { url: `http://127.0.0.1:${port}`, event_types: ['*'] })
    await bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')
    await until('a delivery that is under way', () => held.length > 0)
    const [before] = await offsets()
    let isAnswered = false
    const moving = moveClock(60).finally(() => {
      isAnswered = true
    })
    // Requests that came later are answered before.
    for (let turn = 0; turn < 5; turn++) expect((await moveClock(0)).offset_seconds).toBe(TEN_DAYS_S)
    expect([isAnswered, (await offsets())[0]]).toEqual([false, before])
    const letGo = setInterval(() => {
      for (const response of held.splice(0)) response.writeHead(204).end()
    }, 10)
    closers.push(() => clearInterval(letGo))
    expect((await moving).offset_seconds).toBe(TEN_DAYS_S + 60)
  })

  it('refuses what is no wish to settle, and anything beside a reset', async () => {
    for (const input of [
      { advance_seconds: 1, settle: 'yes' },
      { reset: true, advance_seconds: 1 },
    ])
      expect((await http.post('/sandbox/clock', input)).status).toBe(400)
    expect((await http.post('/sandbox/clock', { reset: true, settle: true })).body.data).toMatchObject({
      offset_seconds: 0,
      settled: true,
    })
  })
})

function offsets(): Promise<Json[]> {
  return database.query('SELECT offset_ms::text FROM sandbox_clocks')
}
