const EVERY_MS = 60_000

/** What would be said with every request is said once a minute. */
export function atMostOnceAMinute<Args extends readonly unknown[]>(
  say: (...args: Args) => void,
): (...args: Args) => void {
  let saidAt = Number.NEGATIVE_INFINITY
  return (...args) => {
    if (performance.now() - saidAt < EVERY_MS) return
    saidAt = performance.now()
    say(...args)
  }
}
