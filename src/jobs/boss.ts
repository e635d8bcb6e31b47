import { PgBoss } from 'pg-boss'
import type { Logger } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import { BoundedClient, silenceBound } from '../platform/postgres-client.ts'
import { resumeTrace, type Tracing } from '../platform/request-trace.ts'

/** The ranking is recomputed every hour, at a minute when few other jobs run. */
export const RANKING_QUEUE = 'recompute-ranking'
const RANKING_CRON = '7 * * * *'

/** Old finished deliveries are deleted every night. */
export const RETENTION_QUEUE = 'delete-old-deliveries'
const RETENTION_CRON = '23 3 * * *'

/** Personal data whose retention term has ended is deleted every night. */
export const FORGET_QUEUE = 'forget-people'
const FORGET_CRON = '41 3 * * *'

/** The queues with the times at which they run. */
const PERIODIC = [
  [FORGET_QUEUE, FORGET_CRON],
  [RANKING_QUEUE, RANKING_CRON],
  [RETENTION_QUEUE, RETENTION_CRON],
] as const

type JobHandlers = {
  /** Runs once an hour, in one process. */
  readonly [RANKING_QUEUE]: () => Promise<unknown>
  /** Runs once a day, in one process. */
  readonly [RETENTION_QUEUE]: () => Promise<unknown>
  /** Runs once a day, in one process. */
  readonly [FORGET_QUEUE]: () => Promise<unknown>
}

/**
 * The queue's own maintenance deletes thousands of rows; a statement that takes longer than this is cancelled and tried again.
 */
const STATEMENT_WITHIN_MS = 30_000

/** These options are passed to the queue's own pool unchanged. */
const BOUNDS = {
  ...silenceBound(STATEMENT_WITHIN_MS, { statement_timeout: STATEMENT_WITHIN_MS }),
  Client: BoundedClient,
}

export type Jobs = {
  /** Accepts no new jobs, waits for the running ones, then closes. */
  readonly stop: (timeoutMs: number) => Promise<void>
}

type JobsOptions = {
  readonly url: string
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'observeJob'>
  readonly tracing: Tracing | null
}

/**
 * Starts the periodic jobs on Postgres (pg-boss), which creates its own schema, `pgboss`, on first use. They are the machinery's, in
 * real time. What a booking waits for is
 * no job: it is in the booking's own row (jobs/look-worker.ts).
 */
export async function startJobs(options: JobsOptions, handlers: JobHandlers): Promise<Jobs> {
  const { url, log } = options
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'hotel-gateway-jobs',
    max: 4,
    ...BOUNDS,
    useListenNotify: true,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  try {
    await boss.start()
    for (const [queue, cron] of PERIODIC) {
      await boss.createQueue(queue, { policy: 'exclusive', retryLimit: 2, expireInSeconds: 1_800 })
      await boss.schedule(queue, cron)
      await boss.work(queue, { pollingIntervalSeconds: 30 }, () => run(options, queue, handlers[queue]))
    }
  } catch (error) {
    await boss.stop({ graceful: false, close: true }).catch(() => undefined)
    throw error
  }
  return { stop: (timeoutMs) => boss.stop({ graceful: true, close: true, timeout: timeoutMs }) }
}

/** Runs a job, counts it and logs it. What it throws is rethrown. */
function run({ log, metrics, tracing }: JobsOptions, queue: string, work: () => Promise<unknown>): Promise<void> {
  const start = {
    name: `process ${queue}`,
    kind: 'CONSUMER',
    attributes: {
      'messaging.system': 'pg-boss',
      'messaging.operation.type': 'process',
      'messaging.destination.name': queue,
    },
  } as const
  return resumeTrace(
    tracing,
    { requestId: null, traceparent: null },
    {
      start,
      work: async () => {
        const startedAt = performance.now()
        function seconds(): number {
          return (performance.now() - startedAt) / 1_000
        }
        try {
          await work()
          metrics.observeJob(queue, 'completed', seconds())
          log.info({ job: queue, ms: Math.round(seconds() * 1_000) }, 'job done')
        } catch (error) {
          metrics.observeJob(queue, 'failed', seconds())
          log.warn({ err: error, job: queue }, 'a job failed and will be retried')
          throw error
        }
      },
    },
  )
}
