import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { overLimit, readFailure } from '../../../src/suppliers/hotelbeds/errors.ts'
import { hotelbeds } from '../../../src/suppliers/hotelbeds/index.ts'
import { createPace } from '../../../src/suppliers/pace.ts'
import { createSupplierClient } from '../../../src/suppliers/supplier-client.ts'
import { answered } from '../../support/suppliers/answers.ts'
import { COUPLE, questionFor } from '../../support/suppliers/sandbox.ts'

function refused(error: string, status = 403, code?: string) {
  return { status, headers: code ? { 'x-mashery-error-code': code } : {}, json: { error } }
}
const OVER_QPS = refused('Account Over Queries Per Second Limit', 403, 'ERR_403_DEVELOPER_OVER_QPS')
const OVER_QUOTA = refused('Account Over Rate Limit', 403, 'ERR_403_DEVELOPER_OVER_RATE')
const BAD_KEY = refused('Request signature verification failed', 403, 'ERR_403_NOT_AUTHORIZED')

describe('a refusal for a limit', () => {
  it.each([
    [OVER_QPS, 'A_SECOND'],
    [refused('Account Over Queries Per Second Limit', 429), 'A_SECOND'],
    [refused('Too many requests', 429), 'A_SECOND'],
    [OVER_QUOTA, 'A_DAY'],
    [refused('Daily quota exceeded'), 'A_DAY'],
    [BAD_KEY, null],
    [{ status: 500, headers: {}, json: { error: { code: 'SYSTEM_ERROR', message: 'quota' } } }, null],
  ])('[H-10] is told from a bad key: %j', (response, limit) => {
    expect(overLimit(response)).toBe(limit)
    if (response.status < 500) expect(readFailure(response).kind).toBe(limit ? 'RATE_LIMITED' : 'UNAUTHORIZED')
  })

  function paceAt(now: string) {
    return createPace({ readLimits: () => [], overLimit, now: () => Date.parse(now) })
  }
  function learned(pace: ReturnType<typeof paceAt>, value: Parameters<typeof overLimit>[0]): number {
    pace.learn('search', { ok: true, value })
    return pace.refusal('rooms')?.retryAfterMs ?? 0
  }

  it('[H-10] a second holds every kind of search back for a second; together refused calls count once', () => {
    const pace = paceAt('2027-01-01T10:00:00Z')
    for (let times = 0; times < 6; times++) {
      expect(learned(pace, OVER_QPS)).toBeGreaterThan(900)
      expect(learned(pace, OVER_QPS)).toBeLessThanOrEqual(1_000)
    }
  })

  it('[H-10] a second doubles the pause when the next call after it is refused too', async () => {
    const pace = paceAt('2027-01-01T10:00:00Z')
    const first = learned(pace, OVER_QPS)
    await expect.poll(() => pace.refusal('rooms'), { timeout: 3_000 }).toBeNull()
    expect(learned(pace, OVER_QPS)).toBeGreaterThan(first + 500)
  })

  it('[H-10] a day holds back until the day ends in UTC, and asks once an hour', () => {
    expect(learned(paceAt('2027-01-01T10:00:00Z'), OVER_QUOTA)).toBeGreaterThan(3_599_000)
    expect(learned(paceAt('2027-01-01T23:59:30Z'), OVER_QUOTA)).toBeLessThanOrEqual(30_000)
  })

  it('[H-10] holds nothing back when it is the key that is refused', () => {
    expect(learned(paceAt('2027-01-01T10:00:00Z'), BAD_KEY)).toBe(0)
  })

  it('[H-10] is the last call that is sent for a while: six searches, one question', async () => {
    let asked = 0
    const server = createServer((_request, response) => {
      asked += 1
      response
        .writeHead(403, { 'content-type': 'application/json', ...OVER_QPS.headers })
        .end(JSON.stringify(OVER_QPS.json))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const client = createSupplierClient(hotelbeds, Date.now, {
      onExchange: () => undefined,
      onRefusal: () => undefined,
      onBreaker: () => undefined,
    })
    onTestFinished(async () => {
      await client.close()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const call = answered(hotelbeds, 200, {})
    const connection = { ...call.connection, baseUrl: `http://127.0.0.1:${port}` }
    const failures = []
    for (let times = 0; times < 6; times++) {
      const answer = await hotelbeds.search(
        { ...call, connection, fetch: client.fetch },
        { ...questionFor(COUPLE), supplierHotelIds: ['1'] },
      )
      failures.push(answer.ok ? null : answer.error)
    }
    expect(asked).toBe(1)
    expect(failures.every((failure) => failure?.kind === 'RATE_LIMITED' && (failure.retryAfterMs ?? 0) > 0)).toBe(true)
  })

  it('[H-10] lets a price check wait for a short pause, and no longer than it has time for', {
    timeout: 20_000,
  }, async () => {
    let refusals = 1
    const server = createServer((_request, response) => {
      refusals -= 1
      if (refusals >= 0)
        return void response
          .writeHead(403, { 'content-type': 'application/json', ...OVER_QPS.headers })
          .end(JSON.stringify(OVER_QPS.json))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const client = createSupplierClient(hotelbeds, Date.now, {
      onExchange: () => undefined,
      onRefusal: () => undefined,
      onBreaker: () => undefined,
    })
    onTestFinished(async () => {
      await client.close()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    function send(operation: 'search' | 'price_check', timeoutMs: number) {
      return client.fetch({ operation, method: 'POST', url, headers: {}, timeoutMs, signal: null })
    }
    await send('search', 10_000)
    const [hasTime, hasNone, searching] = await Promise.all([
      send('price_check', 10_000),
      send('price_check', 1_000),
      send('search', 10_000),
    ])
    expect(hasTime).toMatchObject({ ok: true, value: { status: 200 } })
    for (const held of [hasNone, searching]) expect(held).toMatchObject({ ok: false, error: { kind: 'RATE_LIMITED' } })
    // The next pause is two seconds and its end too far away.
    refusals = 2
    await send('search', 10_000)
    await expect.poll(async () => (await send('search', 10_000)).ok, { timeout: 60_000 }).toBe(true)
    expect(await send('price_check', 2_000)).toMatchObject({ ok: false, error: { kind: 'RATE_LIMITED' } })
  })
})
