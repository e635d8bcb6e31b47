import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callMoveOff, finishMove } from '../../../src/operations/operator/moving/end-move.ts'
import { moveOrganization } from '../../../src/operations/operator/moving/move-organization.ts'
import { numberCell } from '../../../src/store/moves/cell-number.ts'
import { findMove } from '../../../src/store/moves/move-record.ts'
import type { CellSession } from '../../../src/store/moves/moving-rows.ts'
import { putOrganization } from '../../store/moves/fixture.ts'
import { moveOptions, openTwoCells, type TwoCells } from '../../support/two-cells.ts'

/** `con_1` is the organization's alone, `con_shared` is another one's as well. */
let cells: TwoCells
beforeEach(async () => {
  cells = await openTwoCells()
  await numberCell(cells.source, { number: 0, above: 0n })
  await numberCell(cells.target, { number: 1, above: 0n })
  await putOrganization(cells.source, cells.organizationId)
  await putOrganization(cells.source, 'org_other')
  await cells.source.query(`UPDATE bookings SET connection_id = 'con_shared' WHERE organization_id = 'org_other'`)
  await putConnection(cells.source, 'con_1')
  await putConnection(cells.source, 'con_shared')
  await sellsOver(cells.source, cells.organizationId, { hotelbeds: 'con_1', liteapi: 'con_shared' })
})
afterEach(() => cells.close())

async function putConnection(session: CellSession, connectionId: string): Promise<void> {
  await session.query(
    `INSERT INTO supplier_connections (id, supplier_code, environment, name, credentials, settings)
     VALUES ($1, 'hotelbeds', 'sandbox', 'A contract', 'first', '{}')`,
    [connectionId],
  )
  await session.query('INSERT INTO supplier_comparisons (connection_id, due_at) VALUES ($1, now())', [connectionId])
}

async function sellsOver(
  session: CellSession,
  organizationId: string,
  links: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [supplierCode, connectionId] of Object.entries(links))
    await session.query(
      `INSERT INTO organization_suppliers (organization_id, supplier_code, connection_id) VALUES ($1, $2, $3)`,
      [organizationId, supplierCode, connectionId],
    )
}

async function moves(from: CellSession, to: CellSession): Promise<void> {
  const there = { ...cells, source: from, target: to }
  expect(await moveOrganization(there, moveOptions())).toMatchObject({ ok: true })
  expect(await finishMove(there)).toMatchObject({ ok: true })
}

async function contractsOf(session: CellSession): Promise<Readonly<Record<string, string>>> {
  const { rows } = await session.query<{ id: string; credentials: string }>(
    `SELECT id, convert_from(credentials, 'UTF8') AS credentials FROM supplier_connections ORDER BY 1`,
  )
  return Object.fromEntries(rows.map(({ id, credentials }) => [id, credentials]))
}

async function comparedIn(session: CellSession): Promise<string[]> {
  const { rows } = await session.query<{ id: string }>(
    'SELECT connection_id AS id FROM supplier_comparisons ORDER BY 1',
  )
  return rows.map(({ id }) => id)
}

describe('a contract of an organization that moves', () => {
  it('[21] leaves with it: the cell that it has left compares its books no more, and would know none of the bookings', async () => {
    await moves(cells.source, cells.target)
    expect(await contractsOf(cells.source)).toEqual({ con_shared: 'first' })
    expect(await comparedIn(cells.source)).toEqual(['con_shared'])
    expect(await contractsOf(cells.target)).toEqual({ con_1: 'first', con_shared: 'first' })
  })

  it('[21] has its books compared from where they were, also by a cell that begins its night after the move', async () => {
    const [done, due] = ['2026-11-20T02:30:00.000Z', '2026-11-26T02:30:00.000Z'].map((at) => new Date(at))
    await cells.source.query(
      `UPDATE supplier_comparisons SET finished_at = $1, due_at = $2, lease_id = 'theirs', progress = '{"daysDone":1}'`,
      [done, due],
    )
    await putConnection(cells.target, 'con_shared')
    await moves(cells.source, cells.target)
    const { rows } = await cells.target.query(
      'SELECT connection_id, finished_at, lease_id, progress FROM supplier_comparisons ORDER BY 1',
    )
    const nothing = { lease_id: null, progress: null }
    expect(rows).toEqual([
      { connection_id: 'con_1', finished_at: done, ...nothing },
      { connection_id: 'con_shared', finished_at: null, ...nothing },
    ])
  })

  it('[21] comes back with it as it is by then, and not as it was when it left', async () => {
    await moves(cells.source, cells.target)
    await cells.target.query(`UPDATE supplier_connections SET credentials = 'second' WHERE id = 'con_1'`)
    await moves(cells.target, cells.source)
    expect(await contractsOf(cells.source)).toEqual({ con_1: 'second', con_shared: 'first' })
    expect(await contractsOf(cells.target)).toEqual({})
  })

  async function diesFenced(): Promise<void> {
    const moving = moveOrganization(
      cells,
      moveOptions((moment) => {
        if (moment === 'FENCED') throw new Error('killed')
      }),
    )
    await expect(moving).rejects.toThrow('killed')
  }

  it('[21] is not left there either when it was called off twice, cut off the first time and begun again', async () => {
    await diesFenced()
    const off = callMoveOff(cells, (moment) => {
      if (moment === 'CALLED_OFF') throw new Error('killed')
    })
    await expect(off).rejects.toThrow('killed')
    await diesFenced()
    expect(await callMoveOff(cells)).toMatchObject({ ok: true })
    expect(await contractsOf(cells.target)).toEqual({})
  })

  it('[21] is not left in a cell to which the move was called off, unless that had it before', async () => {
    await putConnection(cells.target, 'con_shared')
    await diesFenced()
    expect(await contractsOf(cells.target)).toEqual({ con_1: 'first', con_shared: 'first' })
    expect(await callMoveOff(cells)).toMatchObject({ ok: true })
    expect(await contractsOf(cells.target)).toEqual({ con_shared: 'first' })
    expect(await contractsOf(cells.source)).toEqual({ con_1: 'first', con_shared: 'first' })
  })
})

describe('a connection that the target has by the same id', () => {
  it.each([
    ['other credentials', `credentials = 'of another account'`],
    ['another base URL', `base_url = 'https://elsewhere.example'`],
  ])(
    '[21] keeps an organization from moving by %s: its bookings would be asked for where nobody knows them',
    async (_, set) => {
      await putConnection(cells.target, 'con_1')
      await cells.target.query(`UPDATE supplier_connections SET ${set}`)
      expect(await moveOrganization(cells, moveOptions())).toEqual({
        ok: false,
        error: expect.stringContaining('the connection con_1 '),
      })
      expect([await findMove(cells.source, cells.organizationId), await comparedIn(cells.target)]).toEqual([
        null,
        ['con_1'],
      ])
      expect(await contractsOf(cells.target)).toMatchObject({ con_1: expect.any(String) })
    },
  )
})
