import { Counter, Gauge, type Registry } from 'prom-client'

/** Counts events that were exported, or tries that failed. */
export type CountExported = (outcome: 'exported' | 'failed', count: number) => void

/** The export of events. `readLag` returns seconds, or null when it could not be read: then the lag is missing. */
export function registerExport(registry: Registry, readLag: () => Promise<number | null>): CountExported {
  const lag = new Gauge({
    name: 'gateway_event_export_lag_seconds',
    help: 'For how long the oldest event that is not exported has waited',
    registers: [],
    async collect() {
      const seconds = await readLag()
      if (seconds === null) this.remove()
      else this.set(seconds)
    },
  })
  registry.registerMetric(lag)
  const counter = new Counter({
    name: 'gateway_event_exports_total',
    help: 'Events that this process has exported, and tries that failed',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (outcome, count) => counter.inc({ outcome }, count)
}
