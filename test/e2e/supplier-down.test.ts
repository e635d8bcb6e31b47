import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { SUPPLIERS } from '../../src/suppliers/registry.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { type HttpClient, type Json } from '../support/http-client.ts'
import { party, stay } from '../support/journey.ts'
import { hotelsOf } from '../support/option.ts'
import { sandboxSuppliersPort } from '../support/sandbox-suppliers.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
/** The wire between the gateway and LiteAPI: its connection has it as its base URL. */
let wire: TcpProxy

useGateway(async (started) => {
  ;({ database, gateway, http } = started)
  wire = await startTcpProxy('127.0.0.1', await sandboxSuppliersPort(database))
  // Before the first call: a connection that is open is read again within a minute.
  await database.query('UPDATE supplier_connections SET base_url = $1 WHERE supplier_code = $2', [
    `http://127.0.0.1:${wire.port}/liteapi`,
    'liteapi',
  ])
})

afterAll(async () => {
  await wire?.close()
})

/** A place with 15 hotels, for searches that are only to reach the suppliers. */
const SMALL_PLACE = { destination: { type: 'place', id: 1860 } }

let day = 30
/** A live search for a stay that nobody has asked about. */
async function liveSearch(changes: Json = {}): Promise<{ data: Json; ms: number }> {
  day = day > 400 ? 30 : day + 1
  const since = performance.now()
  const answer = await http.post('/hotels/search', {
    destination: { type: 'place', id: 1842 },
    ...stay(day),
    ...party,
    limit: 20,
    pricing_mode: 'live',
    ...changes,
  })
  expect(answer.status).toBe(200)
  return { data: answer.body.data, ms: performance.now() - since }
}

function outcomes({ providers }: Json): Record<string, string> {
  return Object.fromEntries(providers.map(({ supplier_code: code, outcome }: Json) => [code, outcome]))
}

/** What the suppliers but LiteAPI ask for the hotels that both answers show. */
function quotesOfOthers({ hotels }: Json, { hotels: shown }: Json): Json[][] {
  const both = hotels.filter(({ hotel_id: id }: Json) => shown.some(({ hotel_id: other }: Json) => other === id))
  return both
    .toSorted((one: Json, two: Json) => one.hotel_id - two.hotel_id)
    .map(({ supplier_prices: prices }: Json) =>
      prices
        .filter(({ supplier_code: code }: Json) => code !== 'liteapi')
        .map(({ supplier_code: code, amount }: Json) => [code, amount]),
    )
}

const OTHERS = { expedia_rapid: 'PRICED', hotelbeds: 'PRICED', ratehawk: 'PRICED' }

function fault(operation: string, kind: string): Promise<Json> {
  return http.post('/sandbox/faults', { supplier_code: 'liteapi', operation, fault: kind, count: 1 })
}

/** A call that was answered: five failures in a row would open the breaker, and what is tested here is each alone. */
function untilAnswered(): Promise<true> {
  return until(
    'LiteAPI to answer',
    async () => outcomes((await liveSearch(SMALL_PLACE)).data)['liteapi'] === 'PRICED',
    120_000,
  )
}
beforeEach(async () => void (await untilAnswered()))

/** A live search during which LiteAPI hangs, repeated until the other suppliers answer within `max_wait_ms`. */
function searchBesideOthers(changes: Json): Promise<{ data: Json; ms: number }> {
  return until('the others to be in time', async () => {
    await untilAnswered()
    await fault('search', 'timeout')
    const found = await liveSearch(changes)
    const byCode = outcomes(found.data)
    return Object.keys(OTHERS).every((code) => byCode[code] !== 'TIMEOUT') && found
  })
}

/** How many room calls to LiteAPI were ended because nobody waited for them. */
async function aborted(): Promise<number> {
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text()
  const line = /supplier_call_seconds_count{supplier="liteapi",operation="rooms",outcome="ABORTED"} (\d+)/.exec(metrics)
  return Number(line?.[1] ?? 0)
}

