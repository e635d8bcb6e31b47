import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { registerCache } from './cache-gauges.ts'
import { type DatabaseReading, registerDatabase } from './database-gauges.ts'
import { type CountExported, registerExport } from './export-gauges.ts'
import { type Oversight, registerOversight } from './oversight-gauges.ts'
import { patiently } from './patience.ts'
import { type QueueReading, registerQueue } from './queue-gauges.ts'
import { registerTraffic, type TrafficCounts } from './traffic-gauges.ts'
import { unlessAborted } from './unless-aborted.ts'

interface AnsweredRequest {
  readonly facade: string
  readonly operation: string
  readonly outcome: string
  readonly seconds: number
}

interface SupplierCallEnd {
  readonly supplierCode: string
  readonly operation: string
  readonly outcome: string
  readonly seconds: number
}

type CapWait = SupplierCallEnd & { readonly connectionId: string }

/**
 * The metrics of a process, served at GET /metrics in Prometheus' text format. Times are in seconds, as is usual in Prometheus.
 */
export type Metrics = {
  readonly contentType: string
  readonly text: () => Promise<string>
  /** The same as data. */
  readonly json: () => Promise<MetricsJson>
  readonly observeRequest: (request: AnsweredRequest) => void
  readonly observeSupplierCall: (call: SupplierCallEnd) => void
  /** Records a call that a cap of its connection kept waiting: `outcome` is `sent` or `refused`. */
  readonly observeCapWait: (wait: CapWait) => void
  /** Counts a call that was not sent because of our own limits. */
  readonly countUnsentCall: (supplierCode: string, operation: string, reason: string) => void
  /** Counts rates that were too malformed to sell. */
  readonly countDroppedRates: (supplierCode: string, operation: string, count: number) => void
  /** Counts a rate that may not be offered: `reason` is its condition, or how it would be paid. */
  readonly countWithheldRate: (supplierCode: string, reason: string) => void
  /** Records a finished job: `outcome` is `completed` or `failed`. */
  readonly observeJob: (queue: string, outcome: string, seconds: number) => void
  /** Counts cache reads; `kind` is the kind of entry. */
  readonly countCacheReads: (kind: string, hits: number, misses: number) => void
  /** Counts a command to the cache that failed; `kind` is why. */
  readonly countCacheFailure: (kind: string) => void
  /** Sets the function that tells, on each scrape, whether anything is wrong with the cache. */
  readonly showCache: (isAway: () => boolean) => void
  /** Counts an open stream; returns a function to call when it ends. */
  readonly openStream: (facade: string) => () => void
  /** Records the time from when a webhook could have been sent until it was claimed. */
  readonly observeDeliveryLag: (seconds: number) => void
  /** Records an attempt to deliver a webhook: `outcome` is the class of its status, `timeout`, `refused` or `error`. */
  readonly observeDelivery: (outcome: string, seconds: number) => void
  /** Sets the function that reads the webhook queue on each scrape. */
  readonly showQueue: (read: () => Promise<QueueReading>) => void
  /** Sets the function that reads, on each scrape, the age in seconds of the oldest event that is not exported. */
  readonly showExport: (readLag: () => Promise<number>) => CountExported
  /**
   * Sets the function that returns, on each scrape, how long the oldest personal data of each kind has been stored; a missing
   * kind means none.
   */
  readonly showOldestPeople: (read: () => Promise<Readonly<Record<string, number>>>) => void
  /** Sets the function that reads, on each scrape, what stands still or waits for a person. */
  readonly showOversight: (read: () => Promise<Oversight>) => void
  /** Sets the function that reads, on each scrape, what this process knows of its Postgres. */
  readonly showDatabase: (read: () => DatabaseReading) => void
  /** Sets the function that reads the breakers on each scrape. */
  readonly showBreakers: (read: () => readonly BreakerReading[]) => void
  /** Sets the function that reads which connections' credentials are refused. */
  readonly showRefusedCredentials: (read: () => readonly Omit<BreakerReading, 'breaker'>[]) => void
  /** Sets the function that reads which production connections are answered by a supplier's sandbox. */
  readonly showWrongEnvironments: (read: () => readonly Omit<BreakerReading, 'breaker'>[]) => void
  /** Counts what is kept of the traffic with suppliers. */
  readonly traffic: TrafficCounts
}

type MetricsJson = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

type BreakerReading = {
  readonly supplierCode: string
  readonly connectionId: string
  readonly breaker: 'CLOSED' | 'OPEN' | 'HALF_OPEN'
}

