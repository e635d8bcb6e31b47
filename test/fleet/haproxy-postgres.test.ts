import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { NO_HAPROXY, startHaproxy } from '../support/haproxy.ts'
import { startPostgresPair } from '../support/postgres-pair.ts'
import { until } from '../support/until.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function shipped(file: string): string {
  return readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')
}

/** What deploy/postgres/primary.sh gives to the role as whom HAProxy asks. */
const CHECK_ROLE = shipped('postgres/primary.sh')
  .split('\n')
  .filter((line) => /^(?:CREATE ROLE|GRANT) .*haproxy_check/.test(line))
/** What deploy/compose.yaml keeps for it. */
const RESERVED = /reserved_connections=\d+/.exec(shipped('compose.yaml'))?.[0] ?? ''

/** A port on which nothing listens. */
const NOWHERE = 9

/** HAProxy believes two checks, a second each. */
const SEVERAL_CHECKS_MS = 5_000

describe.skipIf(NO_HAPROXY)('[21] HAProxy in front of Postgres', () => {
  it('does not take a primary whose connections are all in use for one that is gone', {
    timeout: 180_000,
  }, async () => {
    const pair = await startPostgresPair({
      isSynchronous: false,
      settings: `-c max_connections=20 ${RESERVED && `-c ${RESERVED}`}`,
    })
    closers.push(pair.stop)
    for (const statement of CHECK_ROLE) await pair.primary.query(statement)
    await pair.primary.query('CREATE ROLE plain LOGIN')
    const gateways = { api1: NOWHERE, api2: NOWHERE, api3: NOWHERE }
    const haproxy = await startHaproxy({
      gateways,
      postgres: { postgres1: pair.primary.port, postgres2: pair.standby.port },
    })
    closers.push(haproxy.stop)
    await until('the primary', async () => (await haproxy.statusOf('postgres', 'postgres1')) === 'UP')
    await until('the standby', async () => (await haproxy.statusOf('postgres', 'postgres2')) === 'DOWN')
    const url = `postgresql://plain@127.0.0.1:${haproxy.postgresPort}/gateway`
    async function connect(): Promise<boolean> {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => undefined)
      closers.push(() => client.end().catch(() => undefined))
      return client.connect().then(
        () => true,
        () => false,
      )
    }
    while (await connect());
    const endsAt = performance.now() + SEVERAL_CHECKS_MS
    while (performance.now() < endsAt) {
      await pause(100)
      await connect()
    }
    // A check that comes too late on a busy machine says something else.
    expect(haproxy.log.join('').match(/postgres\/postgres1 is DOWN, reason: Layer7 (?!timeout).*/g)).toBeNull()
  })
})
