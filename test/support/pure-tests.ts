import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { findSpecTests, VALUE_IMPORT } from './spec-tests.ts'

/**
 * What a test file, or a helper that it imports, does when it needs more than this process: it takes the run's Postgres, reads
 * where Redis is, opens sockets, or starts processes and threads.
 */
const REACHES_OUT =
  /\binject\(|process\.env\[|\.listen\(|\bfetch\(|from '(?:node:(?:child_process|dgram|http|net|worker_threads)|pg|ioredis|playwright-core)'/

/**
 * The test files, relative to `root`, that run in this process alone: neither they nor any helper under `test/` reaches out,
 * and they do not need `../shared`.
 * The split is made from the files themselves, so a new test is in the right project without a list that somebody must keep.
 * A file that is wrongly taken for pure fails at once, because `inject` gives it no Postgres.
 */
export function findPureTests(root: string): string[] {
  const folder = join(root, 'test')
  const spec = new Set(findSpecTests(root))
  const reaching = new Map<string, boolean>()

  function reachesOut(file: string): boolean {
    const known = reaching.get(file)
    if (known !== undefined) return known
    // Until it is known: a circle of imports reaches out only through a file in it that does so itself.
    reaching.set(file, false)
    const text = readFileSync(file, 'utf8')
    const found = REACHES_OUT.test(text) || helpersIn(text, file, folder).some(reachesOut)
    reaching.set(file, found)
    return found
  }

  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .filter((file) => !reachesOut(file))
    .map((file) => relative(root, file))
    .filter((file) => !spec.has(file))
    .sort()
}

function helpersIn(text: string, file: string, folder: string): string[] {
  return [...text.matchAll(VALUE_IMPORT)]
    .map(([, path = '']) => resolve(file, '..', path))
    .filter((path) => path.startsWith(`${folder}/`) && path.endsWith('.ts'))
}