describe('one supplier hanging', () => {
  it.each([
    ['the longest wait', undefined, 15_000],
    ['max_wait_ms', 5_000, 5_000],
  ])(
    '[C-034] a live search is back by %s, with everybody else’s quotes',
    { timeout: 180_000 },
    async (_what, wait, deadline) => {
      const { data, ms } = await searchBesideOthers(wait === undefined ? {} : { max_wait_ms: wait })
      expect(ms).toBeGreaterThan(deadline - 400)
      expect(outcomes(data)).toEqual({ ...OTHERS, liteapi: 'TIMEOUT' })
      expect(data.hotels).toHaveLength(20)
      const whole = await liveSearch(stay(day))
      expect(outcomes(whole.data)).toMatchObject(OTHERS)
      // A hotel that only LiteAPI sells on the day has none.
      expect(quotesOfOthers(data, whole.data)).toEqual(quotesOfOthers(whole.data, data))
      expect(quotesOfOthers(data, whole.data).flat().length).toBeGreaterThan(20)
    },
  )

  it('[C-121] a live search keeps the hotels of which nothing was said in time, without a price, and counts them', async () => {
    for (const { code } of SUPPLIERS)
      await http.post('/sandbox/faults', { supplier_code: code, operation: 'search', fault: 'timeout', count: 1 })
    const { data } = await liveSearch({ ...SMALL_PLACE, limit: 100, max_wait_ms: 700 })
    expect(new Set(Object.values(outcomes(data)))).toEqual(new Set(['TIMEOUT']))
    expect(data).toMatchObject({ total_results: 15, returned_results: 15, total_is_estimate: false })
    for (const { price } of data.hotels) expect(price).toBeNull()
  })

  it('[C-053] the stream has each other supplier’s options while it hangs', {
    timeout: 180_000,
  }, async () => {
    const [hotelId] = await hotelsOf(database, 'liteapi', 40).then((ids) => ids.slice(30))
    await fault('rooms', 'timeout')
    const created = await http.post(`/hotels/${hotelId}/rooms`, { ...stay(33), ...party })
    const stream = await fetch(gateway.url + created.body.data.sse_stream_url, {
      headers: { 'x-api-key': gateway.apiKey },
    })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    const told: string[] = []
    let text = ''
    while (told.length < 3) {
      const chunk = await reader?.read()
      text += chunk?.value ?? ''
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks.filter((one) => /event: provider_/.test(one))) {
        const data = JSON.parse(block.slice(block.indexOf('data: ') + 6))
        expect(data.supplier_code).not.toBe('liteapi')
        told.push(data.supplier_code)
      }
      if (chunk?.done) break
    }
    await reader?.cancel()
    expect(told).toHaveLength(3)
    // The next test counts them.
    await until('the abandoned call to end', async () => (await aborted()) > 0)
  })
})

describe('a reader that leaves', () => {
  it('[C-058] ends the work at the suppliers, whose answers nobody waits for', async () => {
    const [hotelId] = await hotelsOf(database, 'liteapi', 50).then((ids) => ids.slice(45))
    const before = await aborted()
    await fault('rooms', 'timeout')
    const created = await http.post(`/hotels/${hotelId}/rooms`, { ...stay(34), ...party })
    const path = created.body.data.sse_stream_url
    const leaving = new AbortController()
    const stream = await fetch(gateway.url + path, { headers: { 'x-api-key': gateway.apiKey }, signal: leaving.signal })
    await stream.body?.getReader().read()
    const leftAt = performance.now()
    leaving.abort()
    // It is aborted, and does not end by the supplier's own limit; and not before the reader could have come back.
    await until('the call to end', async () => (await aborted()) > before)
    expect(performance.now() - leftAt).toBeGreaterThan(3_000)
    const whole = await http.get(path)
    expect(whole.body).toContain('"reason":"EXPIRED"')
  })

  it('[C-055] that comes back within its retry finds everything, and nothing was ended', {
    timeout: 180_000,
  }, async () => {
    const [hotelId] = await hotelsOf(database, 'liteapi', 60).then((ids) => ids.slice(55))
    await fault('rooms', 'slow')
    const created = await http.post(`/hotels/${hotelId}/rooms`, { ...stay(35), ...party })
    const path = created.body.data.sse_stream_url
    const leaving = new AbortController()
    const stream = await fetch(gateway.url + path, { headers: { 'x-api-key': gateway.apiKey }, signal: leaving.signal })
    await stream.body?.getReader().read()
    leaving.abort()
    const rest = await http.get(path, { 'last-event-id': '1' })
    expect(rest.body).toContain('"reason":"ALL_SETTLED"')
    expect(rest.body).not.toContain('provider_error')
  })
})

