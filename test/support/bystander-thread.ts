/* oxlint-disable unicorn/require-post-message-target-origin -- a thread's port has no origin */
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** Asks `url` again and again over one connection, in a thread of its own, and tells the longest wait when it is asked to. */
const { url, everyMs } = workerData as { readonly url: string; readonly everyMs: number } // what bystander.ts hands over
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

let longestMs = 0
/** When the question that is on its way was sent; null between two questions. */
let askedAt: number | null = null

function ask(): Promise<void> {
  return new Promise((resolve) => {
    get(url, { agent }, (answer) => answer.resume().once('end', resolve).once('error', resolve)).once('error', () =>
      resolve(),
    )
  })
}

parentPort?.on('message', (what: 'begin' | 'end') => {
  const pendingMs = askedAt === null ? 0 : performance.now() - askedAt
  if (what === 'end') parentPort?.postMessage(Math.max(longestMs, pendingMs))
  // What is on its way when a measurement begins was asked before it.
  longestMs = 0
  if (what === 'begin' && askedAt !== null) askedAt = performance.now()
})

for (;;) {
  askedAt = performance.now()
  await ask()
  longestMs = Math.max(longestMs, performance.now() - askedAt)
  askedAt = null
  await pause(everyMs)
}
