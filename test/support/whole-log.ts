import type { TestDatabase } from './database.ts'
import { until } from './until.ts'

/**
 * Waits until readers of the event log see every event that is stored. The log withholds an event while any transaction of the Postgres server,
 * of another test's database as well, is open that began before it was committed (store/events.ts).
 */
export async function untilLogWhole({ query }: Pick<TestDatabase, 'query'>): Promise<void> {
  await until('the event log to be whole', async () => {
    const [row] = await query(
      'SELECT NOT EXISTS (SELECT FROM booking_events WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())) AS is_whole',
    )
    return row.is_whole
  })
}
