import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import type { Logger } from './logger.ts'

/** How a process ends whose event loop stood still; told in docs/operating.md and in the shipped service file. */
export const WATCHDOG_EXIT_CODE = 86

/** The event loop is silent when it has missed this many looks in a row. */
export const LOOKS = 20

/** The cells of the memory that both threads see: how often the loop came around, and whether somebody debugs it. */
export const BEATS = 0
export const DEBUGGED = 1

export type Watched = { readonly cells: Int32Array; readonly blockedMs: number; readonly logLevel: string }

/**
 * Ends the process when its event loop has been blocked for `blockedMs`: by then every partner waits, and nothing in this
 * thread can still help, not even the handler of SIGTERM. Another thread looks, so it can write down where the loop stands.
 *
 * That thread counts its own looks and reads no clock, so a process that was stopped and continued, or a machine that slept,
 * has missed one look and not twenty. While a debugger listens, nothing is ended: a breakpoint stands still by intention.
 */
export function startWatchdog(blockedMs: number, log: Logger): void {
  if (blockedMs === 0) return
  const cells = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  const workerData: Watched = { cells, blockedMs, logLevel: log.level }
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData, execArgv: THREAD_FLAGS })
  thread.on('error', (error) =>
    log.error({ err: error }, 'the watchdog has failed: a blocked event loop goes unnoticed'),
  )
  thread.unref()
  beat(cells)
  setInterval(() => beat(cells), blockedMs / LOOKS / 2).unref()
}

/** Without what this process preloads. */
const THREAD_FLAGS = ['--disable-warning=ExperimentalWarning']

function beat(cells: Int32Array): void {
  Atomics.add(cells, BEATS, 1)
  Atomics.store(cells, DEBUGGED, debuggerUrl() === undefined ? 0 : 1)
}
