import { afterAll, beforeAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type StartedGateway, startGateway } from './gateway.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { until } from './until.ts'

/** A gateway of its own, with what stands behind it. */
export type Started = {
  readonly database: TestDatabase
  readonly gateway: StartedGateway
  readonly http: HttpClient
  /** Another organization of the same gateway. */
  readonly stranger: HttpClient
}

/** The tests of a file share one gateway and its database, which are gone when they have ended. */
export const useGateway = (use: (started: Started) => void): void => {
  let database: TestDatabase | undefined
  let gateway: StartedGateway | undefined

  beforeAll(async () => {
    database = await createTestDatabase()
    const one = await startGateway({ databaseUrl: database.url })
    gateway = one
    const log = (): string => one.log.join('\n')
    const apiKey = await until('the second key', () => /with default limits: +(\S+)/.exec(log())?.[1])
    use({ database, gateway, http: httpClient(gateway), stranger: httpClient({ url: gateway.url, apiKey }) })
  })

  afterAll(async () => {
    await gateway?.stop()
    await database?.drop()
  })
}
