import { ownTurn } from '../../platform/request-trace.ts'
import type { Deps } from '../deps.ts'
import { type SearchProgress, writeProgress } from './search-record.ts'

/** Writes the findings of a refresh while they arrive. */
type ProgressWriter = {
  /** Reports a change. It is written within `WRITE_EVERY_MS`, together with the changes until then. */
  readonly changed: () => void
  /** Writes the last state and resolves when it is written. Nothing is written after it. */
  readonly finish: (last: SearchProgress) => Promise<void>
}

/**
 * A search may be polled once per second, but two suppliers answer in four or more parts. Writing the state after each part would
 * serialize up to a hundred hotels that no poll reads.
 */
const WRITE_EVERY_MS = 250

/** Writes one state after the other, because an older state must never overtake a newer one. */
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
        // The caller of `finish` gets the failure; without this handler it would be an unhandled rejection until then.
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
