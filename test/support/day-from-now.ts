const DAY_MS = 86_400_000

/**
 * By how many days the stays of this run lie further ahead, from `TEST_DAY_SHIFT`. Every day has another stock at the sandbox, so a
 * test that only passes on a good day is found by a run of another: `TEST_DAY_SHIFT=3 npm test`.
 */
const SHIFT = Number(process.env['TEST_DAY_SHIFT'] ?? 0)

/** The day of a run is the one on which its worker began: a test that midnight meets asks for the same stays before and after it. */
const TODAY = Date.now()

/** A date so many days from that day, `YYYY-MM-DD` in UTC. */
export function dayFromNow(days: number): string {
  return new Date(TODAY + (days + SHIFT) * DAY_MS).toISOString().slice(0, 10)
}
