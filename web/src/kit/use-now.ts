import { useSyncExternalStore } from 'react'

let now = Date.now()
let timer: ReturnType<typeof setInterval> | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** The browser's clock in steps of so many seconds; one timer for the whole page. */
export function useNow(everySeconds = 1): number {
  const step = everySeconds * 1_000
  return useSyncExternalStore(subscribe, () => Math.floor(now / step) * step)
}
