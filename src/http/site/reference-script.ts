import { Worker } from 'node:worker_threads'
import type { Packed } from './packed.ts'

/**
 * Scalar's own script, 5 MB, compressed by a thread of its own, which ends when it is done: to load and compress it here would stop
 * the event loop for 160 ms.
 */
export async function referenceScript(): Promise<Packed> {
  const { promise, resolve, reject } = Promise.withResolvers<Packed>()
  const thread = new Worker(new URL('./reference-thread.ts', import.meta.url), { execArgv: THREAD_FLAGS })
  thread.unref()
  // Only `reference-thread.ts` sends this.
  thread.once('message', (packed: Packed) => resolve(packed))
  thread.once('error', reject)
  thread.once('exit', (code) => reject(new Error(`the thread ended with ${code} before it had read the script`)))
  return promise
}

/** A thread reads no options from the process: type stripping would warn in it. */
const THREAD_FLAGS = ['--disable-warning=ExperimentalWarning']
