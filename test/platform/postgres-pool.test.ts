import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createPostgresPool } from '../../src/platform/postgres-pool.ts'

const SIZE = 4
/** Longer than a pool may go without a connection given back before it counts as stuck, ms. */
const LONGER_THAN_STUCK_MS = 2_200

let pool: pg.Pool
/** Who asks for the next connections. */
let owner: string | null

beforeEach(() => {
  owner = null
  pool = createPostgresPool({
    url: inject('postgresUrl'),
    size: SIZE,
    applicationName: 'pool-test',
    statementTimeoutMs: 10_000,
    owner: () => owner,
  })
})

afterEach(async () => {
  await pool.end()
})

function together(statements: readonly string[]): Promise<PromiseSettledResult<unknown>[]> {
  return Promise.allSettled(statements.map((statement) => pool.query(statement)))
}

function countFailed(settled: readonly PromiseSettledResult<unknown>[]): number {
  return settled.filter(({ status }) => status === 'rejected').length
}

describe('a pool', () => {
  it('that nobody has used for a while serves all who come at once', async () => {
    await together(Array.from({ length: SIZE }, () => 'SELECT 1'))
    // The time itself is what is tested: an idle pool has given no connection back for as long.
    await sleep(LONGER_THAN_STUCK_MS)
    expect(countFailed(await together(Array.from({ length: SIZE * 5 }, () => 'SELECT 1')))).toBe(0)
  })

  it('whose connections have all just been taken lets others wait for them', async () => {
    await sleep(LONGER_THAN_STUCK_MS)
    const slow = Array.from({ length: SIZE }, () => 'SELECT pg_sleep(0.5)')
    expect(countFailed(await together([...slow, 'SELECT 1', 'SELECT 2', 'SELECT 3']))).toBe(0)
  })

  it('that has given nothing back for seconds refuses a second one who would wait', async () => {
    const busy = together(Array.from({ length: SIZE }, () => 'SELECT pg_sleep(4)'))
    await sleep(LONGER_THAN_STUCK_MS)
    const [first, second] = await together(['SELECT 1', 'SELECT 2'])
    expect([first?.status, second?.status]).toEqual(['fulfilled', 'rejected'])
    expect((second as PromiseRejectedResult).reason).toMatchObject({ code: 'ETIMEDOUT' })
    await busy
  })

  it('gives one owner no more than its share at once, and serves another while the first still waits', async () => {
    let done = 0
    owner = 'org_busy'
    const busy = Array.from({ length: SIZE * 3 }, () =>
      pool.query('SELECT pg_sleep(0.3)').then(() => {
        done += 1
      }),
    )
    owner = 'org_quiet'
    await pool.query('SELECT 1')
    // Of twelve: those of the first share at the most.
    expect(done).toBeLessThanOrEqual(SIZE / 2)
    owner = null
    await pool.query('SELECT 1')
    expect(done).toBeLessThanOrEqual(SIZE / 2)
    await Promise.all(busy)
    expect(done).toBe(SIZE * 3)
  })

  it('gives what an owner had to the next of its line when a connection fails', async () => {
    owner = 'org_busy'
    const failing = together(Array.from({ length: SIZE }, () => 'SELECT 1 / 0'))
    const served = together(Array.from({ length: SIZE }, () => 'SELECT 1'))
    expect(countFailed(await failing)).toBe(SIZE)
    expect(countFailed(await served)).toBe(0)
  })
})
