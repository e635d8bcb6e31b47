import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** MiniSearch as a module for browsers; the index is built there, from `sections.json`. */
export function searchScript(): Promise<string> {
  return readFile(fileURLToPath(import.meta.resolve('minisearch')), 'utf8')
}
