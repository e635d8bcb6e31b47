import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let proxy: TcpProxy
let relay: GatewayProcess
let operator: string

beforeAll(async () => {
  database = await createSandboxDatabase()
  const target = new URL(database.url)
  proxy = await startTcpProxy(target.hostname, Number(target.port))
  target.host = `127.0.0.1:${proxy.port}`
  relay = await startGatewayProcess({ databaseUrl: target.href, env: { ROLES: 'relay', OPERATOR_PORT: '0' } })
  operator = relay.operatorUrl ?? ''
})

afterAll(async () => {
  await relay?.kill('SIGKILL')
  await proxy?.close()
  await database?.drop()
})

async function scrape(): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${operator}/metrics`)
  return { status: answer.status, text: await answer.text() }
}

const QUEUE = /^gateway_webhook_(queue_depth|oldest_seconds) /m

describe('metrics are most needed while Postgres is away', () => {
  it.each(['cut', 'swallow'] as const)(
    'and are there with the wire to it %s, but for what only it knows',
    async (how) => {
      expect((await scrape()).text).toMatch(QUEUE)
      proxy[how]()
      const away = await scrape()
      expect(away.status).toBe(200)
      expect(away.text).toMatch(/^process_cpu_seconds_total /m)
      // What was counted a moment before stands for half a second.
      await until('the queue is told no more', async () => !QUEUE.test((await scrape()).text))
      proxy.mend()
      await until('the queue is told again', async () => QUEUE.test((await scrape()).text))
    },
  )
})
