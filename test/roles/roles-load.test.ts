import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startGatewayProcess } from '../support/gateway-process.ts'

const RECORDER = pathToFileURL(join(import.meta.dirname, '../support/record-loads.ts')).href

/** Search and the facades; what is below a folder of ours or of a package. */
const SERVING = [
  '/src/graphql/',
  '/src/resolvers/',
  '/src/schema/',
  '/src/operations/search/',
  '/node_modules/graphql/',
]

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
  const file = join(folder, `${roles}.txt`)
  const env = { ROLES: roles, NODE_OPTIONS: `--import=${RECORDER}`, LOADS_FILE: file }
  const gateway = await startGatewayProcess({ databaseUrl: database.url, env, startWithinMs: 80_000 })
  await gateway.stop()
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

  it('what serves, all of it, but not the sandbox’s suppliers', async () => {
    const loaded = await loadedBy('api')
    expect(SERVING.filter((one) => within(loaded, [one]).length === 0)).toEqual([])
    expect(within(loaded, ['/src/sandbox/suppliers/server.ts'])).toEqual([])
  })
})
