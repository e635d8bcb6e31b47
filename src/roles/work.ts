import type { JobsCore } from '../core.ts'
import { FORGET_QUEUE, type Jobs, RANKING_QUEUE, RETENTION_QUEUE, startJobs } from '../jobs/boss.ts'
import { type LookWorker, startLookWorker } from '../jobs/look-worker.ts'
import { startWorkerSweeps } from '../jobs/worker-sweeps.ts'
import { lookAtBooking, planAfterFailure } from '../operations/bookings/follow-up/look-at-booking.ts'
import { deleteExpired } from '../operations/operator/delete-expired.ts'
import { forgetExpired } from '../operations/operator/erasing/forget-expired.ts'
import { addPartitions } from '../operations/operator/partitions.ts'
import { jobContext } from '../operations/supplier-calls.ts'
import { deleteOldDeliveries } from '../operations/webhooks/delete-old-deliveries.ts'

/** The role `worker`: what is due, by booking, by the hour, and over and over. `closers` gets what stops each part, as it starts. */
export async function startWork(
  core: JobsCore,
  { directUrl, closers }: { readonly directUrl: string; readonly closers: (() => Promise<unknown>)[] },
): Promise<void> {
  // Rows have a place without it, and the night tries again.
  await addPartitions(core.deps).catch((error: unknown) => core.log.warn({ err: error }, 'no partitions were added'))
  const jobs = await startPeriodicJobs(core, directUrl)
  closers.push(() => jobs.stop(5_000))
  closers.push(lookWorkerOf(core).stop)
  closers.push(startWorkerSweeps(core).stop)
}

function startPeriodicJobs({ config, log, metrics, tracing, deps }: JobsCore, url: string): Promise<Jobs> {
  const options = { url, log, metrics, tracing }
  return startJobs(options, {
    [RANKING_QUEUE]: async () => {
      // Once an hour at most, and 36 bytes a hotel: a worker at rest has no use for it.
      const { recomputeRanking } = await import('../hotel-index/recompute-ranking.ts')
      await recomputeRanking(deps)
    },
    [RETENTION_QUEUE]: async () => {
      await addPartitions(deps)
      await deleteOldDeliveries(deps)
      await deleteExpired(deps, config.rowTerms)
    },
    [FORGET_QUEUE]: () => forgetExpired(deps, config.retention),
  })
}

function lookWorkerOf({ deps, store, listener, clock, log, metrics, tracing }: JobsCore): LookWorker {
  return startLookWorker({
    looks: store.looks,
    lookAt: ({ bookingId, leaseId }) =>
      lookAtBooking(deps, { bookingId, look: { leaseId }, context: jobContext(bookingId) }),
    onFailure: (claimed) => planAfterFailure(deps, claimed),
    listener,
    clock,
    log,
    metrics,
    tracing,
  })
}
