import { Gauge, type Registry } from 'prom-client'

export type QueueReading = { readonly waiting: number; readonly oldestMs: number }

/** The webhook queue. `read` returns null when it could not be read: then both are missing, as a 0 would mean that it is empty. */
export function registerQueue(registry: Registry, read: () => Promise<QueueReading | null>): void {
  function show(name: string, help: string, pick: (reading: QueueReading) => number): void {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        const reading = await read()
        if (reading) this.set(pick(reading))
        else this.remove()
      },
    })
    registry.registerMetric(gauge)
  }
  show('gateway_webhook_queue_depth', 'Webhooks that are still to be delivered', ({ waiting }) => waiting)
  show(
    'gateway_webhook_oldest_seconds',
    'For how long the oldest webhook that is still to be delivered has waited',
    ({ oldestMs }) => oldestMs / 1_000,
  )
}