const BREAKER_VALUES = { CLOSED: 0, HALF_OPEN: 1, OPEN: 2 } as const

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 120]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'gateway_request_seconds',
    help: 'Time to answer a request of a partner',
    labelNames: ['facade', 'operation', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const calls = new Histogram({
    name: 'gateway_supplier_call_seconds',
    help: 'Time of a call to a supplier',
    labelNames: ['supplier', 'operation', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const capWaits = new Histogram({
    name: 'gateway_supplier_cap_wait_seconds',
    help: 'How long a cap of a supplier connection kept a call waiting, until it was sent or refused',
    labelNames: ['supplier', 'connection', 'operation', 'outcome'],
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2],
    registers: [registry],
  })
  const unsent = new Counter({
    name: 'gateway_supplier_calls_unsent_total',
    help: 'Calls to a supplier that were held back: breaker open, limit used up, too many under way',
    labelNames: ['supplier', 'operation', 'reason'],
    registers: [registry],
  })
  const deliveries = new Histogram({
    name: 'gateway_webhook_attempt_seconds',
    help: 'Time of an attempt to deliver a webhook',
    labelNames: ['outcome'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const lag = new Histogram({
    name: 'gateway_webhook_lag_seconds',
    help: 'Time from when a webhook was due until a relay took it up',
    buckets: BUCKETS,
    registers: [registry],
  })
  const jobs = new Histogram({
    name: 'gateway_job_seconds',
    help: 'Time of a job',
    labelNames: ['queue', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const cacheReads = new Counter({
    name: 'gateway_cache_reads_total',
    help: 'Questions to the cache, by what was looked for and whether it was there',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  const cacheFailures = new Counter({
    name: 'gateway_cache_failures_total',
    help: 'Commands to Redis that failed, by why',
    labelNames: ['kind'],
    registers: [registry],
  })
  const streams = new Gauge({
    name: 'gateway_open_streams',
    help: 'Streams that clients are reading',
    labelNames: ['facade'],
    registers: [registry],
  })
  const dropped = new Counter({
    name: 'gateway_supplier_rates_dropped_total',
    help: 'Rates of a supplier that were too broken to sell',
    labelNames: ['supplier', 'operation'],
    registers: [registry],
  })
  const withheld = new Counter({
    name: 'gateway_supplier_rates_withheld_total',
    help: 'Rates of a supplier that the organization does not sell, by the condition or payment that they have',
    labelNames: ['supplier', 'reason'],
    registers: [registry],
  })
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    json: () => registry.getMetricsAsJSON(),
    observeRequest: ({ facade, operation, outcome, seconds }) =>
      requests.observe({ facade, operation, outcome }, seconds),
    observeSupplierCall: ({ supplierCode: supplier, operation, outcome, seconds }) =>
      calls.observe({ supplier, operation, outcome }, seconds),
    observeCapWait: ({ supplierCode: supplier, connectionId: connection, operation, outcome, seconds }) =>
      capWaits.observe({ supplier, connection, operation, outcome }, seconds),
    countUnsentCall: (supplier, operation, reason) => unsent.inc({ supplier, operation, reason }),
    countDroppedRates: (supplier, operation, count) => {
      if (count > 0) dropped.inc({ supplier, operation }, count)
    },
    countWithheldRate: (supplier, reason) => withheld.inc({ supplier, reason }),
    observeJob: (queue, outcome, seconds) => jobs.observe({ queue, outcome }, seconds),
    countCacheReads: (kind, hits, misses) => {
      if (hits > 0) cacheReads.inc({ kind, outcome: 'hit' }, hits)
      if (misses > 0) cacheReads.inc({ kind, outcome: 'miss' }, misses)
    },
    countCacheFailure: (kind) => cacheFailures.inc({ kind }),
    showCache: (isAway) => registerCache(registry, isAway),
    openStream: (facade) => {
      streams.inc({ facade })
      let isOpen = true
      return () => {
        if (isOpen) streams.dec({ facade })
        isOpen = false
      }
    },
    observeDeliveryLag: (seconds) => lag.observe(seconds),
    observeDelivery: (outcome, seconds) => deliveries.observe({ outcome }, seconds),
    showQueue: (read) => registerQueue(registry, () => readingOf(read)),
    showExport: (readLag) => registerExport(registry, () => readingOf(readLag)),
    showOldestPeople: (read) => {
      const oldest = new Gauge({
        name: 'gateway_personal_data_oldest_seconds',
        help: 'Age of the oldest personal data that is still kept: guests since check-out, events, attempts',
        labelNames: ['kind'],
        registers: [],
        async collect() {
          this.reset()
          for (const [kind, seconds] of Object.entries((await readingOf(read)) ?? {})) this.set({ kind }, seconds)
        },
      })
      registry.registerMetric(oldest)
    },
    showDatabase: (read) => registerDatabase(registry, read),
    showOversight: (read) => registerOversight(registry, () => readingOf(read)),
    showBreakers: (read) => {
      const breakers = new Gauge({
        name: 'gateway_supplier_breaker',
        help: 'Whether a supplier connection is up (0), being tried (1) or down (2)',
        labelNames: ['supplier', 'connection'],
        registers: [],
        collect() {
          for (const { supplierCode, connectionId, breaker } of read())
            this.set({ supplier: supplierCode, connection: connectionId }, BREAKER_VALUES[breaker])
        },
      })
      registry.registerMetric(breakers)
    },
    traffic: registerTraffic(registry),
    showRefusedCredentials: (read) =>
      showConnections(registry, read, {
        name: 'gateway_supplier_credentials_refused',
        help: 'Supplier connections whose credentials were refused when this process used them last (1)',
      }),
    showWrongEnvironments: (read) =>
      showConnections(registry, read, {
        name: 'gateway_supplier_wrong_environment',
        help: 'Production connections that a supplier’s sandbox answered when this process used them last (1)',
      }),
  }
}

/** A gauge that is 1 for each connection that is read. */
function showConnections(
  registry: Registry,
  read: () => readonly Omit<BreakerReading, 'breaker'>[],
  facts: { readonly name: string; readonly help: string },
): void {
  const gauge = new Gauge({
    ...facts,
    labelNames: ['supplier', 'connection'],
    registers: [],
    collect() {
      this.reset()
      for (const { supplierCode, connectionId } of read())
        this.set({ supplier: supplierCode, connection: connectionId }, 1)
    },
  })
  registry.registerMetric(gauge)
}

/** The time limit of a Postgres read during a scrape, ms: Prometheus allows 10 s for the whole scrape. */
const READ_WITHIN_MS = 2_000

/** Reads from Postgres; null when that fails or takes too long, so that the scrape can return all other metrics. */
async function readingOf<Reading>(read: () => Promise<Reading>): Promise<Reading | null> {
  const reading = read().catch(() => null)
  return unlessAborted(reading, AbortSignal.timeout(patiently(READ_WITHIN_MS)))
}
