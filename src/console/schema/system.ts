import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Core } from '../../core.ts'
import { toRfc3339 } from '../../domain/time.ts'
import { healthReport } from '../../health.ts'
import { configAsRead, type ShownSetting } from '../config-as-read.ts'
import { type ProcessFacts, processFacts } from '../process-facts.ts'
import { builder, only } from './builder.ts'
import {
  ClientRef,
  FailedJobGroupRef,
  FailedJobRef,
  JobQueueRef,
  MigrationRef,
  PartitionRef,
  PostgresRef,
  QueueRef,
  StandbyRef,
} from './system-facts.ts'

type Fault = { readonly part: string; readonly fault: string }

const SystemFault = builder.objectRef<Fault>('SystemFault').implement({
  fields: (t) => ({ part: t.exposeString('part'), fault: t.exposeString('fault') }),
})

const CacheReads = builder.objectRef<ProcessFacts['cacheReads'][number]>('CacheReads').implement({
  fields: (t) => ({
    kind: t.exposeString('kind'),
    hits: t.exposeFloat('hits'),
    misses: t.exposeFloat('misses'),
  }),
})

const ProcessRef = builder.objectRef<ProcessFacts>('GatewayProcess').implement({
  description: 'The process that answers. What others are can be seen by their connections to Postgres.',
  fields: (t) => ({
    pid: t.exposeInt('pid'),
    roles: t.exposeStringList('roles'),
    version: t.exposeString('version'),
    node: t.exposeString('node'),
    startedAt: t.field({ type: 'DateTime', resolve: ({ startedAt }) => toRfc3339(startedAt) }),
    rssBytes: t.exposeFloat('rssBytes'),
    heapUsedBytes: t.exposeFloat('heapUsedBytes'),
    loopDelayP99Ms: t.exposeFloat('loopDelayP99Ms', {
      nullable: true,
      description: 'How late its event loop was, the 99th percentile: nodejs_eventloop_lag_p99_seconds.',
    }),
    cacheReads: t.field({
      type: [CacheReads],
      description: 'gateway_cache_reads_total since it began.',
      resolve: ({ cacheReads }) => [...cacheReads],
    }),
  }),
})

const Setting = builder.objectRef<ShownSetting>('Setting').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    value: t.exposeString('value', { nullable: true, description: '`set` for what may be a secret; null: not set.' }),
    isDefault: t.exposeBoolean('isDefault'),
  }),
})

type Term = { readonly what: string; readonly days: number | null }

const RetentionTerm = builder.objectRef<Term>('RetentionTerm').implement({
  fields: (t) => ({
    what: t.exposeString('what'),
    days: t.exposeInt('days', { nullable: true, description: 'Null: kept for ever.' }),
  }),
})

type Partitioned = { readonly table: string }

const PartitionedTable = builder.objectRef<Partitioned>('PartitionedTable').implement({
  fields: (t) => ({
    table: t.exposeString('table'),
    partitions: t.field({
      type: [PartitionRef],
      resolve: ({ table }, _args, { core }) => core.store.systemFacts.partitions(table),
    }),
  }),
})

type RedisFacts = { readonly isConfigured: boolean; readonly isHealthy: boolean; readonly trouble: string | null }

const Redis = builder.objectRef<RedisFacts>('RedisFacts').implement({
  fields: (t) => ({
    isConfigured: t.exposeBoolean('isConfigured', { description: 'False: the cache is in the process.' }),
    isHealthy: t.exposeBoolean('isHealthy', { description: 'It takes a write now.' }),
    trouble: t.exposeString('trouble', { nullable: true, description: 'What this process has noticed last.' }),
  }),
})

/** Never aborted: whoever is asked is not shutting down, or does not answer. */
const STAYING = new AbortController().signal

async function health(core: Core) {
  return healthReport(core, core, STAYING)
}

const MIGRATIONS = join(import.meta.dirname, '../../../prisma/migrations')

