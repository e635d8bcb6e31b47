/**
 * A thread that serves both facades, beside others on the same port. It is a gateway of its own but for the catalogue and its
 * rankings, which the main thread holds for all of them, and for its end, which the main thread tells.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { readProcessConfig } from '../config.ts'
import { createCore } from '../core.ts'
import type { SharedColumns, SharedHoldings } from '../hotel-index/shared-columns.ts'
import { collectGarbage } from '../platform/collect-garbage.ts'
import { createLogger } from '../platform/logger.ts'
import { serve } from '../roles/serve.ts'
import { createCalls } from './calls.ts'
import { shareOf, type ThreadData, threadsFault } from './thread-data.ts'
import { BEATS } from './watch-threads.ts'

// Only `start-thread.ts` passes this data.
const { number, databaseUrl, apiKey, port, cells } = workerData as ThreadData
const config = readProcessConfig()
if (!('port' in config) || !parentPort)
  throw new Error('this is no program of its own: it is started by the main thread')

const log = createLogger(config.logLevel).child({ thread: number })
const leaving = new AbortController()
const leave = Promise.withResolvers<void>()
const calls = createCalls(parentPort, { leave: () => leave.resolve(), metrics: () => core.metrics.json() })

// The answers are what `hold-columns.ts` makes.
const holdings: SharedHoldings = {
  edition: (edition) => calls.call('edition', edition) as Promise<SharedColumns | null>,
  ranking: (version) => calls.call('ranking', version) as Promise<SharedColumns | null>,
  names: (edition) => calls.call('names', edition) as Promise<SharedColumns | null>,
}

const core = await createCore({
  config: shareOf(config),
  log,
  databaseUrl,
  ownSandboxUrls: () => null,
  holdings,
  threads: config.workers,
})
const { server, url } = await serve(core, {
  leaving: leaving.signal,
  apiKey,
  port,
  isPortShared: true,
  metricsText: () => calls.call('metricsText') as Promise<string>,
  threadsFault: () => threadsFault(cells),
})
if (config.watchdogMs > 0) setInterval(() => Atomics.add(cells, number, 1), config.watchdogMs / BEATS).unref()
collectGarbage()
await calls.call('serving', url)

await leave.promise
leaving.abort()
await sleep(config.lameDuckMs)
await server.close()
await core.close()
process.exit(0)
