import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callMoveOff, finishMove } from '../../../src/operations/operator/moving/end-move.ts'
import { moveOrganization } from '../../../src/operations/operator/moving/move-organization.ts'
import { numberCell } from '../../../src/store/moves/cell-number.ts'
import type { CellSession } from '../../../src/store/moves/moving-rows.ts'
import { putOrganization } from '../../store/moves/fixture.ts'
import { moveOptions, openTwoCells, type TwoCells } from '../../support/two-cells.ts'

/** What operators have written of a guest: `own` in an entry of the organization, `proposed` in one that is of none. */
let cells: TwoCells
beforeEach(async () => {
  cells = await openTwoCells()
  await numberCell(cells.source, { number: 0, above: 0n })
  await numberCell(cells.target, { number: 1, above: 0n })
  await putOrganization(cells.source, cells.organizationId)
  const bookingId = `ubk_${cells.organizationId}_a`
  await cells.source.query(
    `INSERT INTO audit_log (organization_id, actor, action, subject, details, created_at)
     VALUES ($1, 'operator:ada', 'booking.note', $2, '{"note":"own: Grace called"}', now()),
       (NULL, 'operator:ada', 'booking.settle.propose', $2, '{"reason":"proposed: Grace called"}', now()),
       (NULL, 'operator:ada', 'booking.settle.propose', 'ubk_org_other_a', '{"reason":"of others"}', now())`,
    [cells.organizationId, bookingId],
  )
  await cells.source.query(
    `INSERT INTO console_proposals (id, action, subject, arguments, reason, proposed_by, created_at, expires_at)
     VALUES ('prp_1', 'booking settle', $1, '{"note":"Grace called"}', 'Grace called', 'operator:ada', now(), now())`,
    [bookingId],
  )
  await cells.source.query(
    `INSERT INTO supplier_exchanges (id, connection_id, supplier_code, operation, outcome, why, share, request_id, booking_id, hotels,
       number, at, total_ms, request_bytes, request, pinned_at, pinned_by, pin_note)
     VALUES ('sxg_1', 'con_1', 'hotelbeds', 'retrieve', '200', 'ALWAYS', 1, 'r', $1, '{}', 1, now(), 1, 1, '{}', now(), 'o', 'Grace called')`,
    [bookingId],
  )
})
afterEach(() => cells.close())

async function moves(from: CellSession, to: CellSession): Promise<void> {
  const there = { ...cells, source: from, target: to }
  expect(await moveOrganization(there, moveOptions())).toMatchObject({ ok: true })
  expect(await finishMove(there)).toMatchObject({ ok: true })
}

/** All words of operators that a cell has, the oldest first. */
async function wordsIn(session: CellSession): Promise<string[]> {
  const { rows } = await session.query<{ word: string }>(
    `SELECT word FROM (
       SELECT id, coalesce(details ->> 'note', details ->> 'reason') AS word FROM audit_log
       UNION ALL SELECT 0, arguments ->> 'note' FROM console_proposals
       UNION ALL SELECT 0, nullif(reason, '') FROM console_proposals
       UNION ALL SELECT 0, pin_note FROM supplier_exchanges
     ) AS written WHERE word IS NOT NULL ORDER BY id`,
  )
  return rows.map(({ word }) => word)
}

describe('what operators have written about the bookings of an organization that moves', () => {
  it('[21] goes from the cell that it has left, where nobody would ever forget it', async () => {
    await moves(cells.source, cells.target)
    expect(await wordsIn(cells.source)).toEqual(['of others'])
    expect(await wordsIn(cells.target)).toEqual(['own: Grace called'])
  })

  it('[21] comes back with it, unless it was forgotten meanwhile', async () => {
    await moves(cells.source, cells.target)
    await moves(cells.target, cells.source)
    expect(await wordsIn(cells.source)).toEqual(['own: Grace called', 'of others'])
    await moves(cells.source, cells.target)
    await cells.target.query(`SET gateway.audit_retention = 'on'`)
    await cells.target.query(`UPDATE audit_log SET details = details - 'note'`)
    await cells.target.query('RESET gateway.audit_retention')
    await moves(cells.target, cells.source)
    expect(await wordsIn(cells.source)).toEqual(['of others'])
  })

  it('[21] is not left in a cell to which the move was called off, and moves after all', async () => {
    const moving = moveOrganization(
      cells,
      moveOptions((moment) => {
        if (moment === 'FENCED') throw new Error('killed')
      }),
    )
    await expect(moving).rejects.toThrow('killed')
    expect(await callMoveOff(cells)).toMatchObject({ ok: true })
    expect([await wordsIn(cells.target), (await wordsIn(cells.source)).length]).toEqual([[], 6])
    await moves(cells.source, cells.target)
    expect(await wordsIn(cells.target)).toEqual(['own: Grace called'])
  })

  it('[21] does not keep an organization from moving by a role that may only add to the audit log', async () => {
    const role = `adding_${cells.organizationId}`
    await cells.source.query(`CREATE ROLE ${role}`)
    for (const session of [cells.source, cells.target])
      await session.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
        GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO ${role};
        REVOKE UPDATE, DELETE ON audit_log FROM ${role}; SET ROLE ${role}`)
    await moves(cells.source, cells.target)
    for (const session of [cells.source, cells.target]) await session.query(`RESET ROLE; DROP OWNED BY ${role}`)
    await cells.source.query(`DROP ROLE ${role}`)
    expect(await wordsIn(cells.source)).toEqual(['own: Grace called', 'proposed: Grace called', 'of others'])
  })
})
