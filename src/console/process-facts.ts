import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Core } from '../core.ts'

const PACKAGE = join(import.meta.dirname, '../../package.json')

let version: string | null = null

/** The version of the code that runs. */
function versionOfCode(): string {
  if (version === null) {
    const read = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { readonly version?: string }
    version = read.version ?? 'unknown'
  }
  return version
}

/** What the process that answers knows of itself. */
export type ProcessFacts = {
  readonly pid: number
  readonly roles: readonly string[]
  readonly version: string
  readonly node: string
  readonly startedAt: number
  readonly rssBytes: number
  readonly heapUsedBytes: number
  /** The 99th percentile of how late its event loop was, since it began; null: not measured. */
  readonly loopDelayP99Ms: number | null
  readonly cacheReads: readonly { readonly kind: string; readonly hits: number; readonly misses: number }[]
}

type Metric = {
  readonly name: string
  readonly values: readonly { readonly value: number; readonly labels: Readonly<Record<string, string | number>> }[]
}

export async function processFacts({
  config,
  metrics,
  clock,
}: Pick<Core, 'config' | 'metrics' | 'clock'>): Promise<ProcessFacts> {
  const told = (await metrics.json()) as unknown as readonly Metric[]
  const { rss, heapUsed } = process.memoryUsage()
  const lag = told.find(({ name }) => name === 'nodejs_eventloop_lag_p99_seconds')?.values[0]?.value
  return {
    pid: process.pid,
    roles: config.roles,
    version: versionOfCode(),
    node: process.version,
    startedAt: clock.real() - Math.round(process.uptime() * 1_000),
    rssBytes: rss,
    heapUsedBytes: heapUsed,
    loopDelayP99Ms: lag === undefined || Number.isNaN(lag) ? null : lag * 1_000,
    cacheReads: cacheReads(told),
  }
}

function cacheReads(told: readonly Metric[]): ProcessFacts['cacheReads'] {
  const values = told.find(({ name }) => name === 'gateway_cache_reads_total')?.values ?? []
  return [...Map.groupBy(values, ({ labels }) => String(labels['kind']))].map(([kind, reads]) => ({
    kind,
    hits: sumOf(reads, 'hit'),
    misses: sumOf(reads, 'miss'),
  }))
}

function sumOf(reads: Metric['values'], outcome: string): number {
  return reads.reduce((sum, { labels, value }) => sum + (labels['outcome'] === outcome ? value : 0), 0)
}
