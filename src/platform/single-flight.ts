/** Equal work that is under way is joined, not begun again. */
export type SingleFlight = {
  /**
   * The outcome of the flight of that key; `start` begins it when there is none. Null when `signal` is aborted first: the
   * flight goes on for the other callers, and is aborted when none is left.
   */
  readonly join: <T>(
    key: string,
    flight: { readonly start: (signal: AbortSignal) => Promise<T>; readonly signal: AbortSignal | null },
  ) => Promise<T | null>
}

type Flight = {
  readonly outcome: Promise<unknown>
  readonly abort: () => void
  readonly begunAt: number
  passengers: number
}

/** A flight that is older may never arrive: the next caller begins another. */
const JOINED_FOR_MS = 3_000

export function createSingleFlight(): SingleFlight {
  const flights = new Map<string, Flight>()

  function begin(key: string, start: (signal: AbortSignal) => Promise<unknown>): Flight {
    const stop = new AbortController()
    const outcome = start(stop.signal)
    const flight: Flight = { outcome, abort: () => stop.abort(), begunAt: performance.now(), passengers: 0 }
    function land(): void {
      if (flights.get(key) === flight) flights.delete(key)
    }
    flight.outcome.then(land, land)
    flights.set(key, flight)
    return flight
  }

  function leave(key: string, flight: Flight): void {
    flight.passengers -= 1
    if (flight.passengers > 0) return
    // Whoever comes now begins a new one: this one will not arrive.
    if (flights.get(key) === flight) flights.delete(key)
    flight.abort()
  }

  return {
    join: async <T>(
      key: string,
      { start, signal }: { readonly start: (signal: AbortSignal) => Promise<T>; readonly signal: AbortSignal | null },
    ): Promise<T | null> => {
      if (signal?.aborted) return null
      const known = flights.get(key)
      const isYoung = known !== undefined && performance.now() - known.begunAt < JOINED_FOR_MS
      const flight = isYoung ? known : begin(key, start)
      flight.passengers += 1
      // Keys name the kind of question, so that every flight of a key has the same kind of outcome.
      const outcome = flight.outcome as Promise<T>
      if (!signal) return outcome
      const left = Promise.withResolvers<null>()
      function onAbort(): void {
        leave(key, flight)
        left.resolve(null)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        return await Promise.race([outcome, left.promise])
      } finally {
        signal.removeEventListener('abort', onAbort)
      }
    },
  }
}
