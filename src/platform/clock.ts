/** The one source of time in the process. In the sandbox an offset moves it; in production the offset stays 0. */
export type Clock = {
  /** Epoch milliseconds, offset included. */
  now(): number
  offsetMs(): number
  /** Sets the offset; sandbox only. Called when the stored offset changes, in every process. */
  setOffset(offsetMs: number): void
  /** Called after each change of the offset; answers an unsubscribe function. */
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
