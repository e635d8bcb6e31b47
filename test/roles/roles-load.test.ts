import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startGatewayProcess } from '../support/gateway-process.ts'

const RECORDER = pathToFileURL(join(import.meta.dirname, '../support/record-loads.ts')).href

/** What is below a folder of ours or of a package. */
const GRAPHQL = ['/src/graphql/execution/', '/src/schema/', '/node_modules/graphql/']
const SEARCH = ['/src/operations/search/']
const SERVING = [...GRAPHQL, ...SEARCH]

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'loads-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await database?.drop()
})

/** Everything that a process has loaded when it is ready. */
async function loadedBy(roles: string): Promise<string[]> {
  const { atReady } = await loadsOf({ ROLES: roles })
  return atReady
}

/** What a process has loaded when it is ready, and what it loads for its first GraphQL request, when it serves any. */
async function loadsOf(settings: Readonly<Record<string, string>>) {
  const file = join(folder, `${randomUUID()}.txt`)
  const env = { NODE_OPTIONS: `--import=${RECORDER}`, LOADS_FILE: file, LAME_DUCK_MS: '0', ...settings }
  const gateway = await startGatewayProcess({ databaseUrl: database.url, env, startWithinMs: 80_000 })
  try {
    const atReady = await linesOf(file)
    if (!gateway.url) return { atReady, forGraphql: [] }
    const headers = { 'content-type': 'application/json', 'x-api-key': gateway.apiKey }
    await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body: '{"query":"{ __typename }"}' })
    return { atReady, forGraphql: (await linesOf(file)).slice(atReady.length - 1) }
  } finally {
    await gateway.stop()
  }
}

async function linesOf(file: string): Promise<string[]> {
  return (await readFile(file, 'utf8')).split('\n')
}

function within(loaded: readonly string[], folders: readonly string[]): string[] {
  return loaded.filter((url) => folders.some((one) => url.includes(one)))
}

describe('[21] a process loads the code of its roles', () => {
  it('a relay neither search nor GraphQL, no supplier, no job and no HTTP server', async () => {
    const loaded = await loadedBy('relay')
    expect(within(loaded, ['/src/relay/relay.ts'])).toHaveLength(1)
    const others = [
      '/src/hotel-index/',
      '/src/suppliers/registry.ts',
      '/src/sandbox/suppliers/',
      '/node_modules/pg-boss/',
    ]
    expect(within(loaded, [...SERVING, ...others, '/src/http/', '/node_modules/fastify/'])).toEqual([])
  })

  it('a worker neither search nor GraphQL, nor an HTTP server', async () => {
    const loaded = await loadedBy('worker')
    expect(within(loaded, ['/src/jobs/boss.ts'])).toHaveLength(1)
    const others = [
      '/src/hotel-index/rankings.ts',
      '/src/hotel-index/place-index.ts',
      '/src/sandbox/suppliers/',
      '/node_modules/fastify/',
    ]
    expect(within(loaded, [...SERVING, ...others])).toEqual([])
  })

  it('an api of the sandbox search, but not the suppliers, and GraphQL at the first request of it', async () => {
    const { atReady, forGraphql } = await loadsOf({ ROLES: 'api' })
    expect(SEARCH.filter((one) => within(atReady, [one]).length === 0)).toEqual([])
    expect(within(atReady, [...GRAPHQL, '/src/sandbox/suppliers/server.ts'])).toEqual([])
    expect(GRAPHQL.filter((one) => within(forGraphql, [one]).length === 0)).toEqual([])
  })

  it('sandbox suppliers what answers calls only when one comes', async () => {
    const loaded = await loadedBy('suppliers')
    expect(within(loaded, ['/src/sandbox/suppliers/server.ts'])).toHaveLength(1)
    expect(within(loaded, ['/src/sandbox/suppliers/answer-calls.ts'])).toEqual([])
  })

  it('an api in production all of both facades before it is ready', async () => {
    const { atReady } = await loadsOf({ ROLES: 'api', ENVIRONMENT: 'production' })
    expect(SERVING.filter((one) => within(atReady, [one]).length === 0)).toEqual([])
  })
})
