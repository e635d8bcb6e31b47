import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/domain/ids.ts'
import { DAY_MS } from '../../../src/domain/time.ts'
import type { MoveMoment } from '../../../src/operations/bookings/machinery/kill-points.ts'
import { callMoveOff, finishMove } from '../../../src/operations/operator/moving/end-move.ts'
import { type MoveOptions, moveOrganization } from '../../../src/operations/operator/moving/move-organization.ts'
import { findMove } from '../../../src/store/moves/move-record.ts'
import { openCell } from '../../../src/store/moves/open-cell.ts'
import { putBooking, putOrganization } from '../../store/moves/fixture.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { moveOptions, openTwoCells, type TwoCells } from '../../support/two-cells.ts'

let cells: TwoCells
beforeEach(async () => {
  cells = await openTwoCells()
  await putOrganization(cells.source, cells.organizationId)
})
afterEach(() => cells.close())

function options(reach?: (moment: MoveMoment) => void): MoveOptions {
  return { ...moveOptions(reach), drainMs: 2_000 }
}

async function diesAt(last: MoveMoment): Promise<void> {
  const moving = moveOrganization(
    cells,
    options((moment) => {
      if (moment === last) throw new Error('killed')
    }),
  )
  await expect(moving).rejects.toThrow('killed')
}

describe('a move that is taken up again with another cell than it began with', () => {
  let other: TestDatabase
  let session: pg.Client
  beforeEach(async () => {
    other = await createTestDatabase()
    session = await openCell(other.url)
  })
  afterEach(async () => {
    await session.end()
    await other.drop()
  })

  it('[21] does not end as if the organization had arrived there', async () => {
    await diesAt('SWITCHED')
    const moved = await moveOrganization({ ...cells, target: session }, options())
    expect(moved).toEqual({ ok: false, error: expect.stringContaining('is it the one that it began with?') })
    expect(await findMove(cells.source, cells.organizationId)).toMatchObject({ state: 'SWITCHED' })
    // With the right one it goes on.
    expect(await moveOrganization(cells, options())).toMatchObject({ ok: true })
    expect(await findMove(cells.target, cells.organizationId)).toBeNull()
  })

  it('[21] goes on where the target was opened and the source had not written it yet', async () => {
    await diesAt('opened')
    expect(await moveOrganization(cells, options())).toMatchObject({ ok: true })
    expect(await findMove(cells.source, cells.organizationId)).toMatchObject({ state: 'ARRIVED' })
  })

  it('[21] is not called off there, which would leave the rows in the cell that has them', async () => {
    await diesAt('FENCED')
    const off = await callMoveOff({ ...cells, target: session })
    expect(off).toEqual({ ok: false, error: expect.stringContaining('is it the one that it began with?') })
    expect(await findMove(cells.source, cells.organizationId)).toMatchObject({ state: 'FENCED' })
    expect(await callMoveOff(cells)).toMatchObject({ ok: true })
    const { rows } = await cells.target.query('SELECT FROM bookings WHERE organization_id = $1', [cells.organizationId])
    expect(rows).toEqual([])
  })
})

