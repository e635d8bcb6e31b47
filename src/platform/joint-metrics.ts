import { AggregatorRegistry } from 'prom-client'
import type { Metrics, MetricsJson } from './metrics.ts'
import { unlessAborted } from './unless-aborted.ts'

/** How long a thread may take to tell its metrics, ms: one that is blocked must not cost the scrape. */
const TOLD_WITHIN_MS = 1_000

/** A thread's number, and its metrics as `Metrics.json` told them there. */
type Told = { readonly number: number; readonly metrics: () => Promise<unknown> }

/**
 * The metrics of a process with several threads, as one text: counts are added up, gauges as each says (`aggregator`). What is
 * true of the whole process, and what is read from Postgres, only the main thread has.
 */
export function joinMetrics(main: Pick<Metrics, 'json'>, threads: () => readonly Told[]): () => Promise<string> {
  return async () => {
    const told = await Promise.all(
      threads().map(async ({ number, metrics }) => ({ number, metrics: await readWithin(metrics) })),
    )
    const all = [await main.json(), ...told.map(({ metrics }) => metrics), [requestsByThread(told)]]
    return AggregatorRegistry.aggregate(all).metrics()
  }
}

async function readWithin(read: () => Promise<unknown>): Promise<MetricsJson> {
  const reading = read().catch(() => []) as Promise<MetricsJson>
  return (await unlessAborted(reading, AbortSignal.timeout(TOLD_WITHIN_MS))) ?? []
}

/** How the requests are spread, which the system does by connection: a few connections that are kept may all be of one thread. */
function requestsByThread(told: readonly { readonly number: number; readonly metrics: MetricsJson }[]) {
  return {
    name: 'gateway_thread_requests_total',
    help: 'Requests of partners that each thread of this process has answered',
    type: 'counter',
    aggregator: 'sum',
    values: told.map(({ number, metrics }) => ({ value: requestsIn(metrics), labels: { thread: String(number) } })),
  }
}

type Value = {
  readonly metricName?: string
  readonly value: number
  readonly labels: { readonly facade?: string; readonly operation?: string }
}

/** Operations over HTTP and documents of GraphQL: neither health checks and scrapes, nor a document's fields one by one. */
function isPartners({ metricName, labels: { facade, operation = '' } }: Value): boolean {
  const isPath = operation.startsWith('/')
  return metricName === 'gateway_request_seconds_count' && (facade === 'graphql' ? isPath : !isPath)
}

function requestsIn(metrics: MetricsJson): number {
  const requests = metrics.find(({ name }) => name === 'gateway_request_seconds')
  // prom-client's types do not say that a histogram's values have names.
  const values = (requests?.values ?? []) as readonly Value[]
  return values.filter(isPartners).reduce((sum, { value }) => sum + value, 0)
}
