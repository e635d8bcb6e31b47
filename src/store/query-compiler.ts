import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

const TEXT = '@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs'
/** Under which threads that are started later find it. */
const SHARED_AS = 'query-compiler'

/**
 * Prisma's query compiler, compiled once for a process: a thread gets it from the one that started it. The generated client imports
 * the module whose text it is, which each thread would keep twice, as source and as value, 4.4 MB each; read as a file it is garbage
 * when it has been decoded. `scripts/generated/prisma-client.ts` has the client ask here.
 */
export async function queryCompiler(): Promise<WebAssembly.Module> {
  const shared = getEnvironmentData(SHARED_AS)
  if (shared instanceof WebAssembly.Module) return shared
  const text = await readFile(fileURLToPath(import.meta.resolve(TEXT)), 'latin1')
  const base64 = /"([\w+/=]+)"/.exec(text)?.[1]
  if (base64 === undefined) throw new Error(`${TEXT} has no WebAssembly in it`)
  const compiled = await WebAssembly.compile(Buffer.from(base64, 'base64'))
  setEnvironmentData(SHARED_AS, compiled)
  return compiled
}
