import { afterAll, beforeAll } from 'vitest'
import type { Core } from '../../src/core.ts'
import { proposeMappings } from '../../src/operations/mapping/propose.ts'
import type { SandboxServer } from '../../src/sandbox/suppliers/server.ts'
import { createSandboxDatabase, type TestDatabase } from './database.ts'
import { type StartedGateway, startGateway } from './gateway.ts'
import { openCore } from './open-core.ts'
import { pullOf } from './pull-of.ts'
import { connectTo, type PulledCode, startPartOfSuppliers } from './use-pulled-sandbox.ts'

const PULLED: readonly PulledCode[] = ['ratehawk', 'liteapi']

/** A gateway with the sandbox's catalogue, and questions to a person. */
export type MappedSandbox = { readonly database: TestDatabase; readonly gateway: StartedGateway; readonly core: Core }

/** The sandbox's catalogue, what two suppliers tell of a part of it, and what the engine made of that; a gateway beside. */
export function useMappedSandbox(use: (sandbox: MappedSandbox) => void): void {
  let database: TestDatabase | undefined
  let core: Core | undefined
  let server: SandboxServer | undefined
  let gateway: StartedGateway | undefined

  beforeAll(async () => {
    const made = await createSandboxDatabase()
    database = made
    const opened = await openCore(made)
    core = opened
    server = await startPartOfSuppliers(opened)
    for (const code of PULLED) {
      const connectionId = `conn_part_${code}`
      await connectTo(opened, { connectionId, code, baseUrl: server.baseUrls[code] ?? '' })
      const { outcome, said } = await pullOf(opened, { connectionId, languages: ['en'] })
      if (outcome !== 'DONE') throw new Error(`${code}: ${outcome}, ${said}`)
    }
    await proposeMappings(opened.deps, {
      filter: { supplierCode: null, countryCode: null, cells: null },
      all: false,
      isDryRun: false,
      onProgress: () => undefined,
    })
    gateway = await startGateway({ databaseUrl: made.url })
    use({ database: made, gateway, core: opened })
  }, 180_000)

  afterAll(async () => {
    await gateway?.stop()
    await core?.close()
    await server?.close()
    await database?.drop()
  })
}
