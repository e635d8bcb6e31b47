/**
 * Where a thread that serves begins: in JavaScript, because it is what lets the thread load the rest without the program that strips
 * types (15 MB in each thread) and without the cache of compiled code, which keeps what it has read (25 MB). It loads `api-thread.ts`
 * and the modules of this repository from the text that `strip-sources.ts` has made for all threads.
 */
import { registerHooks } from 'node:module'
import { workerData } from 'node:worker_threads'

/** @type {import('./strip-sources.ts').StrippedSources} */
const { bytes, spans } = workerData.sources

registerHooks({
  load: (url, context, nextLoad) => {
    const span = spans.get(url)
    if (!span) return nextLoad(url, context)
    const source = Buffer.from(bytes.buffer, span.start, span.length).toString('utf8')
    return { format: 'module', shortCircuit: true, source }
  },
})
await import('./api-thread.ts')
