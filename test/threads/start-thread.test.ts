import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { keepRunning } from '../../src/threads/keep-running.ts'
import { type ApiThread, startThread } from '../../src/threads/start-thread.ts'
import { makeCells } from '../../src/threads/thread-data.ts'

const HANGS = 'for (;;);'
const DIES = 'throw new Error("no memory for this")'
const EXITS = 'process.exit(7)'
/** As `calls.ts` has it. */
const SERVES = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', ({ name }) => name === 'leave' && process.exit(0))
  parentPort.postMessage({ kind: 'call', id: 1, name: 'serving', argument: 'http://127.0.0.1:1' })`

function start(script: string, serveWithinMs = 20_000): ApiThread {
  const nothing = { bytes: new Uint8Array(new SharedArrayBuffer(0)), spans: new Map() }
  const data = { number: 1, databaseUrl: '', apiKey: null, port: 0, cells: makeCells(1), sources: nothing }
  const answers = { edition: () => null, ranking: () => null, names: () => null, metricsText: async () => '' }
  // With `require`, as a script of CommonJS.
  const url = new URL(
    `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module'; const require = createRequire('/'); ${script}`)}`,
  )
  return startThread(data, answers, { threads: 1, script: url, serveWithinMs })
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T | 'TOO LATE'> {
  return Promise.race([promise, pause(ms, 'TOO LATE' as const)])
}

describe('[21] a thread that does not come to serve', () => {
  it('is ended when it hangs while it loads, and whoever waits for it hears so', async () => {
    const thread = start(HANGS, 500)
    await expect(within(10_000, thread.serving)).rejects.toThrow('it did not serve within 500 ms')
    expect(await within(5_000, thread.ended)).toBe('it did not serve within 500 ms')
  })

  it('is ended at once when the process is told to end, although it hears nothing', async () => {
    const thread = start(HANGS)
    await pause(300)
    thread.leave()
    expect(await within(5_000, thread.ended)).toBeNull()
    await expect(thread.serving).rejects.toThrow('has ended before it served')
  })

  it('is told with what it died of', async () => {
    const dead = start(DIES)
    await expect(within(10_000, dead.serving)).rejects.toThrow('no memory for this')
    expect(await dead.ended).toBe('no memory for this')
    const gone = start(EXITS)
    await expect(within(10_000, gone.serving)).rejects.toThrow('it exited with 7')
    expect(await gone.ended).toBe('it exited with 7')
  })

  it('is replaced until one serves, and that one leaves when it is told to', async () => {
    const scripts = [EXITS, HANGS, SERVES]
    const deaths: (string | null)[] = []
    const serving: number[] = []
    const leaving = new AbortController()
    const hasServed = Promise.withResolvers<void>()
    let current = start(DIES, 500)
    const kept = keepRunning(current, {
      start: () => {
        const script = scripts.shift() ?? SERVES
        current = start(script, script === HANGS ? 500 : 20_000)
        return current
      },
      onServing: (change) => {
        serving.push(change)
        hasServed.resolve()
      },
      onDeath: ({ reason }) => deaths.push(reason),
      leaving: leaving.signal,
    })
    expect(await within(20_000, hasServed.promise)).toBeUndefined()
    leaving.abort()
    current.leave()
    expect(await within(5_000, kept)).toBeUndefined()
    expect(deaths).toEqual(['no memory for this', 'it exited with 7', 'it did not serve within 500 ms'])
    expect(serving).toEqual([1, -1])
  })
})
