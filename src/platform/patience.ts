/**
 * How much longer than in production this process waits for what is merely slow. Tests set it, so that a busy machine does not meet
 * a deadline which the test is not about; a test of such a deadline sets it to 1.
 */
let factor = 1

/** Of the whole process, from `PATIENCE`. */
export function setPatience(times: number): void {
  factor = times
}

/** A deadline that means "too slow", ms. */
export function patiently(ms: number): number {
  return ms * factor
}
