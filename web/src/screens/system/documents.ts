import { gql } from '../../kit/graphql.ts'

export type ProcessFacts = {
  readonly pid: number
  readonly roles: readonly string[]
  readonly version: string
  readonly node: string
  readonly startedAt: string
  readonly rssBytes: number
  readonly heapUsedBytes: number
  readonly loopDelayP99Ms: number | null
  readonly cacheReads: readonly { readonly kind: string; readonly hits: number; readonly misses: number }[]
}

export type Health = {
  readonly asOf: string
  readonly isReady: boolean
  readonly faults: readonly { readonly part: string; readonly fault: string }[]
  readonly process: ProcessFacts
  readonly postgres: {
    readonly version: string
    readonly isInRecovery: boolean
    readonly isReadOnly: boolean
    readonly sizeBytes: number
    readonly connections: number
    readonly maxConnections: number
    readonly startedAt: string
  } | null
  readonly standbys: readonly {
    readonly name: string | null
    readonly state: string | null
    readonly syncState: string | null
    readonly replayLagMs: number | null
    readonly behindBytes: number | null
  }[]
  readonly replica: string | null
  readonly hasReplica: boolean
  readonly clients: readonly {
    readonly application: string
    readonly address: string | null
    readonly connections: number
    readonly since: string | null
  }[]
  readonly redis: { readonly isConfigured: boolean; readonly isHealthy: boolean; readonly trouble: string | null }
}

export const HEALTH = gql<{ readonly system: Health }>`
  query Health {
    system {
      asOf
      isReady
      faults { part fault }
      process {
        pid
        roles
        version
        node
        startedAt
        rssBytes
        heapUsedBytes
        loopDelayP99Ms
        cacheReads { kind hits misses }
      }
      postgres { version isInRecovery isReadOnly sizeBytes connections maxConnections startedAt }
      standbys { name state syncState replayLagMs behindBytes }
      replica
      hasReplica
      clients { application address connections since }
      redis { isConfigured isHealthy trouble }
    }
  }
`

export type Work = {
  readonly queues: readonly {
    readonly queue: string
    readonly waiting: number
    readonly isMore: boolean
    readonly oldestMs: number | null
  }[]
  readonly jobs:
    | readonly {
        readonly queue: string
        readonly cron: string | null
        readonly waiting: number
        readonly running: number
        readonly failed: number
        readonly lastDoneAt: string | null
        readonly lastFailedAt: string | null
      }[]
    | null
  readonly failedJobGroups: readonly {
    readonly queue: string
    readonly error: string
    readonly count: number
    readonly firstAt: string | null
    readonly lastAt: string | null
  }[]
  readonly failedJobs: readonly {
    readonly id: string
    readonly queue: string
    readonly createdAt: string
    readonly failedAt: string | null
    readonly tries: number
    readonly error: string | null
  }[]
}

export const WORK = gql<{ readonly system: Work }>`
  query Work {
    system {
      queues { queue waiting isMore oldestMs }
      jobs { queue cron waiting running failed lastDoneAt lastFailedAt }
      failedJobGroups { queue error count firstAt lastAt }
      failedJobs { id queue createdAt failedAt tries error }
    }
  }
`

export type Storage = {
  readonly pendingMigrations: readonly string[]
  readonly migrations: readonly {
    readonly name: string
    readonly finishedAt: string | null
    readonly rolledBackAt: string | null
  }[]
  readonly partitioned: readonly {
    readonly table: string
    readonly partitions: readonly { readonly name: string; readonly bytes: number; readonly rows: number | null }[]
  }[]
  readonly retention: readonly { readonly what: string; readonly days: number | null }[]
}

export const STORAGE = gql<{ readonly system: Storage }>`
  query Storage {
    system {
      pendingMigrations
      migrations { name finishedAt rolledBackAt }
      partitioned {
        table
        partitions { name bytes rows }
      }
      retention { what days }
    }
  }
`

export type Settings = {
  readonly settings: readonly { readonly name: string; readonly value: string | null; readonly isDefault: boolean }[]
}

export const SETTINGS = gql<{ readonly system: Settings }>`
  query Settings {
    system {
      settings { name value isDefault }
    }
  }
`
