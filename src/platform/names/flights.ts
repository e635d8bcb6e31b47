import { unlessAborted } from '../unless-aborted.ts'

/** Concurrent callers with the same key share one run of the work, which is aborted when no caller waits for it any more. */
type Flights<T> = {
  readonly isUnderWay: (key: string) => boolean
  /** Returns the outcome of the work under that key, and starts it if none is under way; null when `signal` is aborted first. */
  readonly join: (key: string, signal: AbortSignal, begin: (signal: AbortSignal) => Promise<T>) => Promise<T | null>
  /** Aborts all work that is under way. */
  readonly stop: () => void
}

type Flight<T> = { readonly outcome: Promise<T>; readonly stop: AbortController; waiting: number }

export function createFlights<T>(): Flights<T> {
  const flights = new Map<string, Flight<T>>()

  function forget(key: string, flight: Flight<T>): void {
    if (flights.get(key) === flight) flights.delete(key)
  }

  function start(key: string, begin: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const stop = new AbortController()
    const flight: Flight<T> = { outcome: begin(stop.signal), stop, waiting: 0 }
    flights.set(key, flight)
    function end(): void {
      return forget(key, flight)
    }
    flight.outcome.then(end, end)
    return flight
  }

  return {
    isUnderWay: (key) => flights.has(key),
    join: async (key, signal, begin) => {
      const flight = flights.get(key) ?? start(key, begin)
      flight.waiting += 1
      const outcome = await unlessAborted(flight.outcome, signal)
      flight.waiting -= 1
      if (outcome === null && flight.waiting === 0) {
        forget(key, flight)
        flight.stop.abort()
      }
      return outcome
    },
    stop: () => {
      for (const { stop } of flights.values()) stop.abort()
    },
  }
}
