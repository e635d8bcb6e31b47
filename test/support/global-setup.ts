import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { beginOutput, checkOutput } from './canaries.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server on which tests may create databases. */
    readonly postgresUrl: string
    /** A migrated, empty database to copy. */
    readonly templateDatabase: string
    /** What the first test that needs it calls a copy in which a gateway of the sandbox has started: `database.ts` makes it. */
    readonly sandboxDatabase: string
  }
}

const MIGRATIONS = join(import.meta.dirname, '../../prisma/migrations')

type Server = { readonly url: string; readonly stop: () => Promise<void> }

/** DATABASE_URL's server, or an embedded one of this run. In CI a missing one is a fault, not a reason to look away. */
async function findServer(): Promise<Server> {
  const url = process.env['DATABASE_URL']
  if (url) return { url, stop: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), 'gateway-test-'))
  const server = await startEmbeddedPostgres(folder)
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  beginOutput()
  const server = await findServer()
  const name = `gateway_template_${process.pid}`
  const sandboxName = `gateway_sandbox_${process.pid}`
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  for (const old of [name, sandboxName]) await admin.query(`DROP DATABASE IF EXISTS ${old} WITH (FORCE)`)
  await admin.query(`CREATE DATABASE ${name}`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  await migrate(url.href, MIGRATIONS)
  project.provide('postgresUrl', server.url)
  project.provide('templateDatabase', name)
  project.provide('sandboxDatabase', sandboxName)
  return async () => {
    for (const made of [name, sandboxName]) await admin.query(`DROP DATABASE IF EXISTS ${made} WITH (FORCE)`)
    await admin.end()
    await server.stop()
    checkOutput()
  }
}
