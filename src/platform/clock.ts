/**
 * The only source of time in the process: this machine's clock, corrected to the database's, which all processes share. In the
 * sandbox an offset shifts it; in production the offset stays 0. It is for what is shown and for waits; what decides between
 * processes is compared in SQL.
 */
export type Clock = {
  /** Epoch milliseconds, by the database's clock and including the offset. */
  now(): number
  offsetMs(): number
  /** Sets the offset; sandbox only. It is called in every process when the stored offset changes. */
  setOffset(offsetMs: number): void
  /** What this machine's own clock says, for measuring how wrong it is. */
  machineNow(): number
  /** Sets how far the database's clock is ahead of this machine's, ms. */
  setSkew(skewMs: number): void
  /** Calls `listener` after each change of the offset; returns an unsubscribe function. */
  onShift(listener: () => void): () => void
}

export function createClock(): Clock {
  let offset = 0
  let skew = 0
  const listeners = new Set<() => void>()
  return {
    now: () => Date.now() + skew + offset,
    offsetMs: () => offset,
    setOffset: (offsetMs) => {
      if (offsetMs === offset) return
      offset = offsetMs
      for (const listener of listeners) listener()
    },
    machineNow: () => Date.now(),
    setSkew: (skewMs) => {
      skew = skewMs
    },
    onShift: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
