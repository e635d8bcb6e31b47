import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** What a process counts; read at GET /metrics in Prometheus' text format. Times are seconds, as Prometheus has it. */
export type Metrics = {
  readonly contentType: string
  readonly text: () => Promise<string>
  readonly observeRequest: (facade: string, operation: string, outcome: string, seconds: number) => void
  readonly observeSupplierCall: (supplierCode: string, operation: string, outcome: string, seconds: number) => void
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 120]

export const createMetrics = (): Metrics => {
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
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observeRequest: (facade, operation, outcome, seconds) => requests.observe({ facade, operation, outcome }, seconds),
    observeSupplierCall: (supplier, operation, outcome, seconds) =>
      calls.observe({ supplier, operation, outcome }, seconds),
  }
}
