import { MINUTE_MS } from '../../domain/time.ts'

/** Points a minute by name, in this process: for what must stay bounded while Redis is away. */
export type Windows = {
  /** Takes a point; milliseconds until there is one again when there is none. */
  readonly take: (name: string) => number | null
  /** It was not spent. */
  readonly giveBack: (name: string) => void
}

type Window = { taken: number; readonly endsAt: number }

const MAX_NAMES = 10_000

export function createWindows(points: number): Windows {
  const windows = new Map<string, Window>()

  function windowOf(name: string): Window {
    const known = windows.get(name)
    if (known && known.endsAt > performance.now()) return known
    const window = { taken: 0, endsAt: performance.now() + MINUTE_MS }
    windows.delete(name)
    windows.set(name, window)
    if (windows.size > MAX_NAMES) windows.delete(windows.keys().next().value ?? '')
    return window
  }

  return {
    take: (name) => {
      const window = windowOf(name)
      if (window.taken >= points) return window.endsAt - performance.now()
      window.taken += 1
      return null
    },
    giveBack: (name) => {
      const window = windowOf(name)
      window.taken = Math.max(0, window.taken - 1)
    },
  }
}
