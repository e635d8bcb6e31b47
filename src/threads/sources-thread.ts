/** A thread that strips the types of all modules of this repository, and ends. */
import { readdir, readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'
import type { StrippedSources } from './strip-sources.ts'

const SRC = join(import.meta.dirname, '..')
/** What no thread that serves loads, or of which nothing is left. */
const LEFT_OUT = /^(?:admin|certification|jobs|event-export|sandbox\/(?:content|suppliers)|store\/client\/models)\//
/** Generated: types, of which stripping leaves blanks in the same places. It has no text that ends in blanks. */
const MOSTLY_TYPES = /^store\/client\//

async function makeSources(): Promise<StrippedSources> {
  const names = (await readdir(SRC, { recursive: true })).filter((name) => name.endsWith('.ts') && !LEFT_OUT.test(name))
  const texts = new Map<string, Buffer>()
  for (const name of names) {
    const path = join(SRC, name)
    const stripped = stripTypeScriptTypes(await readFile(path, 'utf8'))
    const text = MOSTLY_TYPES.test(name) ? stripped.replaceAll(/ +$/gm, '') : stripped
    texts.set(pathToFileURL(path).href, Buffer.from(text))
  }
  const length = [...texts.values()].reduce((sum, text) => sum + text.length, 0)
  const bytes = new Uint8Array(new SharedArrayBuffer(length))
  const spans = new Map<string, { start: number; length: number }>()
  let start = 0
  for (const [url, text] of texts) {
    bytes.set(text, start)
    spans.set(url, { start, length: text.length })
    start += text.length
  }
  return { bytes, spans }
}

parentPort?.postMessage(await makeSources(), [])
