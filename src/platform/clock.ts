/** The only source of time in the process. In the sandbox an offset shifts it; in production the offset stays 0. */
export type Clock = {
  /** Epoch milliseconds, including the offset. */
  now(): number
  offsetMs(): number
  /** Sets the offset; sandbox only. It is called in every process when the stored offset changes. */
  setOffset(offsetMs: number): void
  /** Calls `listener` after each change of the offset; returns an unsubscribe function. */
  onShift(listener: () => void): () => void
}

export function createClock(): Clock {
  let offset = 0
  const listeners = new Set<() => void>()
  return {
    now: () => Date.now() + offset,
    offsetMs: () => offset,
    setOffset: (offsetMs) => {
      if (offsetMs === offset) return
      offset = offsetMs
      for (const listener of listeners) listener()
    },
    onShift: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
