import { afterAll, beforeAll } from 'vitest'
import { createSandboxDatabase, createTestDatabase, type TestDatabase } from './database.ts'
import { type StartedGateway, startGateway } from './gateway.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { until } from './until.ts'

/** A gateway of its own, with the database behind it. */
export type Started = {
  readonly database: TestDatabase
  readonly gateway: StartedGateway
  readonly http: HttpClient
}

type Environment = Readonly<Record<string, string>>

export type UseGatewayOptions = {
  /** A function when a port or a Redis has to be found first. */
  readonly env?: Environment | (() => Promise<Environment>)
  /** SIGKILL for a test that may leave the event loop blocked: such a process does not heed SIGTERM. SIGTERM by default. */
  readonly endWith?: 'SIGKILL'
  /** Of everything before the first test, in milliseconds. Two minutes by default: the first of a run makes what the others copy. */
  readonly timeoutMs?: number
}

/** With one of these a database's first start is another than that of the sandbox. */
const OTHER_STARTS = ['ENVIRONMENT', 'MASTER_KEY', 'SANDBOX_CATALOGUE']

/**
 * The tests of a file, or of a `describe`, share one gateway and its database. `use` is called before the first test and may
 * prepare more. Both are gone when the last test has ended; an `afterAll` of the file's own runs before that.
 */
export function useGateway(
  use: (started: Started) => void | Promise<void>,
  { env = {}, endWith, timeoutMs = 120_000 }: UseGatewayOptions = {},
): void {
  let database: TestDatabase | undefined
  let gateway: StartedGateway | undefined

  beforeAll(async () => {
    const settings = typeof env === 'function' ? await env() : env
    const isOther = OTHER_STARTS.some((name) => name in settings)
    database = await (isOther ? createTestDatabase() : createSandboxDatabase())
    gateway = await startGateway({ databaseUrl: database.url, env: settings })
    await use({ database, gateway, http: httpClient(gateway) })
  }, timeoutMs)

  afterAll(async () => {
    await (endWith ? gateway?.kill(endWith) : gateway?.stop())
    await database?.drop()
  })
}

/** A client of another organization of the same sandbox, whose key is in the greeting. */
export async function strangerTo(gateway: StartedGateway): Promise<HttpClient> {
  return httpClient({ url: gateway.url, apiKey: await strangersKey(gateway) })
}

export function strangersKey({ log }: Pick<StartedGateway, 'log'>): Promise<string> {
  function greeting(): string {
    return log.join('\n')
  }
  return until('the second key', () => /with default limits: +(\S+)/.exec(greeting())?.[1])
}
