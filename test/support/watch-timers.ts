import { vi } from 'vitest'

/** Watches the process's timers: `left` is how many of those that call the function of this name were not cleared. */
export function watchTimers(name: string) {
  const made = vi.spyOn(globalThis, 'setTimeout')
  const cleared = vi.spyOn(globalThis, 'clearTimeout')
  return {
    left: () => {
      const waking = made.mock.results.filter((_, index) => made.mock.calls[index]?.[0]?.name === name)
      const gone = new Set<unknown>(cleared.mock.calls.map(([timer]) => timer))
      return waking.filter(({ value }) => !gone.has(value)).length
    },
    restore: () => {
      made.mockRestore()
      cleared.mockRestore()
    },
  }
}
