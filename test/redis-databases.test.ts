import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The test files that start gateways with a Redis, each with the databases of it that it empties. */
function databasesByFile(): (readonly [string, readonly string[]])[] {
  return readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => [name, readFileSync(join(import.meta.dirname, name), 'utf8')] as const)
    .map(
      ([name, text]) => [name, [...text.matchAll(/\bemptyRedis\([^\n]*?, (\d+)\)/g)].map(([, at = '']) => at)] as const,
    )
    .filter(([, databases]) => databases.length > 0)
}

describe('a Redis that test files share', () => {
  it('has a database for each of them: rate limits and memories of one are nothing to another', () => {
    const files = databasesByFile()
    expect(files.length).toBeGreaterThan(8)
    const byDatabase = Map.groupBy(
      files.flatMap(([file, databases]) => [...new Set(databases)].map((database) => ({ file, database }))),
      ({ database }) => database,
    )
    const shared = [...byDatabase.values()].filter((same) => same.length > 1)
    expect(shared).toEqual([])
  })

  it('has one for each fuzzer, which takes points of every rate limit', () => {
    const fuzzers = databasesByFile().filter(([file]) => file.startsWith('fuzz/'))
    expect(fuzzers.map(([file]) => file)).toEqual(['fuzz/graphql.test.ts', 'fuzz/http.test.ts'])
  })
})
