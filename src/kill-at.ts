import { KILL_POINTS } from './operations/bookings/machinery/kill-points.ts'
import type { Deps } from './operations/deps.ts'

/**
 * Sends `signal` to this process when it comes to the points `wanted`, a comma list; for tests. Each point counts once, and only when
 * those before it in the list have been reached. SIGSTOP freezes the process there: Linux delivers a signal to oneself before `kill`
 * returns, so nothing after the point runs before SIGCONT. Throws for an unknown point.
 */
export function killAt(wanted: string | null, signal: 'SIGKILL' | 'SIGSTOP'): Deps['killPoint'] {
  const ahead = wanted?.split(',') ?? []
  const unknown = ahead.find((name) => !KILL_POINTS.some((point) => point === name))
  if (unknown !== undefined) throw new Error(`no kill point ${unknown}; there are: ${KILL_POINTS.join(', ')}`)
  return (point) => {
    if (point !== ahead[0]) return
    ahead.shift()
    process.kill(process.pid, signal)
  }
}
