import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bounds, createBoundedMemory, createTimedMemory } from '../../src/platform/kept.ts'

const MAX = 10
const MAX_WEIGHT = 100

const action = fc.record({
  key: fc.integer({ min: 0, max: 15 }).map(String),
  weight: fc.integer({ min: 0, max: 40 }),
  kind: fc.constantFrom('set', 'set', 'set', 'get', 'delete'),
})

type Model = { key: string; weight: number; value: number }[]

describe.each<NonNullable<Bounds['drops']>>(['first-written', 'least-used'])(
  'a bounded memory that drops what is %s',
  (drops) => {
    it('stays within both bounds, drops the oldest only, and says what it dropped', () => {
      fc.assert(
        fc.property(fc.array(action, { maxLength: 80 }), (actions) => {
          const memory = createBoundedMemory<string, number>({ max: MAX, maxWeight: MAX_WEIGHT, drops })
          let model: Model = []
          for (const [value, { key, weight, kind }] of actions.entries()) {
            const known = model.find((one) => one.key === key)
            const others = model.filter((one) => one.key !== key)
            if (kind === 'delete') {
              expect(memory.delete(key)).toBe(known !== undefined)
              model = others
            } else if (kind === 'get') {
              expect(memory.get(key)).toBe(known?.value)
              if (known && drops === 'least-used') model = [...others, known]
            } else {
              model = [...others, { key, weight, value }]
              const sum = model.reduce((total, one) => total + one.weight, 0)
              const isWithin = model.length <= MAX && sum <= MAX_WEIGHT
              const dropped = memory.set(key, value, weight)
              expect(dropped).toEqual(model.slice(0, dropped.length).map((one) => one.value))
              expect(dropped.length > 0).toBe(!isWithin)
              model = model.slice(dropped.length)
            }
            expect(memory.values()).toEqual(model.map((one) => one.value))
            expect(memory.size()).toBe(model.length)
            expect(model.every((one) => memory.has(one.key))).toBe(true)
            expect(model.length).toBeLessThanOrEqual(MAX)
            expect(model.reduce((total, one) => total + one.weight, 0)).toBeLessThanOrEqual(MAX_WEIGHT)
          }
        }),
      )
    })
  },
)

describe('a timed memory', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('get' as const), key: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ kind: fc.constant('forget' as const), key: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ kind: fc.constant('change' as const) }),
  )

  it('never answers what is older than it may be, nor what it was told to forget', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const KEEP_MS = 100
        let [now, version] = [0, 0]
        const readAt = new Map<number, { at: number; version: number }>()
        const memory = createTimedMemory<number, number>({
          keepMs: KEEP_MS,
          max: 10,
          now: () => now,
          read: async (key) => {
            readAt.set(key, { at: now, version })
            return version
          },
        })
        for (const one of steps) {
          if (one.kind === 'wait') now += one.ms
          else if (one.kind === 'change') version += 1
          else if (one.kind === 'forget') {
            memory.forget(one.key)
            readAt.delete(one.key)
          } else {
            const before = readAt.get(one.key)
            const answered = await memory.get(one.key)
            const after = readAt.get(one.key)
            expect(answered).toBe(after?.version)
            expect(now - (after?.at ?? Number.NEGATIVE_INFINITY)).toBeLessThan(KEEP_MS)
            // What was still good was not read again.
            if (before && now - before.at < KEEP_MS) expect(after).toEqual(before)
          }
        }
      }),
    )
  })

  it('reads once for all who ask together, and does not remember a failure', async () => {
    let reads = 0
    const memory = createTimedMemory<string, number>({
      keepMs: 1_000_000,
      max: 10,
      read: async () => {
        reads += 1
        if (reads === 1) throw new Error('away')
        return reads
      },
    })
    const together = await Promise.allSettled([memory.get('a'), memory.get('a'), memory.get('a')])
    expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(reads).toBe(1)
    expect(await Promise.all([memory.get('a'), memory.get('a')])).toEqual([2, 2])
    expect(await memory.get('a')).toBe(2)
  })

  it('keeps nothing of a read that was under way when its key was forgotten', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const answers = [promise, Promise.resolve('new')]
    const memory = createTimedMemory<string, string>({
      keepMs: 1_000_000,
      max: 10,
      read: () => answers.shift() ?? Promise.reject(new Error('read too often')),
    })
    const before = memory.get('a')
    memory.forget('a')
    expect(await memory.get('a')).toBe('new')
    resolve('old')
    expect(await before).toBe('old')
    expect(await memory.get('a')).toBe('new')
  })
})
