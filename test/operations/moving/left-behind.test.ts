import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MoveMoment } from '../../../src/operations/bookings/machinery/kill-points.ts'
import { callMoveOff, finishMove } from '../../../src/operations/operator/moving/end-move.ts'
import { moveOrganization } from '../../../src/operations/operator/moving/move-organization.ts'
import { numberCell } from '../../../src/store/moves/cell-number.ts'
import { findMove } from '../../../src/store/moves/move-record.ts'
import type { CellSession } from '../../../src/store/moves/moving-rows.ts'
import { putBooking, putOrganization } from '../../store/moves/fixture.ts'
import { runAdmin } from '../../support/admin.ts'
import { moveOptions, openTwoCells, type TwoCells } from '../../support/two-cells.ts'

let cells: TwoCells
beforeEach(async () => {
  cells = await openTwoCells()
  await numberCell(cells.source, { number: 0, above: 0n })
  await numberCell(cells.target, { number: 1, above: 0n })
  await putOrganization(cells.source, cells.organizationId)
})
afterEach(() => cells.close())

async function moves(from: CellSession, to: CellSession): Promise<void> {
  const there = { ...cells, source: from, target: to }
  expect(await moveOrganization(there, moveOptions())).toMatchObject({ ok: true })
}

async function finishes(source: CellSession): Promise<void> {
  expect(await finishMove({ ...cells, source })).toMatchObject({ ok: true })
}

function book(session: CellSession, name: string): Promise<void> {
  return putBooking(session, cells.organizationId, `ubk_${cells.organizationId}_${name}`)
}

const REFUSED = { code: 'HD001' }

describe('a cell that an organization has left for good', () => {
  beforeEach(async () => {
    await moves(cells.source, cells.target)
    await finishes(cells.source)
  })

  it('[21] takes no booking of it from a process that stood still meanwhile, and others’ as before', async () => {
    await expect(book(cells.source, 'late')).rejects.toMatchObject(REFUSED)
    await putOrganization(cells.source, 'org_other')
    const { rows } = await cells.source.query('SELECT DISTINCT organization_id AS id FROM bookings')
    expect(rows).toEqual([{ id: 'org_other' }])
    await book(cells.target, 'late')
  })

  it('[21] takes them again when it has come back, and the one that it has left now does not', async () => {
    await book(cells.target, 'there')
    await moves(cells.target, cells.source)
    await book(cells.source, 'back')
    await finishes(cells.target)
    await expect(book(cells.target, 'late')).rejects.toMatchObject(REFUSED)
    const { rows } = await cells.source.query('SELECT count(*)::int AS count FROM bookings')
    expect(rows).toEqual([{ count: 4 }])
  })

  it('[21] takes none after its way back was called off', async () => {
    const back = { ...cells, source: cells.target, target: cells.source }
    const moving = moveOrganization(
      back,
      moveOptions((moment) => {
        if (moment === 'FENCED') throw new Error('killed')
      }),
    )
    await expect(moving).rejects.toThrow('killed')
    expect(await callMoveOff(back)).toMatchObject({ ok: true })
    await expect(book(cells.source, 'late')).rejects.toMatchObject(REFUSED)
    await book(cells.target, 'there')
  })
})

it('[21] a way back to a cell whose own move is not finished is refused, and told what to do', async () => {
  await moves(cells.source, cells.target)
  const back = { ...cells, source: cells.target, target: cells.source }
  expect(await moveOrganization(back, moveOptions())).toEqual({
    ok: false,
    error: expect.stringContaining('--finish there'),
  })
  await finishes(cells.source)
  await moves(cells.target, cells.source)
})

describe('a command about an organization that another cell serves', () => {
  it('[21] is refused: what is left here is not its own, and would be erased in its place', {
    timeout: 180_000,
  }, async () => {
    // What the fixture writes as sealed is not.
    await cells.source.query('UPDATE bookings SET guests_sealed = NULL')
    await moves(cells.source, cells.target)
    // Longer ago than requests are refused for: since then a write changes nothing, and says nothing.
    await cells.source.query(`UPDATE organization_moves SET opened_at = now() - interval '1 minute'`)
    const erase = ['organization', 'erase', '--id', cells.organizationId, '--confirm', cells.organizationId, '--force']
    const { code, stderr } = await runAdmin(cells.a, erase)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('has moved to another cell') })
  })
})

