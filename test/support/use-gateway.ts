import { afterAll, beforeAll } from 'vitest'
import { createSandboxDatabase, createTestDatabase, type TestDatabase } from './database.ts'
import { type StartedGateway, startGateway } from './gateway.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { until } from './until.ts'

/** A gateway of its own, with the database behind it. */
export type Started<Gateway = StartedGateway> = {
  readonly database: TestDatabase
  readonly gateway: Gateway
  readonly http: HttpClient
}

type Environment = Readonly<Record<string, string>>

export type UseGatewayOptions = {
  /** A function when a port or a Redis has to be found first. */
  readonly env?: Environment | (() => Promise<Environment>)
}

/** With one of these a database's first start is another than that of the sandbox. */
const OTHER_STARTS = ['ENVIRONMENT', 'MASTER_KEY', 'SANDBOX_CATALOGUE']

/** Of everything before the first test: the first file of a run makes what the others copy. */
const START_WITHIN_MS = 120_000

/**
 * The tests of a file, or of a `describe`, share one gateway in this process, and its database. `use` is called before the first test
 * and may prepare more. Both are gone when the last test has ended; an `afterAll` of the file's own runs before that.
 */
export function useGateway(
  use: (started: Started) => void | Promise<void>,
  { env = {} }: UseGatewayOptions = {},
): void {
  useStarted(use, { env, start: startGateway, end: (gateway) => gateway.stop() })
}

/** As `useGateway`, with a gateway in a process of its own, which `endWith` ends: SIGKILL where its event loop may stay blocked. */
export function useGatewayProcess(
  use: (started: Started<GatewayProcess>) => void | Promise<void>,
  { env = {}, endWith }: UseGatewayOptions & { readonly endWith?: 'SIGKILL' } = {},
): void {
  useStarted(use, {
    env,
    start: startGatewayProcess,
    end: async (gateway) => void (await (endWith ? gateway.kill(endWith) : gateway.stop())),
  })
}

type Parts<Gateway> = Required<UseGatewayOptions> & {
  readonly start: (options: { readonly databaseUrl: string; readonly env: Environment }) => Promise<Gateway>
  readonly end: (gateway: Gateway) => Promise<void>
}

function useStarted<Gateway extends StartedGateway>(
  use: (started: Started<Gateway>) => void | Promise<void>,
  { env, start, end }: Parts<Gateway>,
): void {
  let database: TestDatabase | undefined
  let gateway: Gateway | undefined

  beforeAll(async () => {
    const settings = typeof env === 'function' ? await env() : env
    const isOther = OTHER_STARTS.some((name) => name in settings)
    database = await (isOther ? createTestDatabase() : createSandboxDatabase())
    gateway = await start({ databaseUrl: database.url, env: settings })
    await use({ database, gateway, http: httpClient(gateway) })
  }, START_WITHIN_MS)

  afterAll(async () => {
    if (gateway) await end(gateway)
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
