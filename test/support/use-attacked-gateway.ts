import { afterAll, beforeAll } from 'vitest'
import { type Bystander, startBystander } from './bystander.ts'
import { createSandboxDatabase, type TestDatabase } from './database.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'

/** How long an answer to an attack may be. */
export const MAX_ANSWER_BYTES = 1024 * 1024

/** Nearly a megabyte that takes JSON.parse long: each name is another one. */
export const SLOW_TO_READ = `{${Array.from({ length: 90_000 }, (_, at) => `"k${at.toString(36)}":1`).join(',')}}`

/** On a machine of our own, when nothing else runs. */
const MAX_BLOCK_MS = 250
/** As much is eight times what that machine takes to read such a body, 31 ms. */
const MAX_READS = 8

/**
 * How long any other client of an attacked gateway may wait, ms: a quarter of a second, or longer on a machine that is slow or busy, which a
 * body that is read here, now, says.
 */
export function maxBlockMs(): number {
  const reads = Array.from({ length: 3 }, () => {
    const startedAt = performance.now()
    JSON.parse(SLOW_TO_READ)
    return performance.now() - startedAt
  })
  return Math.max(MAX_BLOCK_MS, MAX_READS * Math.max(...reads.slice(1)))
}

/** The machine is only asked where a machine of our own would have been too slow. */
export function isTooLong(blockedMs: number): boolean {
  return blockedMs > MAX_BLOCK_MS && blockedMs > maxBlockMs()
}

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
