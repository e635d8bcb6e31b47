import { describe, expect, it } from 'vitest'
import { createReplicaLag } from '../../src/store/replica-lag.ts'

describe('[21] the lag of a replica', () => {
  it('is the age of the first thing that it lacks', () => {
    const lag = createReplicaLag()
    lag.note({ at: 1_000, position: 10n })
    lag.note({ at: 2_000, position: 20n })
    lag.note({ at: 3_000, position: 30n })
    expect(lag.of(10n, 3_500)).toBe(1_500)
    expect(lag.of(25n, 3_500)).toBe(500)
    expect(lag.of(30n, 3_500)).toBe(0)
  })

  it('does not grow while the primary writes nothing, however long ago it wrote', () => {
    const lag = createReplicaLag()
    for (let at = 0; at < 10_000; at += 1_000) lag.note({ at, position: 10n })
    expect(lag.of(10n, 1_000_000)).toBe(0)
  })

  it('forgets what a primary had written that was lost in a failover', () => {
    const lag = createReplicaLag()
    lag.note({ at: 1_000, position: 10n })
    lag.note({ at: 2_000, position: 90n })
    // The standby that was promoted had no more than this, and nobody writes.
    lag.note({ at: 5_000, position: 20n })
    expect(lag.of(15n, 6_000)).toBe(1_000)
    expect(lag.of(20n, 60_000)).toBe(0)
  })

  it('grows while the replica stands still, to a minute also where it has stood still for hours', () => {
    const lag = createReplicaLag()
    for (let second = 0; second < 10_000; second++) lag.note({ at: second * 1_000, position: BigInt(second) })
    for (const second of [0, 5_000, 9_990]) {
      const ms = lag.of(BigInt(second), 10_000_000)
      expect(Math.abs(ms - (10_000 - second) * 1_000)).toBeLessThan(60_000)
    }
    expect(lag.of(9_999n, 10_000_000)).toBe(0)
  })
})
