import { describe, expect, it } from 'vitest'
import { createSingleFlight } from '../../src/platform/single-flight.ts'

/** A flight that lands when it is told to. */
function flight() {
  const landing = Promise.withResolvers<string>()
  const signals: AbortSignal[] = []
  return {
    signals,
    land: landing.resolve,
    start: (signal: AbortSignal) => {
      signals.push(signal)
      return landing.promise
    },
  }
}

describe('equal questions that are under way', () => {
  it('are one flight, with one outcome for all', async () => {
    const flights = createSingleFlight()
    const { start, signals, land } = flight()
    const all = [1, 2, 3].map(() => flights.join('key', { start, signal: null }))
    land('landed')
    expect(await Promise.all(all)).toEqual(['landed', 'landed', 'landed'])
    expect(signals).toHaveLength(1)
  })

  it('are flights of their own when they differ, or when the first has landed', async () => {
    const flights = createSingleFlight()
    async function start(): Promise<number> {
      return performance.now()
    }
    const [one, other] = await Promise.all([
      flights.join('one', { start, signal: null }),
      flights.join('other', { start, signal: null }),
    ])
    expect(one).not.toBe(other)
    expect(await flights.join('one', { start, signal: null })).not.toBe(one)
  })

  it('go on for whoever is left, and end when nobody is', async () => {
    const flights = createSingleFlight()
    const { start, signals, land } = flight()
    const [first, second] = [new AbortController(), new AbortController()]
    const left = flights.join('key', { start, signal: first.signal })
    const stayed = flights.join('key', { start, signal: second.signal })
    first.abort()
    expect(await left).toBeNull()
    expect(signals[0]?.aborted).toBe(false)
    land('landed')
    expect(await stayed).toBe('landed')
    const alone = flight()
    const gone = flights.join('key', { start: alone.start, signal: new AbortController().signal })
    alone.land('x')
    expect(await gone).toBe('x')
    const leaving = new AbortController()
    const abandoned = flight()
    const nobody = flights.join('key', { start: abandoned.start, signal: leaving.signal })
    leaving.abort()
    expect(await nobody).toBeNull()
    expect(abandoned.signals[0]?.aborted).toBe(true)
  })

  it('are not joined by who comes after the last has left', async () => {
    const flights = createSingleFlight()
    const leaving = new AbortController()
    const first = flight()
    void flights.join('key', { start: first.start, signal: leaving.signal })
    leaving.abort()
    const second = flight()
    const later = flights.join('key', { start: second.start, signal: null })
    second.land('new')
    expect(await later).toBe('new')
  })

  it('fail together, and are tried anew', async () => {
    const flights = createSingleFlight()
    async function start(): Promise<never> {
      throw new Error('lost')
    }
    await expect(flights.join('key', { start, signal: null })).rejects.toThrow('lost')
    expect(await flights.join('key', { start: async () => 'fine', signal: null })).toBe('fine')
  })

  it('are not begun for a client that has left already', async () => {
    const { start, signals } = flight()
    expect(await createSingleFlight().join('key', { start, signal: AbortSignal.abort() })).toBeNull()
    expect(signals).toEqual([])
  })
})
