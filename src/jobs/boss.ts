import { type AttachableClock, fromPrisma, type Job, type JobResult, PgBoss, systemClock } from 'pg-boss'
import type { Logger } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import { BoundedClient, silenceBound } from '../platform/postgres-pool.ts'
import { resumeTrace, type StoredTrace, storedTrace, type Tracing } from '../platform/request-trace.ts'
import type { Database } from '../store/database.ts'
import type { BookingJob, EnqueueJob } from '../store/store.ts'

const QUEUES = [
  'reconcile-booking',
  'watch-hold',
  'expire-review',
  'watch-hotel-confirmation',
  'verify-mapping',
] as const satisfies readonly BookingJob['name'][]

/** The ranking is recomputed every hour, at a minute when few other jobs run. */
export const RANKING_QUEUE = 'recompute-ranking'
const RANKING_CRON = '7 * * * *'

/** Old finished deliveries are deleted every night. */
export const RETENTION_QUEUE = 'delete-old-deliveries'
const RETENTION_CRON = '23 3 * * *'

/** Personal data whose retention term has ended is deleted every night. */
export const FORGET_QUEUE = 'forget-people'
const FORGET_CRON = '41 3 * * *'

/** The data of a job; `name` is its queue. Jobs that older releases enqueued have no request trace. */
type BookingJobData = { readonly bookingId: string; readonly rung: number } & Partial<StoredTrace>

type JobHandlers = Readonly<Record<BookingJob['name'], (data: BookingJobData) => Promise<unknown>>> & {
  /** Runs once an hour, in one process. */
  readonly [RANKING_QUEUE]: () => Promise<unknown>
  /** Runs once a day, in one process. */
  readonly [RETENTION_QUEUE]: () => Promise<unknown>
  /** Runs once a day, in one process. */
  readonly [FORGET_QUEUE]: () => Promise<unknown>
}

/** When a job has had no heartbeat for this long, its process is considered dead and another worker takes the job. */
const HEARTBEAT_SECONDS = 10

/**
 * The queue's own maintenance deletes thousands of rows; a statement that takes longer than this is cancelled and tried again.
 */
const STATEMENT_WITHIN_MS = 30_000

/** These options are passed to the queue's own pool unchanged. */
const BOUNDS = {
  ...silenceBound(STATEMENT_WITHIN_MS),
  statement_timeout: STATEMENT_WITHIN_MS,
  Client: BoundedClient,
}

/** Most jobs start later, and no notification announces their start; they may be late by this much. */
const POLL_SECONDS = 1

/**
 * Jobs are fetched in batches. While batches are full, the next one is fetched immediately, because one per second would never
 * catch up. Several batches run side by side: a batch ends with its slowest job, and a supplier that hangs must not delay the
 * jobs of others.
 */
const WORKING = {
  localConcurrency: 4,
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: POLL_SECONDS,
  notifyPollingIntervalSeconds: POLL_SECONDS,
} as const

/**
 * Replaces the queue's SQL clock by ours: real time plus the sandbox's offset. All processes install the same body, so none
 * restores the original one; in production the offset is 0. Postgres fails one of two concurrent replacements of a function
 * ("tuple concurrently updated"), so processes that start together replace it one after the other. Both statements run in one
 * implicit transaction, whose end releases the lock.
 */
const gatewayClock: AttachableClock = {
  ...systemClock,
  attach: async ({ db, schema }) => {
    await db.executeSql(
      `SELECT pg_advisory_xact_lock(hashtext('${schema}.job_now'));
       CREATE OR REPLACE FUNCTION ${schema}.job_now() RETURNS timestamp with time zone AS
       $$ SELECT public.gateway_now() $$ LANGUAGE sql STABLE`,
    )
    return { [Symbol.asyncDispose]: async () => undefined }
  },
}

export type Jobs = {
  /** Puts a job on the queue in the given transaction. */
  readonly enqueue: EnqueueJob
  /** Starts to process jobs; without this call the process only enqueues. */
  readonly work: (handlers: JobHandlers) => Promise<void>
  /** Accepts no new jobs, waits for the running ones, then closes. */
  readonly stop: (timeoutMs: number) => Promise<void>
}

type JobsOptions = {
  readonly url: string
  readonly log: Logger
  /** True when job times follow the sandbox's clock. */
  readonly moveable: boolean
  readonly metrics: Pick<Metrics, 'observeJob'>
  readonly tracing: Tracing | null
}

