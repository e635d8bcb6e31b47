import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KillPoint } from '../../src/operations/bookings/machinery/kill-points.ts'
import { until } from './until.ts'

const SKEWED_CLOCK = join(import.meta.dirname, '../fixtures/skewed-clock.ts')

/** The environment of a gateway that stops itself once, at this point. */
export function freezingAt(point: KillPoint): Readonly<Record<string, string>> {
  // Its event loop stands still for as long as the test wants: that is no reason to end itself.
  return { KILL_POINT: point, KILL_POINT_SIGNAL: 'SIGSTOP', WATCHDOG_MS: '0' }
}

/** The environment of a gateway whose clock is so many milliseconds ahead of the machine's; behind it when negative. */
export function skewedBy(skewMs: number): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=${SKEWED_CLOCK}`, SKEW_MS: String(skewMs) }
}

/** True while the process is stopped by a signal. */
export async function isFrozen(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in brackets may hold spaces; behind it comes the state.
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T')
}

/** Waits until the process has stopped itself. */
export async function untilFrozen(pid: number): Promise<void> {
  await until(`process ${pid} to be frozen`, () => isFrozen(pid))
}

/** Lets it go on. It runs when this returns, so that `untilFrozen` waits for the next stop. */
export function thaw(pid: number): void {
  process.kill(pid, 'SIGCONT')
}
