/* oxlint-disable unicorn/require-post-message-target-origin -- a thread's port has no origin */
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { type GatewayProcess } from './gateway-process.ts'

/** Another client of the gateway, in a thread of its own: what it waits for an answer is what the event loop was blocked. */
export type Bystander = {
  /**
   * How long it waited for one answer at most while `work` went on, milliseconds. A wait in which the gateway's main thread
   * did not run is the machine's, not the gateway's: more than the CPU time of that thread is never told.
   */
  readonly during: (work: () => Promise<unknown>) => Promise<number>
  readonly leave: () => Promise<unknown>
}

const EVERY_MS = 3

export function startBystander({ url, pid }: Pick<GatewayProcess, 'url' | 'pid'>): Bystander {
  const thread = new Worker(new URL('./bystander-thread.ts', import.meta.url), {
    workerData: { url: `${url}/health/live`, everyMs: EVERY_MS },
  })
  function longest(): Promise<number> {
    return new Promise((resolve) => {
      thread.once('message', resolve)
      thread.postMessage('end')
    })
  }
  return {
    during: async (work) => {
      const before = await cpuOfMainThread(pid)
      thread.postMessage('begin')
      await work()
      return Math.min(await longest(), (await cpuOfMainThread(pid)) - before)
    },
    leave: () => thread.terminate(),
  }
}

/** Milliseconds on a CPU so far: proc(5), `schedstat`, whose first number is nanoseconds. */
async function cpuOfMainThread(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')
  return Number(text.split(' ')[0]) / 1e6
}
