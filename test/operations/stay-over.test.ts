import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { BOOKING_STATUSES } from '../../src/domain/booking.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time.ts'
import { stillNeeded } from '../../src/operations/operator/erasing/is-over.ts'
import { sql } from '../../src/store/database.ts'
import { isStayOver } from '../../src/store/stay-over.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { openCore } from '../support/open-core.ts'

let database: TestDatabase
let core: Core

beforeAll(async () => {
  database = await createTestDatabase()
  core = await openCore(database)
})

afterAll(async () => {
  await core?.close()
  await database?.drop()
})

it('Postgres and the operations agree on which stays are over, for every status and around the day', async () => {
  const today = '2027-03-12'
  const now = Date.parse('2027-03-12T10:00:00Z')
  const updates = [now, now - 20 * MINUTE_MS, now - 20 * MINUTE_MS - 1]
  const cases = BOOKING_STATUSES.flatMap((status) =>
    ['2027-03-11', today, '2027-03-13'].flatMap((checkOutDate) =>
      [true, false].flatMap((isWatched) =>
        updates.map((updatedAt) => ({ status, checkOutDate, isWatched, updatedAt })),
      ),
    ),
  )
  for (const one of cases) {
    const lookAt = one.isWatched ? '2027-03-12T10:00:00Z' : null
    const [row] = await core.database.$queryRaw<{ over: boolean }[]>(
      sql`SELECT ${isStayOver({ now: new Date(now).toISOString(), today })} AS over
        FROM (VALUES (${one.status}, ${one.checkOutDate}, ${lookAt}::timestamptz, ${new Date(one.updatedAt)}::timestamptz))
        AS one (status, check_out_date, look_at, updated_at)`,
    )
    expect({ ...one, over: row?.over }).toEqual({ ...one, over: stillNeeded(one, now) === null })
  }
  const failed = { status: 'FAILED', checkOutDate: '2027-03-13', isWatched: false, updatedAt: now - HOUR_MS } as const
  expect(stillNeeded({ ...failed, isWatched: true }, now)).toMatch(/still asked/)
  expect(stillNeeded({ ...failed, updatedAt: now - MINUTE_MS }, now)).toMatch(/a moment ago/)
  expect(stillNeeded(failed, now)).toBeNull()
})
