/** Concurrent callers with the same key share one run of the work. */
export type SingleFlight = {
  /**
   * Returns the outcome of the work under that key; `start` begins it when none is under way. Null when `signal` is aborted
   * first: the work continues for the other callers, and is aborted when none is left.
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

/** Work that is older than this may never finish, so the next caller starts it again. */
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
    // Later callers start the work again, because this run will not finish.
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
      // A key includes the kind of work, so all outcomes under a key have the same type.
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
