import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { fromWire, toWire } from '../../src/domain/wire.ts'

setFlagsFromString('--expose-gc')
// The flag takes effect in contexts that are made after it was set.
const gc = runInNewContext('gc') as () => void

function heapMb(): number {
  gc()
  return process.memoryUsage().heapUsed / 1_000_000
}

/** A body as a client sends it: text that is parsed, so that its keys are nobody else's. */
function bodyWith(keys: readonly string[]): unknown {
  return JSON.parse(`{${keys.map((key) => `"${key}":1`).join()}}`)
}

describe('keys that clients make up', () => {
  it.each([
    ['long ones, each of them 20 KB', 20_000, 40, 50],
    ['just too long to be remembered', 65, 1_000, 200],
    ['short ones, without an end', 40, 1_000, 200],
  ])('are not kept when their requests are over: %s', (_what, length, each, bodies) => {
    const before = heapMb()
    for (let body = 0; body < bodies; body += 1) {
      const keys = Array.from({ length: each }, (_, at) => `k_${body}_${at}_`.padEnd(length, 'x'))
      toWire(fromWire(bodyWith(keys)))
    }
    // What was sent is at least 8 MB; 5,000 remembered keys of each direction are 1.5 MB.
    expect(heapMb() - before).toBeLessThan(4)
  })

  it('are renamed all the same', () => {
    const long = `a_${'b_c'.repeat(50)}`
    expect(toWire(fromWire({ [long]: 1, last_seen_key: 2 }))).toEqual({ [long]: 1, last_seen_key: 2 })
  })
})
