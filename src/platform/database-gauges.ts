import { Counter, Gauge, type Registry } from 'prom-client'

type Pool = { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }

/** What a process knows of its Postgres. Without a replica `replica` is null. */
export type DatabaseReading = {
  /** By name: `main`, `replica`. */
  readonly pools: Readonly<Record<string, { readonly pool: Pool; readonly max: number }>>
  readonly replica: {
    readonly isUsed: boolean
    readonly lagSeconds: number
    /** How many lists were read where, since the start. */
    readonly reads: Readonly<Record<string, number>>
    /** Null: the primary has not said it yet. */
    readonly isSynchronous: boolean | null
  } | null
}

/** Registers what is read from this process's memory on each scrape; no scrape asks Postgres for it. */
export function registerDatabase(registry: Registry, read: () => DatabaseReading): void {
  registry.registerMetric(
    new Gauge({
      name: 'gateway_database_connections',
      help: 'Connections of this process to Postgres by pool: busy, idle, the most it may open, and requests that wait for one',
      labelNames: ['pool', 'state'],
      registers: [],
      collect() {
        for (const [name, { pool, max }] of Object.entries(read().pools)) {
          this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
          this.set({ pool: name, state: 'idle' }, pool.idleCount)
          this.set({ pool: name, state: 'waiting' }, pool.waitingCount)
          this.set({ pool: name, state: 'max' }, max)
        }
      },
    }),
  )
  if (read().replica === null) return
  registry.registerMetric(
    new Counter({
      name: 'gateway_database_list_reads_total',
      help: 'Lists by where they were read: replica, or primary and why',
      labelNames: ['from'],
      registers: [],
      collect() {
        this.reset()
        for (const [from, count] of Object.entries(read().replica?.reads ?? {})) this.inc({ from }, count)
      },
    }),
  )
  registerNumber(registry, {
    name: 'gateway_database_replica_used',
    help: 'Whether lists are read from the replica (1) or all from the primary (0)',
    read: () => Number(read().replica?.isUsed),
  })
  registerNumber(registry, {
    name: 'gateway_database_replica_lag_seconds',
    help: 'For how long the replica has lacked something that the primary has written, at the last look',
    read: () => read().replica?.lagSeconds ?? null,
  })
  registerNumber(registry, {
    name: 'gateway_database_synchronous',
    help: 'Whether commits wait for a standby (1) or can be lost with the primary (0)',
    read: () => {
      const { isSynchronous = null } = read().replica ?? {}
      return isSynchronous === null ? null : Number(isSynchronous)
    },
  })
}

/** A gauge without labels; it has no value while `read` returns null. */
function registerNumber(
  registry: Registry,
  { name, help, read }: { readonly name: string; readonly help: string; readonly read: () => number | null },
): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      collect() {
        const value = read()
        if (value === null) this.remove()
        else this.set(value)
      },
    }),
  )
}
