import { MOST_RETRIED } from '../store/system-facts.ts'
import { type ChangeContext, type Changed, type Command, optionalText, UsageError } from './command.ts'

const list: Command = {
  noun: 'job',
  verb: 'list',
  summary:
    'lists the periodic jobs: when each runs, ran last and failed last, and how many failed for good within a week',
  usage: '',
  options: {},
  required: [],
  run: async ({ store }) =>
    ((await store.systemFacts.jobs()) ?? []).map(({ lastDoneAt, lastFailedAt, ...job }) => ({
      ...job,
      lastDoneAt: lastDoneAt?.toISOString() ?? null,
      lastFailedAt: lastFailedAt?.toISOString() ?? null,
    })),
}

const failed: Command = {
  noun: 'job',
  verb: 'failed',
  summary: 'lists the jobs that failed for good, the newest first, with their errors',
  usage: '',
  options: {},
  required: [],
  run: async ({ store }) =>
    (await store.systemFacts.failedJobs()).map(({ createdAt, failedAt, ...job }) => ({
      ...job,
      createdAt: createdAt.toISOString(),
      failedAt: failedAt?.toISOString() ?? null,
    })),
}

/** Has one job tried again. */
async function retryOne({ tx }: ChangeContext, id: string): Promise<Changed> {
  const retried = await tx.systemFacts.retryJob(id)
  if (!retried) throw new UsageError(`no job ${id} has failed`)
  const after = { queue: retried.queue, state: 'retry' }
  return {
    rows: [{ id, ...after }],
    trace: { action: 'job.retry', subject: id, organizationId: null, before: { state: 'failed' }, after },
  }
}

/** Has all jobs of a queue tried again that failed, or those with one error. */
async function retryGroup({ tx }: ChangeContext, queue: string, error: string | null): Promise<Changed> {
  const count = await tx.systemFacts.retryJobs(queue, error)
  if (count === 0) throw new UsageError(`no job of ${queue} has failed${error === null ? '' : ' with this error'}`)
  const after = { state: 'retry', count, ...(error === null ? {} : { error }) }
  return {
    rows: [{ queue, state: 'retry', count }],
    trace: { action: 'job.retry', subject: queue, organizationId: null, before: { state: 'failed' }, after },
  }
}

const retry: Command = {
  noun: 'job',
  verb: 'retry',
  summary: `has a job that failed for good tried once more, or those of a queue, with one error or all: ${MOST_RETRIED} at once`,
  usage: '--id 3f0c…, as `job failed` lists it | --queue forget-people [--error "…"]',
  options: { id: { type: 'string' }, queue: { type: 'string' }, error: { type: 'string' } },
  required: [],
  change: (context, values) => {
    const [id, queue, error] = ['id', 'queue', 'error'].map((name) => optionalText(values, name))
    if ((id == null) === (queue == null)) throw new UsageError('give --id, or --queue with or without --error')
    if (id != null && error != null) throw new UsageError('--error belongs to --queue')
    return id == null ? retryGroup(context, queue ?? '', error ?? null) : retryOne(context, id)
  },
}

export const JOB_COMMANDS: readonly Command[] = [list, failed, retry]