describe('two cells whose clocks differ by minutes', () => {
  async function setClock(session: CellSession, by: string): Promise<void> {
    await session.query(
      `CREATE OR REPLACE FUNCTION gateway_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT now() + interval '${by}' $$`,
    )
  }

  it.each([
    ['5 minutes', 'the target’s clock is 300 s ahead of this cell’s'],
    ['-5 minutes', 'the target’s clock is 300 s behind this cell’s'],
  ])('[21] keep an organization from moving: %s', async (by, why) => {
    await setClock(cells.target, by)
    expect(await moveOrganization(cells, moveOptions())).toEqual({ ok: false, error: expect.stringContaining(why) })
    expect(await findMove(cells.source, cells.organizationId)).toBeNull()
    expect(await findMove(cells.target, cells.organizationId)).toBeNull()
    await setClock(cells.target, '1 second')
    expect(await moveOrganization(cells, moveOptions())).toMatchObject({ ok: true })
  })

  it('[21] keep it where it is when one is set wrong while it moves', async () => {
    const jumping = moveOrganization(
      cells,
      moveOptions((moment) => moment === 'FENCED' && void setClock(cells.target, '1 hour')),
    )
    expect(await jumping).toEqual({ ok: false, error: expect.stringContaining('3600 s ahead of this cell’s') })
    expect(await findMove(cells.source, cells.organizationId)).toMatchObject({ state: 'FENCED' })
  })
})

describe('a cell with an export that nobody runs any more', () => {
  it('[21] says so before an organization moves, whose writes would be refused for it', async () => {
    await cells.source.query(`INSERT INTO event_exports (target) VALUES ('file:/tried/once.ndjson')`)
    const states: MoveMoment[] = []
    expect(
      await moveOrganization(
        cells,
        moveOptions((state) => states.push(state)),
      ),
    ).toEqual({
      ok: false,
      error: expect.stringContaining('no process exports there at the moment'),
    })
    expect(states).toEqual([])
    expect(await findMove(cells.source, cells.organizationId)).toBeNull()
    await cells.source.query('DELETE FROM event_exports')
    await moves(cells.source, cells.target)
  })
})

describe('what suppliers tell of a booking that is on its way', () => {
  async function tells(session: CellSession, reference: string, messageId: string): Promise<void> {
    await session.query(
      `INSERT INTO supplier_messages (connection_id, message_id, kind, supplier_reference) VALUES ('con_1', $1, 'cancelled', $2)`,
      [messageId, reference],
    )
  }

  async function dueIn(session: CellSession): Promise<string[]> {
    const { rows } = await session.query<{ id: string }>(
      'SELECT message_id AS id FROM supplier_messages WHERE due_at IS NOT NULL ORDER BY 1',
    )
    return rows.map(({ id }) => id)
  }

  function referenceOf(name: string): string {
    return `ref_ubk_${cells.organizationId}_${name}`
  }

  it('[21] goes with it, what came behind the fence too, and nothing of others', async () => {
    await putOrganization(cells.source, 'org_other')
    await tells(cells.source, referenceOf('a'), 'before')
    await tells(cells.source, 'ref_ubk_org_other_a', 'others')
    await tells(cells.source, referenceOf('a'), 'done')
    await cells.source.query(`UPDATE supplier_messages SET due_at = NULL WHERE message_id = 'done'`)
    let came: Promise<unknown> = Promise.resolve()
    const moved = await moveOrganization(
      cells,
      moveOptions((moment) => {
        if (moment === 'equal') came = tells(cells.source, referenceOf('b'), 'in the pause')
      }),
    )
    await came
    expect(moved).toMatchObject({ ok: true })
    expect(await dueIn(cells.target)).toEqual(['before', 'in the pause'])
    // Nobody here would know the booking, and take it for one that only its supplier has.
    await finishes(cells.source)
    expect(await dueIn(cells.source)).toEqual(['others'])
  })

  it('[21] stays when it is called off, and is left nowhere else', async () => {
    await tells(cells.source, referenceOf('a'), 'before')
    const moving = moveOrganization(
      cells,
      moveOptions((moment) => {
        if (moment === 'FENCED') throw new Error('killed')
      }),
    )
    await expect(moving).rejects.toThrow('killed')
    expect(await dueIn(cells.target)).toEqual(['before'])
    expect(await callMoveOff(cells)).toMatchObject({ ok: true })
    expect([await dueIn(cells.source), await dueIn(cells.target)]).toEqual([['before'], []])
  })
})
