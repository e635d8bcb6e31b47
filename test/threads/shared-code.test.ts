import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { queryCompiler } from '../../src/store/query-compiler.ts'
import { stripSources } from '../../src/threads/strip-sources.ts'

const SRC = join(import.meta.dirname, '../../src')

describe('[21] what threads share of the code', () => {
  it('is the text of every module that a thread loads, as Node itself would have stripped it', async () => {
    const { bytes, spans } = await stripSources()
    for (const name of ['threads/api-thread.ts', 'http/server.ts', 'graphql/mount.ts', 'suppliers/registry.ts']) {
      const file = join(SRC, name)
      const span = spans.get(pathToFileURL(file).href) ?? { start: 0, length: 0 }
      const text = Buffer.from(bytes.buffer, span.start, span.length).toString('utf8')
      expect(text).toBe(stripTypeScriptTypes(await readFile(file, 'utf8')))
    }
  })

  it('is one compiled query compiler, which a thread finds without reading it', async () => {
    const compiled = await queryCompiler()
    expect(await queryCompiler()).toBe(compiled)
    const script = `
      const { getEnvironmentData, parentPort } = require('node:worker_threads')
      parentPort.postMessage(getEnvironmentData('query-compiler') instanceof WebAssembly.Module)`
    const [found] = await once(new Worker(script, { eval: true }), 'message')
    expect(found).toBe(true)
  })
})