describe('a mover that freezes', () => {
  /** A move that stands still at a moment until it is let go on. */
  function frozenAt(last: MoveMoment, of: TwoCells) {
    let goOn: () => void = () => undefined
    const over = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let isFrozen = false
    let isThere: () => void = () => undefined
    const there = new Promise<void>((resolve) => {
      isThere = resolve
    })
    const { newMoveId, ...rest } = options()
    const moving = moveOrganization(
      {
        ...of,
        source: {
          query: (async (...asked: Parameters<TwoCells['source']['query']>) => {
            if (isFrozen) await over
            return of.source.query(...asked)
          }) as TwoCells['source']['query'],
        },
        target: {
          query: (async (...asked: Parameters<TwoCells['target']['query']>) => {
            if (isFrozen) await over
            return of.target.query(...asked)
          }) as TwoCells['target']['query'],
        },
      },
      {
        ...rest,
        newMoveId,
        reach: (moment) => {
          if (moment !== last) return
          isFrozen = true
          isThere()
        },
      },
    ).catch((error: unknown) => error)
    return { moving, there, goOn }
  }

  async function openAgain(): Promise<{ again: TwoCells; close: () => Promise<void> }> {
    const source = await openCell(cells.a.url)
    const target = await openCell(cells.b.url)
    return {
      again: { ...cells, source, target },
      close: async () => {
        await source.end()
        await target.end()
      },
    }
  }

  it.each(['COPYING', 'DRAINING', 'FENCED', 'equal'] as const)(
    '[21] at %s, and wakes when another one has moved and finished it, changes nothing',
    { timeout: 180_000 },
    async (moment) => {
      const own = await openAgain()
      const { moving, there, goOn } = frozenAt(moment, own.again)
      await there
      const second = await openAgain()
      try {
        // While its sessions live it is the only one.
        expect(await moveOrganization(second.again, options())).toMatchObject({ ok: false })
        for (const database of [cells.a, cells.b])
          await database.query(
            `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
             AND pid IN (SELECT pid FROM pg_stat_activity WHERE application_name = 'hotel-gateway-move')`,
          )
        expect(await moveOrganization(second.again, options())).toMatchObject({ ok: true })
        await putBooking(second.again.target, cells.organizationId, `ubk_${cells.organizationId}_after`)
        expect(await finishMove(second.again)).toMatchObject({ ok: true })
        goOn()
        expect(await moving).toBeInstanceOf(Error)
        const { rows } = await second.again.target.query(
          'SELECT count(*)::int AS count FROM bookings WHERE organization_id = $1',
          [cells.organizationId],
        )
        expect(rows).toEqual([{ count: 3 }])
        expect(await findMove(second.again.source, cells.organizationId)).toBeNull()
      } finally {
        goOn()
        await second.close()
        await own.close().catch(() => undefined)
      }
    },
  )
})

describe('a move out of a cell whose events are exported', () => {
  it('[21] waits behind the fence for the export, and does not switch while an event of the organization waits', async () => {
    // A process exports there, and is late.
    await cells.source.query(
      `INSERT INTO event_exports (target, lease_id, leased_until) VALUES ('nats', 'lea_1', now() + interval '1 hour')`,
    )
    const brief = { ...options(), drainMs: 200 }
    expect(await moveOrganization(cells, brief)).toEqual({
      ok: false,
      error: expect.stringContaining('the export to nats has not passed'),
    })
    expect(await findMove(cells.source, cells.organizationId)).toMatchObject({ state: 'FENCED' })
    await cells.source.query(
      `UPDATE event_exports SET (xid, position) = (SELECT xid, position FROM booking_events ORDER BY xid DESC, position DESC LIMIT 1)`,
    )
    expect(await moveOrganization(cells, brief)).toMatchObject({ ok: true })
  })
})

describe('a target whose transactions have low numbers', () => {
  it('[21] is not switched to while it would keep moved events from readers', async () => {
    // As many falls of positions as the target has had transactions: its readers would wait for them.
    await cells.source.query(
      `INSERT INTO booking_events (id, organization_id, environment, booking_id, type, body, created_at, xid, position)
       SELECT 'evt_fall_' || n, $1, 'sandbox', $2, 'booking.updated', '{}', now(), n::text::xid8, 1000000 - n
       FROM generate_series(1, (SELECT pg_current_xact_id()::text::int + 20000)) AS n`,
      [cells.organizationId, `ubk_${cells.organizationId}_a`],
    )
    expect(await moveOrganization(cells, options())).toEqual({
      ok: false,
      error: expect.stringContaining('too young to show the moved events'),
    })
  })
})