describe('a supplier that says 429 and not until when', () => {
  it('has a time to come back at in the very answer that met it, as in those that are held back after it', async () => {
    async function ask(): Promise<Json> {
      return (await liveSearch(SMALL_PLACE)).data.providers.find(
        ({ supplier_code: code }: Json) => code === 'hotelbeds',
      )
    }
    await http.post('/sandbox/faults', { supplier_code: 'hotelbeds', operation: 'search', fault: '429', count: 1 })
    const [met, heldBack] = [await ask(), await ask()]
    for (const provider of [met, heldBack]) expect(provider).toMatchObject({ outcome: 'RATE_LIMITED' })
    expect(met.retry_after_ms).toBe(1_000)
    expect(heldBack.retry_after_ms).toBeGreaterThan(0)
    expect(heldBack.retry_after_ms).toBeLessThanOrEqual(1_000)
    await until('Hotelbeds to be asked again', async () => (await ask()).outcome === 'PRICED')
  })
})

describe('a supplier that is down', () => {
  function lines(message: string): string[] {
    return gateway.log.filter((line) => line.includes(message))
  }
  const DOWN = 'supplier is down'
  const BACK = 'supplier is back'
  async function many(count: number): Promise<Json> {
    let last: Json = null
    for (let index = 0; index < count; index++) last = (await liveSearch(SMALL_PLACE)).data
    return last
  }

  it('costs the others nothing, is told in one line, and is asked again by itself when it is back', {
    timeout: 180_000,
  }, async () => {
    const before = [lines(DOWN).length, lines(BACK).length]
    const well = await many(5)
    expect(outcomes(well)).toEqual({ ...OTHERS, liteapi: 'PRICED' })

    wire.cut()
    const down = await many(40)
    expect(outcomes(down)).toEqual({ ...OTHERS, liteapi: 'ERROR' })
    // The search that the breaker tries the supplier with meets the failure itself, and cannot say when.
    await until('a search to say when to ask again', async () => {
      const { data } = await liveSearch(SMALL_PLACE)
      return data.providers.some(
        (view: Json) => view.supplier_code === 'liteapi' && view.outcome === 'ERROR' && view.retry_after_ms > 0,
      )
    })
    expect(lines(DOWN)).toHaveLength((before[0] ?? 0) + 1)
    const ready = await http.get('/health/ready')
    expect(ready).toMatchObject({ status: 200, body: { status: 'degraded' } })
    expect(ready.body.suppliers).toContainEqual({
      supplier_code: 'liteapi',
      breaker: expect.stringMatching(/OPEN/),
    })
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text()
    expect(metrics).toMatch(/gateway_supplier_breaker{supplier="liteapi",connection="conn_sandbox_liteapi"} [12]/)
    expect(metrics).toMatch(/gateway_supplier_breaker{supplier="hotelbeds",connection="conn_sandbox_hotelbeds"} 0/)

    wire.mend()
    await until(
      'the supplier to be asked again',
      async () => {
        const { data } = await liveSearch(SMALL_PLACE)
        return outcomes(data)['liteapi'] === 'PRICED'
      },
      120_000,
    )
    // What a process logs takes a moment to be read here.
    await until('the line', async () => lines(BACK).length > (before[1] ?? 0))
    expect(lines(BACK)).toHaveLength((before[1] ?? 0) + 1)
    expect(lines(DOWN)).toHaveLength((before[0] ?? 0) + 1)
    const noisy = gateway.log.filter(
      (line) => line.includes('liteapi') && /"level":"?(warn|error|info|30|40|50)/.test(line),
    )
    expect(noisy.length).toBeLessThanOrEqual(2 + before.reduce((sum, count) => sum + count, 0))
    expect((await http.get('/health/ready')).body.status).toBe('ok')
  })
})
