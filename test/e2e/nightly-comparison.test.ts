import { describe, expect, it } from 'vitest'
import { admin, runAdmin } from '../support/admin.ts'
import { alterRecord } from '../support/alter-record.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { type Started, useGatewayProcess } from '../support/use-gateway.ts'

/** Every connection's bookings against the books of its supplier: what a night finds. */
let started: Started<GatewayProcess>
useGatewayProcess((given) => {
  started = given
})

async function book(slug: string): Promise<string> {
  const { booking_id: id } = await bookScenario(started.gateway, httpJourney(started.gateway), slug, 'INSTANT')
  await until('the booking to be confirmed', async () => (await bookingOf(id)).status === 'CONFIRMED')
  return id
}

function bookingOf(bookingId: string): Promise<Json> {
  return httpJourney(started.gateway).booking(bookingId)
}

async function alter(bookingId: string, alteration: object): Promise<void> {
  const [row] = await started.database.query('SELECT * FROM bookings WHERE id = $1', [bookingId])
  const [announced] = await started.database.query("SELECT body FROM sandbox_records WHERE kind = 'sandbox-suppliers'")
  await alterRecord(announced?.body[row.supplier_code], { reference: row.supplier_reference, ...alteration })
}

async function reconcile(supplierCode: string): Promise<Json> {
  const [summary] = await admin(started.database, 'supplier', 'reconcile', `conn_sandbox_${supplierCode}`)
  return summary
}

function cases(): Promise<Json[]> {
  return started.database.query("SELECT * FROM cases WHERE kind = 'ONLY_AT_SUPPLIER' AND closed_at IS NULL")
}

/** As other systems under the same contract make them: copies of what the supplier has, under references of theirs. */
async function copies(supplierCode: string, count: number, reference: string): Promise<void> {
  await started.database.query(
    `INSERT INTO sandbox_records (supplier_code, kind, key, body)
     SELECT supplier_code, kind, key || '-' || n, body || jsonb_build_object('id', key || '-' || n, 'reference', $2::text || n)
     FROM (SELECT * FROM sandbox_records WHERE supplier_code = $1 AND kind = 'booking'
             AND NOT (body @> '{"cancelled": true}' OR body @> '{"forgotten": true}' OR body @> '{"check_in_date": "2031-05-01"}')
           ORDER BY key LIMIT 1) one, generate_series(1, $3::int) n`,
    [supplierCode, reference, count],
  )
}

