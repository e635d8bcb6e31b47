import { SECOND_MS } from '../domain/time.ts'

/** The pause after a failure doubles up to this. */
const LONGEST_PAUSE_MS = 15 * SECOND_MS

/** A process that has kept the lease for so long exports: one that fails gives it back after at most 10 s, connecting and waiting. */
const BELIEVED_AFTER_MS = 15 * SECOND_MS

export type OwnTries = ReturnType<typeof createOwnTries>

/**
 * What a process knows of the export from its own tries. States: nothing is wrong; failing, from its first failed try until one is
 * well, or until another process has had the lease for longer than a failing one keeps it.
 */
export function createOwnTries(nowMs: () => number) {
  let failures = 0
  let elsewhereSince: number | null = null
  return {
    /** Returns for how long to wait before the next try. */
    failed: (): number => {
      elsewhereSince = null
      failures++
      return Math.min(LONGEST_PAUSE_MS, SECOND_MS * 2 ** (failures - 1))
    },
    wentWell: (): void => {
      elsewhereSince = null
      failures = 0
    },
    /** Another process has the lease. */
    elsewhere: (): void => {
      elsewhereSince ??= nowMs()
      if (nowMs() - elsewhereSince >= BELIEVED_AFTER_MS) failures = 0
    },
    failures: (): number => failures,
  }
}
