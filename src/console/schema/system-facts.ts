import type {
  ClientFacts,
  FailedJob,
  FailedJobGroup,
  JobQueueFacts,
  MigrationFacts,
  PartitionFacts,
  PostgresFacts,
  QueueFacts,
  StandbyFacts,
} from '../../store/system-facts.ts'
import { builder } from './builder.ts'

function told(at: Date | null): string | null {
  return at?.toISOString() ?? null
}

export const PostgresRef = builder.objectRef<PostgresFacts>('PostgresFacts').implement({
  fields: (t) => ({
    version: t.exposeString('version'),
    isInRecovery: t.exposeBoolean('isInRecovery', { description: 'It is a standby.' }),
    isReadOnly: t.exposeBoolean('isReadOnly'),
    sizeBytes: t.exposeFloat('sizeBytes', { description: 'pg_database_size' }),
    connections: t.exposeInt('connections', { description: 'Client backends of the whole server.' }),
    maxConnections: t.exposeInt('maxConnections'),
    startedAt: t.field({ type: 'DateTime', resolve: ({ startedAt }) => startedAt.toISOString() }),
  }),
})

export const StandbyRef = builder.objectRef<StandbyFacts>('Standby').implement({
  description: 'A row of pg_stat_replication. Null columns: our role may not see them.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true }),
    state: t.exposeString('state', { nullable: true }),
    syncState: t.exposeString('syncState', { nullable: true }),
    replayLagMs: t.exposeFloat('replayLagMs', {
      nullable: true,
      description: 'Null also when nothing was written of late.',
    }),
    behindBytes: t.exposeFloat('behindBytes', { nullable: true }),
  }),
})

export const ClientRef = builder.objectRef<ClientFacts>('DatabaseClient').implement({
  fields: (t) => ({
    application: t.exposeString('application'),
    address: t.exposeString('address', { nullable: true }),
    connections: t.exposeInt('connections'),
    since: t.field({ type: 'DateTime', nullable: true, resolve: ({ since }) => told(since) }),
  }),
})

export const QueueRef = builder.objectRef<QueueFacts>('WorkQueue').implement({
  fields: (t) => ({
    queue: t.exposeString('queue'),
    waiting: t.exposeInt('waiting', { description: 'Due and not done, up to ten thousand.' }),
    isMore: t.exposeBoolean('isMore'),
    oldestMs: t.exposeFloat('oldestMs', {
      nullable: true,
      description: 'How late the one is that is due longest; null: none is due.',
    }),
  }),
})

export const JobQueueRef = builder.objectRef<JobQueueFacts>('JobQueue').implement({
  description: 'A periodic job, and its runs that pg-boss still keeps: a week.',
  fields: (t) => ({
    queue: t.exposeString('queue'),
    cron: t.exposeString('cron', { nullable: true }),
    waiting: t.exposeInt('waiting'),
    running: t.exposeInt('running'),
    failed: t.exposeInt('failed'),
    lastDoneAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ lastDoneAt }) => told(lastDoneAt) }),
    lastFailedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ lastFailedAt }) => told(lastFailedAt) }),
  }),
})

export const FailedJobRef = builder.objectRef<FailedJob>('FailedJob').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    queue: t.exposeString('queue'),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => createdAt.toISOString() }),
    failedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ failedAt }) => told(failedAt) }),
    tries: t.exposeInt('tries'),
    error: t.exposeString('error', { nullable: true }),
  }),
})

export const FailedJobGroupRef = builder.objectRef<FailedJobGroup>('FailedJobGroup').implement({
  description: 'Jobs of one queue that failed for good with the same error.',
  fields: (t) => ({
    queue: t.exposeString('queue'),
    error: t.exposeString('error', { description: '`unknown` where none is kept.' }),
    count: t.exposeInt('count'),
    firstAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ firstAt }) => told(firstAt) }),
    lastAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ lastAt }) => told(lastAt) }),
  }),
})

export const MigrationRef = builder.objectRef<MigrationFacts>('Migration').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    finishedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ finishedAt }) => told(finishedAt) }),
    rolledBackAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ rolledBackAt }) => told(rolledBackAt) }),
  }),
})

export const PartitionRef = builder.objectRef<PartitionFacts>('Partition').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    bytes: t.exposeFloat('bytes'),
    rows: t.exposeFloat('rows', {
      nullable: true,
      description: 'As the statistics of Postgres estimate it; null: never analysed.',
    }),
  }),
})