/** Starts the job queue on Postgres (pg-boss), which creates its own schema, `pgboss`, on first use. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { url, log, moveable } = options
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'hotel-gateway-jobs',
    max: 4,
    ...BOUNDS,
    useListenNotify: true,
    ...(moveable ? { clock: gatewayClock } : {}),
  })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  await boss.start().catch(async (error: unknown) => {
    await boss.stop({ graceful: false, close: true }).catch(() => undefined)
    throw error
  })
  for (const queue of QUEUES)
    await boss.createQueue(queue, {
      notify: true,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retryLimit: 20,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 300,
      retentionSeconds: 365 * 86_400,
    })
  for (const queue of [RANKING_QUEUE, RETENTION_QUEUE, FORGET_QUEUE])
    await boss.createQueue(queue, { policy: 'exclusive', retryLimit: 2, expireInSeconds: 1_800 })
  return {
    enqueue: (db, job) => enqueue(boss, db, job),
    work: async (handlers) => {
      await boss.schedule(FORGET_QUEUE, FORGET_CRON)
      await boss.work(FORGET_QUEUE, { pollingIntervalSeconds: 30 }, () =>
        run(options, FORGET_QUEUE, { data: {}, work: handlers[FORGET_QUEUE] }),
      )
      await boss.schedule(RANKING_QUEUE, RANKING_CRON)
      await boss.work(RANKING_QUEUE, { pollingIntervalSeconds: 30 }, () =>
        run(options, RANKING_QUEUE, { data: {}, work: handlers[RANKING_QUEUE] }),
      )
      await boss.schedule(RETENTION_QUEUE, RETENTION_CRON)
      await boss.work(RETENTION_QUEUE, { pollingIntervalSeconds: 30 }, () =>
        run(options, RETENTION_QUEUE, { data: {}, work: handlers[RETENTION_QUEUE] }),
      )
      for (const queue of QUEUES)
        await boss.work<BookingJobData>(queue, WORKING, (jobs) =>
          Promise.all(jobs.map((job) => settled(options, job, () => handlers[queue](job.data)))),
        )
    },
    stop: (timeoutMs) => boss.stop({ graceful: true, close: true, timeout: timeoutMs }),
  }
}

/** Runs a job under the request that enqueued it, counts it and logs it. What it throws is rethrown. */
function run(
  { log, metrics, tracing }: JobsOptions,
  queue: string,
  { data, work }: { readonly data: Partial<BookingJobData>; readonly work: () => Promise<unknown> },
): Promise<void> {
  const { requestId = null, traceparent = null, ...facts } = data
  const start = {
    name: `process ${queue}`,
    kind: 'CONSUMER',
    attributes: {
      'messaging.system': 'pg-boss',
      'messaging.operation.type': 'process',
      'messaging.destination.name': queue,
      ...(data.bookingId === undefined ? {} : { 'booking.id': data.bookingId }),
    },
  } as const
  return resumeTrace(
    tracing,
    { requestId, traceparent },
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
          log.info({ job: queue, ...facts, ms: Math.round(seconds() * 1_000) }, 'job done')
        } catch (error) {
          metrics.observeJob(queue, 'failed', seconds())
          log.warn({ err: error, job: queue, ...facts }, 'a job failed and will be retried')
          throw error
        }
      },
    },
  )
}

/** Returns the outcome of one job of a batch, so that its failure does not fail the others. */
async function settled(
  options: JobsOptions,
  { id, name, data }: Job<BookingJobData>,
  work: () => Promise<unknown>,
): Promise<JobResult> {
  try {
    await run(options, name, { data, work })
    return { id, status: 'completed' }
  } catch (error) {
    return { id, status: 'failed', output: { message: error instanceof Error ? error.message : 'unknown' } }
  }
}

/** `db` must always be passed: without it the job would be written outside the transaction and would survive its rollback. */
async function enqueue(
  boss: PgBoss,
  db: Database,
  { name, bookingId, rung, startAt, trail }: BookingJob,
): Promise<void> {
  const data: BookingJobData = { bookingId, rung, ...(trail ?? storedTrace()) }
  await boss.send(name, data, { db: fromPrisma(db), startAfter: new Date(startAt) })
}
