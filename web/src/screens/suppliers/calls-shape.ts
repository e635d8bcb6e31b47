const HOUR_MS = 3_600_000

/**
 * The beginnings of the hours of a range, in milliseconds, rising: the running one and `range` before it, as the server counts them, and
 * any counted one beyond, where the browser's clock is wrong. An hour without calls had none, which is not unknown; a lone hour would
 * be drawn on an axis of years.
 */
export function hoursOf(counted: readonly number[], { now, range }: { readonly now: number; readonly range: number }) {
  const running = Math.floor(now / HOUR_MS) * HOUR_MS
  const first = Math.min(running - range * HOUR_MS, ...counted)
  const last = Math.max(running, ...counted)
  return Array.from({ length: Math.round((last - first) / HOUR_MS) + 1 }, (_, index) => first + index * HOUR_MS)
}
