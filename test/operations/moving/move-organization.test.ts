import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MoveMoment } from '../../../src/operations/bookings/machinery/kill-points.ts'
import { copyRound, differingTables } from '../../../src/operations/operator/moving/copy-rows.ts'
import { callMoveOff, finishMove } from '../../../src/operations/operator/moving/end-move.ts'
import { type MoveOptions, moveOrganization } from '../../../src/operations/operator/moving/move-organization.ts'
import { putBooking, putEvent, putOrganization } from '../../store/moves/fixture.ts'
import { moveOptions, openTwoCells, type TwoCells } from '../../support/two-cells.ts'

let cells: TwoCells
beforeEach(async () => {
  cells = await openTwoCells()
  await putOrganization(cells.source, cells.organizationId)
})
afterEach(() => cells.close())

/** Both cells have one master key here: what is sealed is the same on both sides. */
function asItIs<Rows>(_table: unknown, rows: Rows): Rows {
  return rows
}

function options(reach?: (moment: MoveMoment) => void): MoveOptions {
  return { ...moveOptions(reach), drainMs: 2_000 }
}

async function logOf(session: TwoCells['source']): Promise<string[]> {
  const { rows } = await session.query<{ position: string }>(
    'SELECT position::text FROM booking_events WHERE organization_id = $1 ORDER BY xid, position',
    [cells.organizationId],
  )
  return rows.map(({ position }) => position)
}

describe('a copy of an organization', () => {
  it('[21] makes all rows of the target equal, and a second round finds nothing to do', async () => {
    expect((await copyRound(cells, asItIs)).written).toMatchObject({
      organizations: 1,
      bookings: 2,
      booking_events: 2,
      webhook_deliveries: 2,
    })
    expect(await differingTables(cells)).toEqual([])
    expect(await copyRound(cells, asItIs)).toEqual({ written: {}, deleted: 0, differed: 0 })
  })

  it('[21] follows what is written, changed and deleted meanwhile', async () => {
    await copyRound(cells, asItIs)
    const bookingId = `ubk_${cells.organizationId}_a`
    await cells.source.query(`UPDATE bookings SET status = 'CANCELLED', version = 2 WHERE id = $1`, [bookingId])
    await cells.source.query(`DELETE FROM webhook_deliveries WHERE booking_id = $1`, [bookingId])
    await putEvent(cells.source, { organizationId: cells.organizationId, bookingId, sequence: 2 })
    expect((await differingTables(cells)).sort()).toEqual(['booking_events', 'bookings', 'webhook_deliveries'])
    await copyRound(cells, asItIs)
    expect(await differingTables(cells)).toEqual([])
  })

  it('[21] never writes over another organization’s row', async () => {
    await putOrganization(cells.target, 'org_theirs')
    const { rows: ours } = await cells.source.query(
      `SELECT id FROM booking_events WHERE organization_id = $1 LIMIT 1`,
      [cells.organizationId],
    )
    await cells.target.query(`UPDATE booking_events SET id = $1 WHERE id = 'evt_ubk_org_theirs_a_1'`, [ours[0].id])
    await copyRound(cells, asItIs).catch(() => undefined)
    const { rows } = await cells.target.query(`SELECT organization_id FROM booking_events WHERE id = $1`, [ours[0].id])
    expect(rows).toEqual([{ organization_id: 'org_theirs' }])
    expect(await differingTables(cells)).toContain('booking_events')
  })

  it('[21] nor over one that names its organization by its delivery or booking alone', async () => {
    await putOrganization(cells.target, 'org_theirs')
    for (const session of [cells.source, cells.target])
      await session.query(
        `INSERT INTO webhook_attempts (id, delivery_id, attempt, trigger, started_at, duration_ms)
         SELECT 7, id, 1, 'SCHEDULED', now(), 1 FROM webhook_deliveries ORDER BY id LIMIT 1`,
      )
    await copyRound(cells, asItIs)
    const { rows } = await cells.target.query(
      `SELECT d.organization_id AS of FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id`,
    )
    expect(rows).toEqual([{ of: 'org_theirs' }])
    expect(await differingTables(cells)).toEqual(['webhook_attempts'])
  })

  it('[21] keeps the order of the log where positions fell in it', async () => {
    const bookingId = `ubk_${cells.organizationId}_a`
    const late = new pg.Client({ connectionString: cells.a.url })
    await late.connect()
    // Has its number first and takes its position last.
    await late.query('BEGIN')
    await late.query('SELECT pg_current_xact_id()')
    await putEvent(cells.source, { organizationId: cells.organizationId, bookingId, sequence: 2 })
    await putEvent(late, {
      organizationId: cells.organizationId,
      bookingId: `ubk_${cells.organizationId}_b`,
      sequence: 2,
    })
    await late.query('COMMIT')
    await late.end()
    const before = await logOf(cells.source)
    expect(before).not.toEqual(before.toSorted((one, other) => Number(one) - Number(other)))
    await copyRound(cells, asItIs)
    expect(await logOf(cells.target)).toEqual(before)
  })
})

