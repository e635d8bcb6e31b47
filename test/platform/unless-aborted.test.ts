import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unlessAborted } from '../../src/platform/unless-aborted.ts'

/** Where nobody listens to these, one of them ends the process. */
const unhandled: unknown[] = []
function note(error: unknown): void {
  return void unhandled.push(error)
}

beforeEach(() => process.on('unhandledRejection', note))
afterEach(() => {
  process.off('unhandledRejection', note)
  unhandled.length = 0
})

async function failingSoon(): Promise<never> {
  await setImmediate()
  throw new Error('given up')
}

describe('work that is given up', () => {
  it.each([
    ['before it was begun', () => AbortSignal.abort()],
    [
      'while it is under way',
      () => {
        const leaving = new AbortController()
        queueMicrotask(() => leaving.abort())
        return leaving.signal
      },
    ],
  ])('%s may fail afterwards, and nobody hears of it', async (_when, signal) => {
    expect(await unlessAborted(failingSoon(), signal())).toBeNull()
    for (let turn = 0; turn < 3; turn += 1) await setImmediate()
    expect(unhandled).toEqual([])
  })
})
