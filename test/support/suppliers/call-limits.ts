import type { Fault } from '../../../src/domain/sandbox-faults.ts'

/** Longer than a call takes on any machine. */
export const UNHURRIED_MS = 60_000

/** What a call may take, ms, when its answer has a fault: little only where the fault is that no answer comes. */
export function limitFor(fault: Fault): number {
  return fault === 'timeout' || fault === 'slow' ? 1_500 : UNHURRIED_MS
}