describe('[X-07] a comparison with the supplier’s books', () => {
  it.each([
    ['[R-19]', 'expedia_rapid', 'cancel-free'],
    ['[H-13]', 'hotelbeds', 'confirm'],
    ['[E-18]', 'ratehawk', 'async'],
    ['[L-10]', 'liteapi', 'non-refundable'],
  ])(
    '%s finds what %s has cancelled, and what it has otherwise than was agreed',
    { timeout: 180_000 },
    async (_id, code, slug) => {
      const [kept, cancelled, moved, forgotten] = [
        await book(slug),
        await book(slug),
        await book(slug),
        await book(slug),
      ]
      await alter(cancelled, { cancelled: true })
      await alter(moved, { check_in_date: '2031-05-01', check_out_date: '2031-05-03' })
      // The list of orders lags by seconds; a booking that is not in it yet is asked about too.
      await until('the comparison to find both', async () => {
        await reconcile(code)
        const [ended, differing] = [await bookingOf(cancelled), await bookingOf(moved)]
        return ended.status === 'CANCELLED' && differing.discrepancies.length > 0
      })
      expect((await bookingOf(cancelled)).cancellation.cause).toBe('CANCELLED_BY_HOTEL')
      expect((await bookingOf(moved)).discrepancies.map(({ path }: Json) => path)).toEqual([
        'stay.check_in',
        'stay.check_out',
      ])
      expect(await bookingOf(kept)).toMatchObject({ status: 'CONFIRMED', discrepancies: [] })
      // What is known is not found again, and what the supplier has lost is asked about.
      await alter(forgotten, { forgotten: true })
      const summary = await reconcile(code)
      expect(summary).toMatchObject({ onlyThere: 0, foreign: 0, unreadable: 0 })
      if (code !== 'expedia_rapid') expect(summary).toMatchObject({ differing: 0, missing: expect.any(Number) })
      if (code !== 'expedia_rapid') expect(summary.missing).toBeGreaterThan(0)
    },
  )

  it('[H-13] makes a case of a booking that was made past us, once, and counts those of other systems', async () => {
    const bookingId = await book('orphan')
    await copies('hotelbeds', 250, 'SHOP')
    const before = await reconcile('hotelbeds')
    expect(before).toMatchObject({ onlyThere: 1, foreign: 250, unreadable: 0 })
    expect(before.compared).toBeGreaterThan(250)
    await reconcile('hotelbeds')
    const [found, ...others] = await cases()
    expect(others).toEqual([])
    expect(found).toMatchObject({
      booking_id: null,
      connection_id: 'conn_sandbox_hotelbeds',
      seen: 2,
      detail: { supplierCode: 'hotelbeds', status: 'CONFIRMED', foundBy: 'COMPARISON' },
    })
    expect(found.detail.supplierReference).toMatch(/^[0-9A-Z]{20}$/)
    expect(Number(found.at_stake_minor)).toBeGreaterThan(0)
    expect((await bookingOf(bookingId)).status).toBe('CONFIRMED')
  })

  it('at the scenario hotel `moved-dates` finds the stay a day later', async () => {
    const bookingId = await book('moved-dates')
    const { discrepancies } = await until('the discrepancies', async () => {
      await reconcile('liteapi')
      const booking = await bookingOf(bookingId)
      return booking.discrepancies.length > 0 && booking
    })
    expect(discrepancies.map(({ path }: Json) => path)).toEqual(['stay.check_in', 'stay.check_out'])
  })

  it('is refused by the command for a period that cannot be, and for no connection', async () => {
    for (const [args, says] of [
      [['conn_sandbox_hotelbeds', '--from', '2027-02-30'], '--from is a date'],
      [['conn_sandbox_hotelbeds', '--from', '2027-02-02', '--to', '2027-02-01'], '--from must not be after --to'],
      [['conn_sandbox_hotelbeds', '--from', '2026-01-01', '--to', '2027-01-01'], 'at most 92 days'],
      [['conn_nobodys'], 'there is no connection'],
    ] as const) {
      const run = await runAdmin(started.database, ['supplier', 'reconcile', ...args])
      expect([run.code, run.stderr]).toEqual([1, expect.stringContaining(says)])
    }
  })

  it('is refused by the command while another process makes one, whose lease and progress it leaves alone', async () => {
    const row = "FROM supplier_comparisons WHERE connection_id = 'conn_sandbox_hotelbeds'"
    await until('its night to be planned', async () => (await started.database.query(`SELECT ${row}`)).length === 1)
    const [night] = await started.database.query(
      `UPDATE supplier_comparisons SET lease_id = 'another', due_at = now() + interval '1 minute', progress = '{"daysDone": 7}'
       WHERE connection_id = 'conn_sandbox_hotelbeds' RETURNING *`,
    )
    const refused = await runAdmin(started.database, ['supplier', 'reconcile', 'conn_sandbox_hotelbeds'])
    expect([refused.code, refused.stderr.trim()]).toEqual([
      1,
      'conn_sandbox_hotelbeds: it is being compared by another process: try again later. What was compared before it is kept; `supplier test conn_sandbox_hotelbeds` says more',
    ])
    expect(await started.database.query(`SELECT * ${row}`)).toEqual([night])
    await started.database.query(
      `UPDATE supplier_comparisons SET lease_id = NULL, due_at = '2030-01-01' WHERE connection_id = 'conn_sandbox_hotelbeds'`,
    )
    await reconcile('hotelbeds')
    const [after] = await started.database.query(`SELECT lease_id, progress, due_at > '2029-12-31' AS planned ${row}`)
    expect(after).toEqual({ lease_id: null, progress: { daysDone: 7 }, planned: true })
    await started.database.query(`UPDATE supplier_comparisons SET progress = NULL, due_at = now() + interval '1 day'`)
  })

  it('goes on where a worker was killed, and counts nothing twice', async () => {
    const due = "UPDATE supplier_comparisons SET due_at = now() WHERE connection_id = 'conn_sandbox_hotelbeds'"
    async function row(): Promise<Json> {
      const [found] = await started.database.query(
        "SELECT progress, summary, finished_at FROM supplier_comparisons WHERE connection_id = 'conn_sandbox_hotelbeds'",
      )
      return found
    }
    await until(
      'its night to be planned',
      async () => (await started.database.query(`${due} RETURNING 1`)).length === 1,
    )
    const whole = await until('a whole comparison', async () => (await row()).summary)
    await started.database.query(
      "UPDATE supplier_comparisons SET due_at = 'infinity', summary = NULL, finished_at = NULL WHERE connection_id <> 'none'",
    )
    await started.gateway.kill('SIGKILL')
    const doomed = await startGatewayProcess({ databaseUrl: started.database.url })
    await started.database.query(due)
    const { progress } = await until('some days to be done', async () => {
      const now = await row()
      return now.progress?.daysDone >= 2 && now
    })
    await doomed.kill('SIGKILL')
    expect((await row()).finished_at).toBeNull()
    const next = await startGatewayProcess({ databaseUrl: started.database.url })
    try {
      // Its lease ends by itself after two minutes.
      await started.database.query(due)
      const done = (await row()).progress ?? progress
      expect(done.daysDone).toBeGreaterThanOrEqual(2)
      // Hotels' own numbers may have come in between: those bookings differ.
      const { differing: _, ...counts } = whole
      const summary = await until('the comparison to be over', async () => (await row()).summary)
      expect(summary).toMatchObject(counts)
    } finally {
      await next.stop()
    }
  })
})
