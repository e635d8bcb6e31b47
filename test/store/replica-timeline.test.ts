import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/logger.ts'
import { createDatabase, type RootDatabase } from '../../src/store/database.ts'
import { createReplicaReads, type ReadFrom, type ReplicaReads } from '../../src/store/replica-reads.ts'
import { type ReplicaWatch, watchReplica } from '../../src/store/replica-watch.ts'
import { type PostgresPair, startPostgresPair } from '../support/postgres-pair.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

let pair: PostgresPair
let toPrimary: TcpProxy
let primary: RootDatabase
let replica: RootDatabase
let watch: ReplicaWatch
let reads: ReplicaReads
const from: ReadFrom[] = []
const failures: unknown[] = []

beforeAll(async () => {
  pair = await startPostgresPair({ isSynchronous: false, withThird: true })
  toPrimary = await startTcpProxy('127.0.0.1', pair.primary.port)
  const url = new URL(pair.primary.url)
  url.port = String(toPrimary.port)
  primary = createDatabase({ url: url.href, poolSize: 4, statementTimeoutMs: 5_000 })
  replica = createDatabase({ url: pair.third?.url ?? '', poolSize: 4, statementTimeoutMs: 3_000, writes: false })
  await pair.primary.query('CREATE TABLE marks (what text)')
  const log = createLogger('silent')
  watch = await watchReplica({ primary, replica, maxLagMs: 5_000, wantsSynchronous: false, log })
  const [count, onFailure] = [from.push.bind(from), failures.push.bind(failures)]
  reads = createReplicaReads({ primary, replica, watch, count, onFailure })
})

afterAll(async () => {
  watch?.stop()
  await Promise.all([primary?.$disconnect(), replica?.$disconnect()])
  await toPrimary?.close()
  await pair?.stop()
})

function marks(): Promise<string[]> {
  return reads.read(async (db) =>
    (await db.$queryRaw<{ what: string }[]>`SELECT DISTINCT what FROM marks ORDER BY what`).map(({ what }) => what),
  )
}

it('[21] a replica of a former primary, which has more than the promoted standby, is not read from', {
  timeout: 180_000,
}, async () => {
  await pair.primary.query("INSERT INTO marks VALUES ('kept')")
  await until('the replica to be read', async () => (await marks()).length === 1 && from.at(-1) === 'replica')
  await until('the standby to have it', async () => (await pair.standby.query('SELECT FROM marks')).length === 1)
  // From here on only the replica hears of the primary.
  await pair.standby.query("ALTER SYSTEM SET primary_conninfo = ''")
  await pair.standby.query('SELECT pg_reload_conf()')
  await until('the standby to be left', async () => {
    const senders = await pair.primary.query('SELECT application_name AS name FROM pg_stat_replication')
    return senders.map(({ name }) => name).join() === 'third'
  })
  await pair.primary.query("INSERT INTO marks SELECT 'lost' FROM generate_series(1, 20000)")
  await until('the replica to have it', async () => (await pair.third?.query('SELECT FROM marks'))?.length === 20_001)
  await pair.primary.kill()
  toPrimary.lead(pair.standby.port)
  await pair.promote()
  await pair.standby.query("INSERT INTO marks VALUES ('new')")
  const found = await until('an answer', () => marks().catch(() => null))
  expect(found).toEqual(['kept', 'new'])
  await until('it to be told', () => watch.fault()?.includes('follows a former one'))
  expect(await marks()).toEqual(['kept', 'new'])
})
