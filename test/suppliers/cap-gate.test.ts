import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { CallCaps } from '../../src/domain/call-caps.ts'
import { createCallSlots } from '../../src/platform/call-slots.ts'
import { createCapGate } from '../../src/suppliers/cap-gate.ts'
import type { SupplierOperation } from '../../src/suppliers/supplier-call.ts'

function openGate(caps: CallCaps) {
  const own = createCallSlots()
  let questions = 0
  const waits: string[] = []
  const gate = createCapGate({
    connectionId: 'conn_a',
    slots: {
      ...own,
      take: (...asked) => {
        questions += 1
        return own.take(...asked)
      },
    },
    onWait: (operation, outcome) => waits.push(`${operation} ${outcome}`),
  })
  function enter(operation: SupplierOperation, timeoutMs = 20_000, signal: AbortSignal | null = null) {
    return gate.enter({ operation, caps, timeoutMs, signal })
  }
  return { enter, waits, questions: () => questions }
}

describe('[X-04] the calls of a connection', () => {
  it('are not sent with slots of a second that is over, when this process has stood still meanwhile', async () => {
    const own = createCallSlots()
    let lateMs = 900
    const gate = createCapGate({
      connectionId: 'conn_a',
      slots: {
        ...own,
        take: async (...asked) => {
          const taken = await own.take(...asked)
          await new Promise((resolve) => setTimeout(resolve, lateMs))
          lateMs = 0
          return taken
        },
      },
      onWait: () => undefined,
    })
    const caps = { perSecond: 2 }
    const startedAt = performance.now()
    const asked = { operation: 'search', caps, timeoutMs: 20_000, signal: null } as const
    const entries = await Promise.all([gate.enter(asked), gate.enter(asked)])
    expect(entries.map(({ ok }) => ok)).toEqual([true, true])
    // Then another process may not send any: the two are those of the second that follows.
    expect(performance.now() - startedAt).toBeGreaterThan(1_050)
    const others = await own.take('conn_a', caps, {
      wanted: { price_check: 0, rooms: 0, search: 2, content: 0 },
      leaseMs: 1_000,
    })
    expect(others.search.leases).toEqual([])
  })

  it('that are made together ask for their slots together', async () => {
    const { enter, questions, waits } = openGate({ perSecond: 20 })
    const entries = await Promise.all(Array.from({ length: 20 }, () => enter('search')))
    expect(entries.every(({ ok }) => ok)).toBe(true)
    expect(questions()).toBe(1)
    expect(waits).toEqual([])
  })

  it('wait a moment for a slot rather than lose their supplier, and are refused when it would be longer', async () => {
    const { enter, waits } = openGate({ perSecond: 2 })
    const entries = await Promise.all(Array.from({ length: 8 }, () => enter('search')))
    // Two at once, two after a second; the third second is too far away.
    expect(entries.filter(({ ok }) => ok)).toHaveLength(4)
    const refused = entries.find(({ ok }) => !ok)
    expect(refused?.ok === false && refused.retryAfterMs).toBeGreaterThanOrEqual(1_000)
    expect(waits.filter((wait) => wait === 'search sent')).toHaveLength(2)
    expect(waits.filter((wait) => wait === 'search refused')).toHaveLength(4)
  })

  it.each([
    [2_000, 600, 'are refused'],
    [8_000, 600, 'wait'],
    [20_000, 2_100, 'are refused'],
  ])('of %i ms, a slot for which is free in %i, %s', async (timeoutMs, retryAfterMs, expected) => {
    const none = { leases: [], retryAfterMs }
    const told = Promise.withResolvers<void>()
    const gate = createCapGate({
      connectionId: 'conn_a',
      slots: {
        ...createCallSlots(),
        take: async () => {
          told.resolve()
          return { price_check: none, rooms: none, search: none, content: none }
        },
      },
      onWait: () => undefined,
    })
    const entry = gate.enter({ operation: 'rooms', caps: { perSecond: 1 }, timeoutMs, signal: null })
    // Whoever cannot wait so long, a quarter of its time and two seconds at most, is refused in the same turn.
    const waits = told.promise.then(() => setImmediate()).then(() => 'wait')
    expect(await Promise.race([entry.then(() => 'are refused'), waits])).toBe(expected)
    expect((await entry).ok).toBe(false)
  })

  it('go to a price check before searches that have waited longer', async () => {
    const { enter } = openGate({ perSecond: 1 })
    expect((await enter('search')).ok).toBe(true)
    const order: string[] = []
    const searches = Array.from({ length: 3 }, async () => {
      if ((await enter('search')).ok) order.push('search')
    })
    const check = enter('price_check').then(({ ok }) => ok && order.push('price_check'))
    await Promise.all([...searches, check])
    expect(order[0]).toBe('price_check')
  })

  it('never wait when they belong to a booking', async () => {
    const { enter } = openGate({ perSecond: 1, concurrent: 1 })
    const entries = await Promise.all(
      (['book', 'find', 'retrieve', 'cancel', 'confirm_hold'] as const).map((operation) => enter(operation)),
    )
    expect(entries.every(({ ok }) => ok)).toBe(true)
    const search = await enter('search', 100)
    expect(search.ok).toBe(false)
  })

  it('take the place of one that has ended, when the contract bounds how many are under way', async () => {
    const { enter } = openGate({ concurrent: 1 })
    const first = await enter('rooms')
    const second = enter('rooms')
    expect(await Promise.race([second.then(() => 'entered'), Promise.resolve('waits')])).toBe('waits')
    if (first.ok) first.leave()
    expect((await second).ok).toBe(true)
  })

  it('leave their slot to others when their caller goes away', async () => {
    const { enter } = openGate({ perSecond: 1 })
    await enter('search')
    const leaving = new AbortController()
    const left = enter('search', 20_000, leaving.signal)
    const stays = enter('search')
    leaving.abort()
    expect((await left).ok).toBe(false)
    expect((await stays).ok).toBe(true)
  })
})
