import { Counter, Gauge, type Registry } from 'prom-client'

export type TrafficCounts = {
  /** An exchange with a supplier that was kept: `why` is what made it be. */
  readonly countKept: (why: string) => void
  /** Exchanges that were to be kept and are not. */
  readonly countLost: (reason: string, count: number) => void
  readonly showRoom: (room: { readonly bytes: number; readonly factor: number }) => void
}

export function registerTraffic(registry: Registry): TrafficCounts {
  const kept = new Counter({
    name: 'gateway_traffic_kept_total',
    help: 'Exchanges with suppliers that were kept for operators: all of their kind, a sample, a raised sample, or failed',
    labelNames: ['why'],
    registers: [registry],
  })
  const lost = new Counter({
    name: 'gateway_traffic_lost_total',
    help: 'Exchanges with suppliers that were to be kept and are not: too many alike (limit), too many at once (buffer), TRAFFIC_MAX_MB is used up (room), Postgres did not take them (write), or they could not be read (fault)',
    labelNames: ['reason'],
    registers: [registry],
  })
  const bytes = new Gauge({
    name: 'gateway_traffic_bytes',
    help: 'What the exchanges with suppliers that are kept take on disk',
    registers: [registry],
  })
  const factor = new Gauge({
    name: 'gateway_traffic_share_factor',
    help: 'By what the shares of samples are multiplied: 1; less when there is little room; 0: nothing is kept',
    registers: [registry],
  })
  factor.set(1)
  return {
    countKept: (why) => kept.inc({ why }),
    countLost: (reason, count) => lost.inc({ reason }, count),
    showRoom: (room) => {
      bytes.set(room.bytes)
      factor.set(room.factor)
    },
  }
}
