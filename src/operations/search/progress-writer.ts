import { ownTurn } from '../../platform/request-trace.ts'
import type { Deps } from '../deps.ts'
import { type SearchProgress, writeProgress } from './search-record.ts'

/** Writes what a refresh has found, as it comes in. */
type ProgressWriter = {
  /** Something has changed: it is written within `WRITE_EVERY_MS`, together with what changes until then. */
  readonly changed: () => void
  /** Writes the last state; resolves when it is written. Nothing is written after it. */
  readonly finish: (last: SearchProgress) => Promise<void>
}

/**
 * A search may be polled once a second, and two suppliers answer in four parts or more: a state of each part, all hundred hotels
 * of it, would be serialized for nobody.
 */
const WRITE_EVERY_MS = 250

/** One write follows the other: an older state must never overtake a newer one. */
export function createProgressWriter(deps: Deps, key: string, current: () => SearchProgress): ProgressWriter {
  let written: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  let isFinished = false
  async function write(): Promise<void> {
    await ownTurn()
    if (!isFinished) await writeProgress(deps, key, current())
  }
  return {
    changed: () => {
      timer ??= setTimeout(() => {
        timer = null
        written = written.then(write)
        // Whoever waits for `finish` hears of a failure; until then it is nobody's unhandled rejection.
        written.catch(() => undefined)
      }, WRITE_EVERY_MS)
    },
    finish: (last) => {
      isFinished = true
      if (timer) clearTimeout(timer)
      return written.then(() => writeProgress(deps, key, last))
    },
  }
}
