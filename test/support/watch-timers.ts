import { vi } from 'vitest'

/**
 * Notes the timers that would call the function of this name, and starts none of them: whatever that function does meanwhile,
 * no timer made it do so. `fire` lets the last one pass.
 */
export function holdTimers(name: string) {
  const start = globalThis.setTimeout
  const held: { readonly call: () => void; readonly ms: number | undefined }[] = []
  const made = vi.spyOn(globalThis, 'setTimeout')
  made.mockImplementation(((call: () => void, ms?: number, ...told: unknown[]) => {
    if (call.name !== name) return start(call, ms, ...(told as []))
    held.push({ call, ms })
    return start(() => undefined, 0)
  }) as typeof setTimeout)
  return {
    /** For how long each of them would have waited, ms. */
    delays: () => held.map(({ ms }) => ms),
    fire: () => held.at(-1)?.call(),
    restore: () => made.mockRestore(),
  }
}

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
