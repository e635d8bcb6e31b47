import { afterAll, beforeAll } from 'vitest'
import { type Bystander, startBystander } from './bystander.ts'
import { createSandboxDatabase, type TestDatabase } from './database.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'

/** What an attack may cost: how long any other client may wait, and how long an answer may be. */
export const MAX_BLOCK_MS = 250
export const MAX_ANSWER_BYTES = 1024 * 1024

export type Attacked = {
  readonly database: TestDatabase
  readonly gateway: GatewayProcess
  /** Another client, which an attack must not keep waiting. */
  readonly bystander: Bystander
}

/** The tests of a file attack one gateway, which is gone when they have ended. */
export function useAttackedGateway(use: (attacked: Attacked) => void): void {
  let attacked: Attacked | undefined
  let database: TestDatabase | undefined

  beforeAll(async () => {
    database = await createSandboxDatabase()
    const gateway = await startGatewayProcess({ databaseUrl: database.url })
    attacked = { database, gateway, bystander: startBystander(gateway) }
    use(attacked)
  })

  afterAll(async () => {
    await attacked?.bystander.leave()
    // A process whose event loop never comes round does not heed SIGTERM.
    await attacked?.gateway.kill('SIGKILL')
    await database?.drop()
  })
}
