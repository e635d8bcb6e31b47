const DAY_MS = 86_400_000

/**
 * By how many days the stays of this run lie further ahead, from `TEST_DAY_SHIFT`. Every day has another stock at the sandbox, so a
 * test that only passes on a good day is found by a run of another: `TEST_DAY_SHIFT=3 npm test`.
 */
const SHIFT = Number(process.env['TEST_DAY_SHIFT'] ?? 0)

/** The day of a run is the one on which its worker began: a test that midnight meets asks for the same stays before and after it. */
const TODAY = Date.now()

/** The day whose stock the sandbox sells on that day: on the last of November 2031 as on the first of March, a test meets what it met here. */
const STOCK_OF = Date.UTC(2026, 10, 28)

/** `SANDBOX_STOCK_SHIFT_DAYS` of gateways, and of the sandbox in this process. */
export const STOCK_SHIFT_DAYS = Math.floor(STOCK_OF / DAY_MS) - Math.floor(TODAY / DAY_MS)

/** A date so many days from that day, `YYYY-MM-DD` in UTC. */
export function dayFromNow(days: number): string {
  return new Date(TODAY + (days + SHIFT) * DAY_MS).toISOString().slice(0, 10)
}
