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

/** Lists are ordered again every hour, at a minute when little else is. */
export const RANKING_QUEUE = 'recompute-ranking'
const RANKING_CRON = '7 * * * *'

/** Deliveries that are long over go, every night. */
export const RETENTION_QUEUE = 'delete-old-deliveries'
const RETENTION_CRON = '23 3 * * *'

/** People are forgotten whose time is over, every night. */
export const FORGET_QUEUE = 'forget-people'
const FORGET_CRON = '41 3 * * *'

/** What a job carries; `name` is its queue. Jobs of older processes have no trail. */
type BookingJobData = { readonly bookingId: string; readonly rung: number } & Partial<StoredTrace>

type JobHandlers = Readonly<Record<BookingJob['name'], (data: BookingJobData) => Promise<unknown>>> & {
  /** Once an hour, in one process. */
  readonly [RANKING_QUEUE]: () => Promise<unknown>
  /** Once a day, in one process. */
  readonly [RETENTION_QUEUE]: () => Promise<unknown>
  /** Once a day, in one process. */
  readonly [FORGET_QUEUE]: () => Promise<unknown>
}

/** A job that no heartbeat has kept alive for this long is another worker's: its process has died. */
const HEARTBEAT_SECONDS = 10

/** The queue's own upkeep deletes by the thousand; whatever takes longer than this is given up and tried again. */
const STATEMENT_WITHIN_MS = 30_000

/** Goes to the queue's own pool as it is. */
const BOUNDS = {
  ...silenceBound(STATEMENT_WITHIN_MS),
  statement_timeout: STATEMENT_WITHIN_MS,
  Client: BoundedClient,
}

/** Most jobs start later, which no notification tells: this is how late they may be. */
const POLL_SECONDS = 1

/**
 * Jobs come in batches, and the next batch at once while they are full: one a second would never catch up. Several batches
 * side by side, because a batch ends with its slowest job: a supplier that hangs must not hold up the others'.
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
 * The queue's SQL clock is ours: real time plus the sandbox's offset. All processes want the same body, so none restores
 * the shipped one; in production the offset is 0. Postgres fails one of two concurrent replacements of a function ("tuple
 * concurrently updated"), so processes that start together replace it one after the other. Both statements run in one
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
  /** Starts working jobs off; without it this process only enqueues. */
  readonly work: (handlers: JobHandlers) => Promise<void>
  /** Takes no new job, waits for those that run, then closes. */
  readonly stop: (timeoutMs: number) => Promise<void>
}

type JobsOptions = {
  readonly url: string
  readonly log: Logger
  /** Follow the sandbox's clock. */
  readonly moveable: boolean
  readonly metrics: Pick<Metrics, 'observeJob'>
  readonly tracing: Tracing | null
}

/** The queue on Postgres: it makes its own schema, `pgboss`, on first use. */
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

/** Does a job under the request that it was made for, counts it and logs it. What it throws is thrown on. */
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
          log.warn({ err: error, job: queue, ...facts }, 'a job failed: it is tried again')
          throw error
        }
      },
    },
  )
}

/** What became of one job of a batch: the others are not to suffer from it. */
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

/** The database is always named: without it the job would be written outside the transaction, whatever becomes of that. */
async function enqueue(
  boss: PgBoss,
  db: Database,
  { name, bookingId, rung, startAt, trail }: BookingJob,
): Promise<void> {
  const data: BookingJobData = { bookingId, rung, ...(trail ?? storedTrace()) }
  await boss.send(name, data, { db: fromPrisma(db), startAfter: new Date(startAt) })
}
