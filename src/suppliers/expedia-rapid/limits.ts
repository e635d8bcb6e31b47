import type { Supplier } from '../supplier.ts'

const WINDOWS = ['minute', 'day'] as const

/** `Rate-Limit-<window>-Remaining` is a percentage; `-Reset` is in UTC epoch milliseconds. */
export const readLimits: NonNullable<Supplier['readLimits']> = ({ headers }, nowAt) =>
  WINDOWS.flatMap((window) => {
    const remaining = headers[`rate-limit-${window}-remaining`]
    const resetAt = Number(headers[`rate-limit-${window}-reset`])
    if (remaining === undefined || !/^\d{1,3}(\.\d+)?$/.test(remaining) || !Number.isFinite(resetAt)) return []
    return [{ share: Number(remaining) / 100, resetInMs: resetAt - nowAt }]
  })
