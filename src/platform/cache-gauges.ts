import { Gauge, type Registry } from 'prom-client'

/** Whether the cache can be used. */
export function registerCache(registry: Registry, isAway: () => boolean): void {
  const away = new Gauge({
    name: 'gateway_cache_away',
    help: 'Whether Redis, or a master of it, cannot be used (1) as far as this process has noticed',
    registers: [],
    collect() {
      this.set(isAway() ? 1 : 0)
    },
  })
  registry.registerMetric(away)
}
