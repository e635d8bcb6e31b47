import { describe, expect, it } from 'vitest'
import { createOwnTries } from '../../src/event-export/own-tries.ts'

describe('what a process knows of the export', () => {
  it('[21] waits longer after each failure, up to a quarter of a minute, and from the beginning after one that went well', () => {
    const tries = createOwnTries(() => 0)
    expect(Array.from({ length: 6 }, tries.failed)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
    expect(tries.failures()).toBe(6)
    tries.wentWell()
    expect(tries.failures()).toBe(0)
    expect(tries.failed()).toBe(1_000)
  })

  it('[21] is no fault any more when another process has kept the lease for longer than one that fails keeps it', () => {
    let nowMs = 0
    const tries = createOwnTries(() => nowMs)
    tries.failed()
    for (nowMs = 1_000; nowMs < 16_000; nowMs += 500) tries.elsewhere()
    expect(tries.failures()).toBe(1)
    tries.elsewhere()
    expect(tries.failures()).toBe(0)
  })

  it('[21] is still a fault while processes fail in turns', () => {
    let nowMs = 0
    const tries = createOwnTries(() => nowMs)
    tries.failed()
    for (; nowMs < 60_000; nowMs += 10_000) {
      tries.elsewhere()
      tries.failed()
    }
    expect(tries.failures()).toBe(7)
  })
})
