import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { BOOKING_STATUSES } from '../../src/domain/booking.ts'
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
  for (const status of BOOKING_STATUSES)
    for (const checkOutDate of ['2027-03-11', today, '2027-03-13']) {
      const [row] = await core.database.$queryRaw<{ over: boolean }[]>(
        sql`SELECT ${isStayOver(today)} AS over FROM (VALUES (${status}, ${checkOutDate})) AS one (status, check_out_date)`,
      )
      const over = stillNeeded({ status, checkOutDate }, today) === null
      expect({ status, checkOutDate, over: row?.over }).toEqual({ status, checkOutDate, over })
    }
})
