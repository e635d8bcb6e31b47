import { Worker } from 'node:worker_threads'

/** The modules of this repository as JavaScript, on memory that threads share: where the text of each lies, by its URL. */
export type StrippedSources = {
  readonly bytes: Uint8Array<SharedArrayBuffer>
  readonly spans: ReadonlyMap<string, { readonly start: number; readonly length: number }>
}

/** Has a thread make them, and end: what strips types stays in the memory of whoever has used it. */
export function stripSources(): Promise<StrippedSources> {
  return new Promise((resolve, reject) => {
    const url = new URL('./sources-thread.ts', import.meta.url)
    const worker = new Worker(url, { execArgv: ['--disable-warning=ExperimentalWarning'] })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread that strips the types of the sources has ended')))
  })
}
