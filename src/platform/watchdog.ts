import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import type { Logger } from './logger.ts'

/** The exit code of a process whose event loop was blocked; docs/operating.md and the shipped service file mention it. */
export const WATCHDOG_EXIT_CODE = 86

/** The event loop counts as blocked when it has missed this many checks in a row. */
export const LOOKS = 20

/** The cells of the memory that both threads share: how many times the loop has run, and whether a debugger is attached. */
export const BEATS = 0
export const DEBUGGED = 1

export type Watched = { readonly cells: Int32Array; readonly blockedMs: number; readonly logLevel: string }

/**
 * Ends the process when its event loop has been blocked for `blockedMs`: by then all partners are waiting, and this thread cannot
 * recover on its own; even its SIGTERM handler cannot run. A second thread does the checks, so that it can log the stack of the
 * blocked one.
 *
 * That thread counts its checks and reads no clock. So a process that was stopped and continued, or a machine that slept, has
 * missed one check, not twenty. While a debugger is attached nothing is ended, because a breakpoint blocks the loop on purpose.
 */
export function startWatchdog(blockedMs: number, log: Logger): void {
  if (blockedMs === 0) return
  const cells = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  const workerData: Watched = { cells, blockedMs, logLevel: log.level }
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData, execArgv: THREAD_FLAGS })
  thread.on('error', (error) =>
    log.error({ err: error }, 'the watchdog has failed: a blocked event loop will not be detected'),
  )
  thread.unref()
  beat(cells)
  setInterval(() => beat(cells), blockedMs / LOOKS / 2).unref()
}

/** The thread's own flags, without the modules that this process preloads. */
const THREAD_FLAGS = ['--disable-warning=ExperimentalWarning']

function beat(cells: Int32Array): void {
  Atomics.add(cells, BEATS, 1)
  Atomics.store(cells, DEBUGGED, debuggerUrl() === undefined ? 0 : 1)
}
