import type { Foundation } from '../foundation.ts'
import { holdColumns } from '../hotel-index/hold-columns.ts'
import { joinMetrics } from '../platform/joint-metrics.ts'
import { holdPort } from './hold-port.ts'
import { keepRunning } from './keep-running.ts'
import { type ApiThread, startThread } from './start-thread.ts'
import { stripSources } from './strip-sources.ts'
import { makeCells, SERVING, threadsFault } from './thread-data.ts'
import { watchThreads } from './watch-threads.ts'

/*
 * A thread is in one of these states:
 *
 *   starting   it loads code, connects, and gets the columns
 *   serving    it listens on the port, as the others do
 *   leaving    it was told to end: it says 503 to balancers, then closes its port, then ends
 *   ended
 *
 *   starting          → serving    it told that it listens
 *   starting, serving → ended      it died, of an error that nobody caught, of its memory limit, or because its event loop was blocked;
 *                                  another one starts in its place: at once, or after a pause when it lived for less than a minute
 *   starting          → ended      it did not serve in time, or the process was told to end: it has begun nothing
 *   serving           → leaving    the process was told to end
 *   leaving           → ended
 *
 * When the first threads cannot start, the process does not either.
 */

export type ApiThreads = {
  readonly url: string
  /** The metrics of the process: all threads' together. */
  readonly metricsText: () => Promise<string>
  readonly serving: () => number
  /** Null while all threads serve. */
  readonly fault: () => string | null
  /** Resolves when all threads have ended. */
  readonly stop: () => Promise<void>
}

type ThreadsOptions = {
  readonly databaseUrl: string
  readonly apiKey: string | null
  /** When it is aborted all threads leave. */
  readonly leaving: AbortSignal
}

type Parts = Pick<Foundation, 'config' | 'log' | 'metrics' | 'store' | 'clock'>

/** Holds the catalogue and the port, starts as many threads as are configured, and replaces those that die. */
export async function startApiThreads(foundation: Parts, options: ThreadsOptions): Promise<ApiThreads> {
  const { port, release } = await holdPort(foundation.config)
  try {
    const threads = await startOn(port, foundation, options)
    async function stop(): Promise<void> {
      await threads.stop()
      await release()
    }
    return { ...threads, stop }
  } catch (error) {
    await release()
    throw error
  }
}

async function startOn(
  port: number,
  foundation: Parts,
  { databaseUrl, apiKey, leaving }: ThreadsOptions,
): Promise<ApiThreads> {
  const { config, log, metrics } = foundation
  const held = holdColumns(foundation)
  const [sources] = await Promise.all([stripSources(), held.prepare()])
  const cells = makeCells(config.workers)
  const running = new Map<number, ApiThread>()
  let deaths = 0

  const metricsText = joinMetrics(metrics, () => metricsOf(running))
  const answers = { edition: held.edition, ranking: held.ranking, names: held.names, metricsText }

  function start(number: number): ApiThread {
    // The count of the one before it would stand still until this one serves, as if its loop was blocked.
    Atomics.store(cells, number, 0)
    const thread = startThread({ number, databaseUrl, apiKey, port, cells, sources }, answers, {
      threads: config.workers,
    })
    running.set(number, thread)
    return thread
  }

  function keep(number: number, thread: ApiThread): Promise<void> {
    return keepRunning(thread, {
      start: () => start(number),
      onServing: (change) => Atomics.add(cells, SERVING, change),
      onDeath: (death) => {
        deaths += 1
        log.error({ thread: number, ...death }, 'a thread has died: another one is started in its place')
      },
      leaving,
    })
  }

  const first = Array.from({ length: config.workers }, (_, index) => start(index + 1))
  try {
    const [url = ''] = await Promise.all(first.map(({ serving }) => serving))
    const supervised = [...running].map(([number, thread]) => keep(number, thread))
    leaving.addEventListener('abort', () => running.forEach((thread) => thread.leave()), { once: true })
    metrics.showThreads(() => ({ wanted: config.workers, serving: Atomics.load(cells, SERVING), deaths }))
    const watch = watchThreads({ cells, running, blockedMs: config.watchdogMs, log })
    return {
      url,
      metricsText,
      serving: () => Atomics.load(cells, SERVING),
      fault: () => threadsFault(cells),
      stop: async () => {
        await Promise.all(supervised)
        watch.stop()
      },
    }
  } catch (error) {
    await Promise.all([...running.values()].map((thread) => thread.terminate()))
    throw error
  }
}

function metricsOf(running: ReadonlyMap<number, ApiThread>) {
  return [...running].map(([number, thread]) => ({ number, metrics: thread.metrics }))
}
