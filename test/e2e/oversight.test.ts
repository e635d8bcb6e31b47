import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { openCore } from '../support/open-core.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway

useGateway((started) => {
  ;({ database, gateway } = started)
})

async function metrics(): Promise<string> {
  return (await fetch(`${gateway.url}/metrics`)).text()
}

/** The value of a metric with these labels; null when it is not there. */
async function valueOf(name: string, labels: string): Promise<number | null> {
  const line = (await metrics()).split('\n').find((one) => one.startsWith(`${name}{${labels}} `))
  return line === undefined ? null : Number(line.split(' ').at(-1))
}

/** What the process read a moment ago is served again for a few seconds. */
function reaches(name: string, labels: string, value: number): Promise<unknown> {
  return until(`${name}{${labels}} ${value}`, async () => (await valueOf(name, labels)) === value)
}

/** Bookings at rest, as many as a table has after years: only their number matters. */
async function addRestingBookings(count: number): Promise<void> {
  await database.query(
    `INSERT INTO bookings (id, organization_id, environment, version, sequence, status, mode, accepted_offer_id, hotel_id,
       supplier_code, connection_id, supplier_reference, hotel_confirmation, check_in_date, check_out_date, terms, created_at,
       updated_at)
     SELECT 'ubk_rest_' || n, 'org_none', 'sandbox', 1, 1, CASE WHEN n % 4 = 0 THEN 'CANCELLED' ELSE 'CONFIRMED' END, 'INSTANT',
       'off_none', 1, 'liteapi', 'conn_none', 'REST' || n, '{}', '2027-01-01', '2027-01-02', '{}', now(), now()
     FROM generate_series(1, $1::int) AS n`,
    [count],
  )
  await database.query('ANALYZE bookings')
}

describe('[B5, B6] metrics tell what stands still', () => {
  it('a review that waits, and that it is overdue, by status and supplier', async () => {
    const { booking_id: id } = await bookScenario(gateway, httpJourney(gateway), 'hold-short', 'HOLD')
    const labels = 'status="AWAITING_REVIEW",supplier="expedia_rapid"'
    await reaches('gateway_bookings_open', labels, 1)
    expect(await valueOf('gateway_bookings_overdue', labels)).toBe(0)
    await database.query(
      `UPDATE bookings SET review_expires_at = now() - interval '1 hour', created_at = now() - interval '2 days' WHERE id = $1`,
      [id],
    )
    await reaches('gateway_bookings_overdue', labels, 1)
    expect(await valueOf('gateway_bookings_oldest_seconds', labels)).toBeGreaterThan(2 * 86_400 - 60)
  })

  it('cases by kind, also those that are over already; endpoints that are disabled; jobs that failed for good', {
    timeout: 180_000,
  }, async () => {
    const core = await openCore(database)
    const about = { organizationId: null, connectionId: null, atStake: null, detail: {} }
    for (const [subject, dueAt] of [
      ['ubk_late', Date.parse('2020-01-01')],
      ['ubk_settled', null],
      ['ubk_tomorrow', Date.now() + 86_400_000],
    ] as const)
      await core.store.cases.open({ ...about, kind: 'LATE_ACCEPTANCE', subject, bookingId: subject, dueAt })
    await core.store.cases.settle(['LATE_ACCEPTANCE'], 'ubk_settled', 'cancelled')
    await core.close()
    await database.query(
      `INSERT INTO webhook_endpoints (id, organization_id, environment, url, event_types, enabled, disabled_reason, secrets,
         created_at, updated_at)
       VALUES ('whe_off', 'org_sandbox', 'sandbox', 'http://127.0.0.1:9/', '{*}', false, 'FAILING', '[]', now(), now())`,
    )
    await database.query(`UPDATE pgboss.queue SET failed_count = 3 WHERE name = 'recompute-ranking'`)
    // Others who live a year ahead make nothing of these older.
    await database.query(
      "INSERT INTO sandbox_clocks (organization_id, offset_ms) VALUES ('org_far', 34560000000), ('org_farther', 44560000000)",
    )
    await reaches('gateway_cases_open', 'kind="LATE_ACCEPTANCE"', 2)
    expect(await valueOf('gateway_cases_overdue', 'kind="LATE_ACCEPTANCE"')).toBe(1)
    expect(await valueOf('gateway_cases_opened_last_day', 'kind="LATE_ACCEPTANCE"')).toBe(3)
    expect(await valueOf('gateway_webhook_endpoints_disabled', 'reason="FAILING"')).toBe(1)
    expect(await metrics()).toMatch(/^gateway_jobs_dead\{queue="recompute-ranking"\} \d/m)
  })

  it('without reading a booking at rest, however many there are; those are estimated', {
    timeout: 180_000,
  }, async () => {
    await addRestingBookings(20_000)
    const before = await rowsRead()
    await reaches('gateway_bookings_estimated', 'status="CANCELLED"', await expectedCancelled())
    expect((await rowsRead()) - before).toBeLessThan(1_000)
  })

  it('that bookings are late to be looked at, also where no worker has ever made the tables of jobs', {
    timeout: 180_000,
  }, async () => {
    await database.query('DROP SCHEMA pgboss CASCADE')
    // Nobody can claim it.
    await database.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
       CREATE TRIGGER refuse BEFORE UPDATE OF lease_id ON bookings FOR EACH ROW WHEN (NEW.id = 'ubk_rest_1') EXECUTE FUNCTION refuse()`,
    )
    await database.query(
      `UPDATE bookings SET look_kind = 'STANDING', look_at = now() - interval '10 minutes' WHERE id = 'ubk_rest_1'`,
    )
    await until('a late look', async () =>
      Number(/^gateway_bookings_look_late_seconds (\d+)/m.exec(await metrics())?.[1]) >= 600 ? true : null,
    )
    expect(await metrics()).toMatch(/^gateway_cases_open\{/m)
  })
})

/** The planner's own estimate: what matters is that it is near the 5,000 that there are. */
async function expectedCancelled(): Promise<number> {
  const [{ value }] = (await database.query(
    `SELECT round(c.reltuples * f.part)::float8 AS value FROM pg_class c, pg_stats s,
       unnest(s.most_common_vals::text::text[], s.most_common_freqs) AS f(status, part)
     WHERE c.oid = 'bookings'::regclass AND s.tablename = 'bookings' AND s.attname = 'status' AND f.status = 'CANCELLED'`,
  )) as [{ value: number }]
  expect(value).toBeGreaterThan(4_500)
  expect(value).toBeLessThan(5_500)
  return value
}

/** How many rows of bookings all statements have read so far, by scans and through indexes. */
async function rowsRead(): Promise<number> {
  const [{ rows }] = (await database.query(
    `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 AS rows FROM pg_stat_user_tables WHERE relname = 'bookings'`,
  )) as [{ rows: number }]
  return rows
}
