import { Gauge, type Registry } from 'prom-client'

/** How many threads should serve, how many do, and how many have died since the process began. */
export type ThreadsReading = { readonly wanted: number; readonly serving: number; readonly deaths: number }

export function registerThreads(registry: Registry, read: () => ThreadsReading): void {
  function show(name: string, help: string, pick: (reading: ThreadsReading) => number): void {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(pick(read()))
        },
      }),
    )
  }
  show('gateway_threads', 'Threads of this process that should serve', ({ wanted }) => wanted)
  show('gateway_threads_serving', 'Threads of this process that serve', ({ serving }) => serving)
  show('gateway_threads_died', 'Threads of this process that have died since it began', ({ deaths }) => deaths)
}
