import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** The most memory and the processor time of the process, as Linux counts them; 0 elsewhere. Postgres' own are not among them. */
export async function watch(pid: number, ended: Promise<unknown>): Promise<{ peakMb: number; cpuSeconds: number }> {
  let isOver = false
  let peakMb = 0
  let ticks = 0
  void ended.then(() => {
    isOver = true
  })
  while (!isOver) {
    const [status, stat] = await Promise.all(
      ['status', 'stat'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    )
    peakMb = Math.max(peakMb, Math.round(Number(/VmHWM:\s+(\d+)/.exec(status ?? '')?.[1] ?? 0) / 1_024))
    const fields = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ')
    ticks = Math.max(ticks, Number(fields[11] ?? 0) + Number(fields[12] ?? 0))
    await sleep(100)
  }
  return { peakMb, cpuSeconds: Math.round(ticks / TICKS_PER_SECOND) }
}

const TICKS_PER_SECOND = 100
