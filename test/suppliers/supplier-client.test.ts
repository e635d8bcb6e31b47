import { describe, expect, it } from 'vitest'
import { err, type Result } from '../../src/domain/result.ts'
import { createBreaker } from '../../src/suppliers/breaker.ts'
import { readLimits } from '../../src/suppliers/expedia-rapid/limits.ts'
import { createPace } from '../../src/suppliers/pace.ts'
import { type SupplierFailure, type SupplierResponse, unsent } from '../../src/suppliers/supplier-call.ts'
import { until } from '../support/until.ts'

type Answer = Result<SupplierResponse, SupplierFailure>

function answered(status: number, headers: Record<string, string> = {}): Answer {
  return {
    ok: true,
    value: { status, headers, json: null },
  }
}

function failed(kind: SupplierFailure['kind']): Answer {
  return {
    ok: false,
    error: { kind, httpStatus: null, supplierErrorCode: null, retryAfterMs: null, detail: 'x' },
  }
}

function kindOf(answer: Answer): string {
  return answer.ok ? String(answer.value.status) : answer.error.kind
}

describe('the breaker', () => {
  function make() {
    const changes: string[] = []
    const breaker = createBreaker((state) => changes.push(state))
    let sent = 0
    async function run(answer: Answer): Promise<string> {
      return kindOf(
        await breaker.run(async () => {
          sent += 1
          return answer
        }),
      )
    }
    return { breaker, changes, run, sent: () => sent }
  }

  it.each(['TIMEOUT', 'NETWORK', 'MALFORMED'] as const)(
    'opens after five %s in a row, and then sends nothing',
    async (kind) => {
      const { breaker, changes, run, sent } = make()
      for (let count = 0; count < 5; count++) expect(await run(failed(kind))).toBe(kind)
      expect(breaker.state()).toBe('OPEN')
      const refused = await breaker.run(async () => answered(200))
      expect(refused).toMatchObject({ ok: false, error: { kind: 'CIRCUIT_OPEN', retryAfterMs: expect.any(Number) } })
      expect(sent()).toBe(5)
      expect(changes).toEqual(['OPEN'])
    },
  )

  it('opens on servers’ errors, and is not impressed by other answers', async () => {
    const { breaker, run } = make()
    for (const status of [200, 400, 401, 404, 429]) for (let count = 0; count < 6; count++) await run(answered(status))
    expect(breaker.state()).toBe('CLOSED')
    for (let count = 0; count < 5; count++) await run(answered(503))
    expect(breaker.state()).toBe('OPEN')
  })

  it('counts neither clients that leave nor calls that were not sent', async () => {
    const { breaker, run } = make()
    for (let count = 0; count < 4; count++) await run(failed('TIMEOUT'))
    const held = (['OVERLOADED', 'BUDGET_SPENT', 'TIMEOUT'] as const).map((kind) => err(unsent(kind, 'x')))
    for (const answer of [failed('ABORTED'), ...held]) for (let count = 0; count < 9; count++) await run(answer)
    expect(breaker.state()).toBe('CLOSED')
    await run(failed('TIMEOUT'))
    expect(breaker.state()).toBe('OPEN')
  })

  it('begins anew with each success', async () => {
    const { breaker, run } = make()
    for (let count = 0; count < 40; count++) await run(count % 5 === 4 ? answered(200) : failed('NETWORK'))
    expect(breaker.state()).toBe('CLOSED')
  })

  it('lets one call try, keeps nobody waiting for it, and closes by itself', async () => {
    const { breaker, changes, run } = make()
    for (let count = 0; count < 5; count++) await run(failed('NETWORK'))
    // A probe that fails changes nothing that anybody is told.
    await until('a probe', async () => (await run(failed('NETWORK'))) === 'NETWORK')
    expect(changes).toEqual(['OPEN'])
    const probe = Promise.withResolvers<Answer>()
    const probing = await until('another probe', async () => {
      const first = breaker.run(() => probe.promise)
      return breaker.state() === 'HALF_OPEN' ? { first } : null
    })
    expect(await run(answered(200))).toBe('CIRCUIT_OPEN')
    probe.resolve(answered(200))
    expect(kindOf(await probing.first)).toBe('200')
    expect(breaker.state()).toBe('CLOSED')
    expect(changes).toEqual(['OPEN', 'CLOSED'])
    expect(await run(answered(200))).toBe('200')
  })
})

describe('the pace', () => {
  const NOW = Date.parse('2027-01-01T00:00:00Z')
  function make() {
    return createPace({ readLimits: (response) => readLimits(response, NOW) })
  }
  function minute(remaining: number, resetInMs = 30_000) {
    return answered(200, {
      'rate-limit-minute-remaining': String(remaining),
      'rate-limit-minute-reset': String(NOW + resetInMs),
      'rate-limit-day-remaining': '80',
      'rate-limit-day-reset': String(NOW + 3_600_000),
    })
  }

  it('lets everything through until it has learned otherwise', () => {
    expect(make().refusal('search')).toBeNull()
  })

  it('holds a kind of call back when next to nothing is left of its limit, until the reset', () => {
    const pace = make()
    pace.learn('search', minute(6))
    expect(pace.refusal('search')).toBeNull()
    pace.learn('search', minute(5))
    const refusal = pace.refusal('search')
    expect(refusal).toMatchObject({ kind: 'RATE_LIMITED', httpStatus: null })
    expect(refusal?.retryAfterMs).toBeGreaterThan(29_000)
    expect(refusal?.retryAfterMs).toBeLessThanOrEqual(30_000)
    expect(pace.refusal('rooms')).toBeNull()
  })

  it('goes on when the reset has passed', async () => {
    const pace = make()
    pace.learn('search', minute(0, 60))
    expect(pace.refusal('search')).not.toBeNull()
    await until('the reset', () => pace.refusal('search') === null)
  })

  it.each([
    ['2', 1_900, 2_000],
    [undefined, 900, 1_000],
    ['nonsense', 900, 1_000],
    ['999999', 3_599_000, 3_600_000],
  ])('waits after a 429 with Retry-After %s', (retryAfter, least, most) => {
    const pace = make()
    pace.learn('rooms', answered(429, retryAfter === undefined ? {} : { 'retry-after': retryAfter }))
    const waitMs = pace.refusal('rooms')?.retryAfterMs
    expect(waitMs).toBeGreaterThan(least)
    expect(waitMs).toBeLessThanOrEqual(most)
  })

  it('takes headers that lie for what they are', () => {
    const pace = make()
    pace.learn('search', answered(200, { 'rate-limit-minute-remaining': 'many', 'rate-limit-minute-reset': 'later' }))
    pace.learn('rooms', answered(200, { 'rate-limit-minute-remaining': '0', 'rate-limit-minute-reset': '5' }))
    expect([pace.refusal('search'), pace.refusal('rooms')]).toEqual([null, null])
  })
})
