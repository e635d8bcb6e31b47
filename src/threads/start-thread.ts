import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { THREAD_ENVIRONMENT } from '../config.ts'
import { LEAST_HEAP_MB, THIS_MACHINE } from '../thread-settings.ts'
import { type Calls, createCalls } from './calls.ts'
import type { ThreadData } from './thread-data.ts'

export type ApiThread = {
  /** Resolves with the URL when it serves; rejects when it ends before. */
  readonly serving: Promise<string>
  /** Resolves when it has ended, with what it died of; null: as it was told to. */
  readonly ended: Promise<string | null>
  /** Asks it to stop serving, finish what it has begun, and end. */
  readonly leave: () => void
  /** Its metrics, as prom-client has them. */
  readonly metrics: () => Promise<unknown>
  /** Ends it at once, wherever it is. */
  readonly terminate: () => Promise<unknown>
}

type Answers = Readonly<Record<'edition' | 'ranking' | 'names', (number: number) => unknown>> & {
  readonly metricsText: () => Promise<string>
}

/** Threads inherit no flags: V8's are the process', and modules that a process preloads are for its main thread. */
const FLAGS = ['--disable-warning=ExperimentalWarning', '--disable-warning=DeprecationWarning']

type ThreadOptions = {
  /** Among how many half of the memory is shared. */
  readonly threads: number
  /** What it runs; only tests have it run something else. */
  readonly script?: URL
  readonly serveWithinMs?: number
}

const BEGIN = new URL('./begin.mjs', import.meta.url)
/** Ten times what it takes over a million hotels. */
const SERVE_WITHIN_MS = 180_000

/** A thread that does not serve in time is ended: its loop is not watched before it serves, and whoever waits for it would wait forever. */
export function startThread(
  workerData: ThreadData,
  answers: Answers,
  { threads, script = BEGIN, serveWithinMs = SERVE_WITHIN_MS }: ThreadOptions,
): ApiThread {
  setHeapFlags()
  const worker = new Worker(script, {
    workerData,
    execArgv: FLAGS,
    env: THREAD_ENVIRONMENT,
    name: `api ${workerData.number}`,
    resourceLimits: { maxOldGenerationSizeMb: heapLimitMb(threads) },
  })
  const serving = Promise.withResolvers<string>()
  let hasServed = false
  let isLeaving = false
  let error: Error | null = null
  const tooLate = setTimeout(() => {
    error = new Error(`it did not serve within ${serveWithinMs} ms`)
    void worker.terminate()
  }, serveWithinMs)
  const calls: Calls = createCalls(worker, {
    ...answers,
    serving: (url: string) => {
      clearTimeout(tooLate)
      hasServed = true
      serving.resolve(url)
    },
  })
  worker.on('error', (thrown: Error) => {
    error = thrown
  })
  const ended = new Promise<string | null>((resolve) => {
    worker.once('exit', (code) => {
      const isAsTold = isLeaving && error === null && (code === 0 || !hasServed)
      const reason = isAsTold ? null : (error?.message ?? `it exited with ${code}`)
      clearTimeout(tooLate)
      calls.end()
      serving.reject(error ?? new Error(`thread ${workerData.number} has ended before it served: ${reason}`))
      resolve(reason)
    })
  })
  serving.promise.catch(() => undefined)
  return {
    serving: serving.promise,
    ended,
    leave: () => {
      isLeaving = true
      // One that does not serve has begun nothing, and might not hear.
      if (hasServed) calls.call('leave').catch(() => undefined)
      else void worker.terminate()
    },
    metrics: () => calls.call('metrics'),
    terminate: () => worker.terminate(),
  }
}

/** What a search makes is garbage when it is answered: of 200 KB, 40 searches are between two collections. */
const SEMI_SPACE_MB = 8
/**
 * How far a heap may grow between two collections of all of it. Left to itself V8 lets it grow by a tenth to a fifth under load, as it
 * counts the pauses only; marking beside them, which other processors are to do, takes what the other threads would have.
 */
const HEAP_GROWTH_PERCENT = 60

/**
 * The heaps of the threads, as far as `resourceLimits` cannot set them beside the flags of `npm start`: a young generation of 16 MB, of which
 * V8 keeps two or three, is for a process with one heap. The growth is the main thread's, too (docs/decisions/0058).
 */
function setHeapFlags(): void {
  setFlagsFromString('--min-semi-space-size=1')
  setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MB}`)
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
}

/** More than any has ever used. */
const MOST_HEAP_MB = 2_048

/**
 * The heap at which a thread ends, and is replaced, rather than taking the memory of the others: half of the machine, or of what
 * this process may have, is shared among them. The catalogue is not in it.
 */
function heapLimitMb(threads: number): number {
  const half = THIS_MACHINE.memoryMb / 2
  return Math.max(LEAST_HEAP_MB, Math.min(MOST_HEAP_MB, Math.floor(half / threads)))
}