describe('the people of an organization’s portal', () => {
  async function putUser(
    session: TwoCells['source'],
    user: { id: string; organizationId: string | null; email: string },
  ) {
    await session.query(
      `INSERT INTO console_users (id, organization_id, name, email, roles, created_at) VALUES ($1, $2, $3, $4, '{owner}', now())`,
      [user.id, user.organizationId, `name of ${user.email}`, user.email],
    )
  }

  it('[21] move with it, and are not deleted with what it leaves behind', async () => {
    await putUser(cells.source, { id: 'usr_theirs', organizationId: cells.organizationId, email: 'ada@acme.example' })
    await putUser(cells.source, { id: 'usr_operator', organizationId: null, email: 'op@gateway.example' })
    expect(await moveOrganization(cells, options())).toMatchObject({ ok: true })
    expect(await finishMove(cells)).toMatchObject({ ok: true })
    expect(await cells.b.query('SELECT id FROM console_users')).toEqual([{ id: 'usr_theirs' }])
    expect(await cells.a.query('SELECT id FROM console_users')).toEqual([{ id: 'usr_operator' }])
  })

  it('[21] keep it from moving where the target knows one of them as somebody else', async () => {
    await putUser(cells.source, { id: 'usr_theirs', organizationId: cells.organizationId, email: 'ada@acme.example' })
    await putUser(cells.target, { id: 'usr_other', organizationId: null, email: 'ada@acme.example' })
    expect(await moveOrganization(cells, options())).toEqual({
      ok: false,
      error: 'the target has another user by the name, e-mail or subject of usr_theirs',
    })
    expect(await findMove(cells.source, cells.organizationId)).toBeNull()
  })
})

describe('what a move brings into the target', () => {
  it('[21] lies in partitions of its time, as it did, and not in the default one', async () => {
    const at = Date.now() - 400 * DAY_MS
    const eventId = newId('event', at, randomBytes)
    const offerId = newId('offer', Date.now() - 9 * DAY_MS, randomBytes)
    await cells.source.query(
      `INSERT INTO booking_events (id, organization_id, environment, booking_id, sequence, type, body, created_at)
       VALUES ($1, $2, 'sandbox', $3, 2, 'booking.updated', '{}', $4)`,
      [eventId, cells.organizationId, `ubk_${cells.organizationId}_a`, new Date(at)],
    )
    await cells.source.query(
      `INSERT INTO offers (id, organization_id, environment, hotel_id, supplier_code, connection_id, terms, supplier_payload, expires_at, created_at)
       VALUES ($1, $2, 'sandbox', 1, 'hotelbeds', 'con_1', '{}', '{}', now(), now())`,
      [offerId, cells.organizationId],
    )
    expect(await moveOrganization(cells, options())).toMatchObject({ ok: true })
    for (const [table, id] of [
      ['booking_events', eventId],
      ['offers', offerId],
    ]) {
      const { rows } = await cells.target.query(`SELECT tableoid::regclass::text AS name FROM ${table} WHERE id = $1`, [
        id,
      ])
      expect(rows).toEqual([{ name: expect.stringMatching(new RegExp(`^${table}_p\\d{8}$`)) }])
    }
  })

  it('[21] is not said to be whole from further back than it was in the source', async () => {
    await cells.source.query(
      `INSERT INTO row_floors VALUES ('booking_events', '2026-03-01Z'), ('offers', '2026-09-01Z')`,
    )
    await cells.target.query(`INSERT INTO row_floors VALUES ('offers', '2026-10-01Z')`)
    expect(await moveOrganization(cells, options())).toMatchObject({ ok: true })
    const { rows } = await cells.target.query('SELECT table_name, whole_since FROM row_floors ORDER BY 1')
    expect(rows).toEqual([
      { table_name: 'booking_events', whole_since: new Date('2026-03-01Z') },
      { table_name: 'offers', whole_since: new Date('2026-10-01Z') },
    ])
  })

  it('[21] has the sandbox clock as it was when the fence closed', async () => {
    let late: unknown = null
    const moved = moveOrganization(
      cells,
      options((moment) => {
        if (moment === 'equal') throw new Error('killed')
      }),
    )
    await expect(moved).rejects.toThrow('killed')
    // A request that had been let in before the pause.
    await cells.a
      .query(`INSERT INTO sandbox_clocks (organization_id, offset_ms) VALUES ($1, 86400000)`, [cells.organizationId])
      .catch((error: unknown) => {
        late = error
      })
    expect(late).toMatchObject({ code: 'HD001' })
  })
})
