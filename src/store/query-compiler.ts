import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { lazily } from '../platform/lazily.ts'

const MODULE = '@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs'

/**
 * Prisma's query compiler, compiled once for all clients of a process. Prisma's own client imports the module that has it as text: parsing 4.6 MB of JavaScript costs 90 ms of the
 * processor, and V8 keeps the text as source and as value. Read as a file, the text is garbage once it is decoded.
 * `scripts/generated/prisma-client.ts` makes the generated client call this.
 */
export const queryCompiler = lazily(compile)

async function compile(): Promise<WebAssembly.Module> {
  const text = await readFile(fileURLToPath(import.meta.resolve(MODULE)), 'latin1')
  const base64 = /"([\w+/=]+)"/.exec(text)?.[1]
  if (base64 === undefined) throw new Error(`${MODULE} has no WebAssembly in it`)
  return WebAssembly.compile(Buffer.from(base64, 'base64'))
}