describe('a move of an organization', () => {
  it('[21] goes through its states, and only the target serves afterwards', async () => {
    const states: MoveMoment[] = []
    const moved = await moveOrganization(
      cells,
      options((state) => states.push(state)),
    )
    expect(moved).toMatchObject({ ok: true, value: { cutOff: { deliveries: 0, looks: 0, calls: 0 } } })
    expect(states).toEqual([
      'begun-in-target',
      'COPYING',
      'copied',
      'DRAINING',
      'FENCED',
      'equal',
      'SWITCHED',
      'opened',
      'ARRIVED',
    ])
    expect(await logOf(cells.target)).toEqual(await logOf(cells.source))
    await putBooking(cells.target, cells.organizationId, `ubk_${cells.organizationId}_c`)
    await expect(putBooking(cells.source, cells.organizationId, `ubk_${cells.organizationId}_d`)).rejects.toMatchObject(
      { code: 'HD001' },
    )
    expect((await logOf(cells.target)).map(Number)).toEqual(
      (await logOf(cells.target)).map(Number).toSorted((one, other) => one - other),
    )
    expect(await finishMove(cells)).toMatchObject({ ok: true })
    expect(await logOf(cells.source)).toEqual([])
  })

  it('[21] waits for a writer that has not seen the fence, and takes its booking along', async () => {
    const writer = new pg.Client({ connectionString: cells.a.url })
    await writer.connect()
    const bookingId = `ubk_${cells.organizationId}_late`
    let written: Promise<unknown> = Promise.resolve()
    const moved = await moveOrganization(
      cells,
      options((state) => {
        if (state !== 'COPYING') return
        written = (async () => {
          await writer.query('BEGIN')
          await putBooking(writer, cells.organizationId, bookingId)
          await new Promise((resolve) => setTimeout(resolve, 1_500))
          await writer.query('COMMIT')
        })()
      }),
    )
    await written
    await writer.end()
    expect(moved.ok).toBe(true)
    const { rows } = await cells.target.query('SELECT id FROM bookings WHERE id = $1', [bookingId])
    expect(rows).toEqual([{ id: bookingId }])
  })

  it.each(['COPYING', 'DRAINING', 'FENCED', 'SWITCHED'] as const)(
    '[21] goes on after its process died in %s',
    async (last) => {
      await expect(
        moveOrganization(
          cells,
          options((state) => {
            if (state === last) throw new Error('killed')
          }),
        ),
      ).rejects.toThrow('killed')
      expect(await moveOrganization(cells, options())).toMatchObject({ ok: true })
      expect(await differingTables(cells)).toEqual([])
    },
  )

  it.each(['COPYING', 'DRAINING', 'FENCED'] as const)(
    '[21] can be called off in %s: the source serves, the target is empty',
    async (last) => {
      await moveOrganization(
        cells,
        options((state) => {
          if (state === last) throw new Error('killed')
        }),
      ).catch(() => undefined)
      expect(await callMoveOff(cells)).toMatchObject({ ok: true })
      await putBooking(cells.source, cells.organizationId, `ubk_${cells.organizationId}_c`)
      const { rows } = await cells.target.query('SELECT id FROM organizations WHERE id = $1', [cells.organizationId])
      expect(rows).toEqual([])
    },
  )

  it('[21] cannot be called off when the source has switched', async () => {
    await moveOrganization(
      cells,
      options((state) => {
        if (state === 'SWITCHED') throw new Error('killed')
      }),
    ).catch(() => undefined)
    expect(await callMoveOff(cells)).toEqual({ ok: false, error: 'the move is in SWITCHED: it can only go on' })
  })
})