/** The names of the migrations that this code has and the database lacks. */
async function pendingMigrations({ store }: Core): Promise<string[]> {
  const entries = await readdir(MIGRATIONS, { withFileTypes: true })
  const done = new Set(
    (await store.systemFacts.migrations()).flatMap(({ name, finishedAt, rolledBackAt }) =>
      finishedAt && !rolledBackAt ? [name] : [],
    ),
  )
  return entries.flatMap((entry) => (entry.isDirectory() && !done.has(entry.name) ? [entry.name] : [])).sort()
}

function termsOf({ retention, rowTerms }: Core['config']): readonly Term[] {
  const people = Object.entries(retention).map(([name, days]) => ({
    what: `people in ${name.replace('Days', '')}`,
    days,
  }))
  return [...people, ...Object.entries(rowTerms).map(([name, days]) => ({ what: `rows of ${name}`, days }))]
}

const System = builder.objectRef<Core>('System').implement({
  description: 'How the installation is, as the process that answers knows it.',
  fields: (t) => ({
    process: t.field({ type: ProcessRef, resolve: (core) => processFacts(core) }),
    isReady: t.boolean({
      description: 'What /readyz of this process says.',
      resolve: async (core) => (await health(core)).ready,
    }),
    faults: t.field({
      type: [SystemFault],
      resolve: async (core) => Object.entries((await health(core)).faults).map(([part, fault]) => ({ part, fault })),
    }),
    postgres: t.field({ type: PostgresRef, nullable: true, resolve: ({ store }) => store.systemFacts.postgres() }),
    standbys: t.field({
      type: [StandbyRef],
      description: 'As the primary sees them. Empty: there is none, or this is a standby.',
      resolve: ({ store }) => store.systemFacts.standbys(),
    }),
    replica: t.string({
      nullable: true,
      description: 'What is wrong with the replica that lists are read from; null: nothing, or there is none.',
      resolve: ({ replicaFault }) => replicaFault(),
    }),
    hasReplica: t.boolean({ resolve: ({ config }) => config.database.replicaUrl !== null }),
    clients: t.field({
      type: [ClientRef],
      description:
        'Who is connected to this database: processes of the gateway, and others. Null columns: our role may not see them.',
      resolve: ({ store }) => store.systemFacts.clients(),
    }),
  }),
})

builder.objectFields(System, (t) => ({
  redis: t.field({
    type: Redis,
    resolve: async ({ cache, config }) => ({
      isConfigured: config.redisUrl !== null,
      isHealthy: await cache.healthy(),
      trouble: cache.trouble(),
    }),
  }),
  queues: t.field({
    type: [QueueRef],
    description: 'What is due and not done.',
    resolve: ({ store }) => store.systemFacts.queues(),
  }),
  jobs: t.field({
    type: [JobQueueRef],
    nullable: true,
    description: 'Null: no worker has ever run.',
    resolve: ({ store }) => store.systemFacts.jobs(),
  }),
  failedJobs: t.field({
    type: [FailedJobRef],
    description: 'The newest hundred; pg-boss deletes them a week after they failed.',
    resolve: ({ store }) => store.systemFacts.failedJobs(),
  }),
  failedJobGroups: t.field({
    type: [FailedJobGroupRef],
    description: 'All of them by queue and error, those that failed last first; a hundred groups at most.',
    resolve: ({ store }) => store.systemFacts.failedJobGroups(),
  }),
  migrations: t.field({ type: [MigrationRef], resolve: ({ store }) => store.systemFacts.migrations() }),
  pendingMigrations: t.field({
    type: ['String'],
    description: 'What this code has and the database lacks.',
    resolve: pendingMigrations,
  }),
  partitioned: t.field({
    type: [PartitionedTable],
    resolve: () => [{ table: 'offers' }, { table: 'booking_events' }, { table: 'supplier_exchanges' }],
  }),
  retention: t.field({ type: [RetentionTerm], resolve: ({ config }) => [...termsOf(config)] }),
  settings: t.field({ type: [Setting], resolve: ({ config }) => [...configAsRead(config)] }),
  asOf: t.field({ type: 'DateTime', resolve: ({ clock }) => toRfc3339(clock.real()) }),
}))

builder.queryField('system', (t) =>
  t.field({ type: System, ...only('viewer'), resolve: (_root, _args, { core }) => core }),
)
