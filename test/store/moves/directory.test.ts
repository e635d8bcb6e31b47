import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { directoryLines } from '../../../src/store/moves/cell-number.ts'
import { type StoreWorld, useStore } from '../../support/use-store.ts'

let world: StoreWorld
useStore((started) => {
  world = started
})

it('[21] a cell’s directory has the good keys of whom it serves, and ends with a line that says that these are all', async () => {
  await world.query(`INSERT INTO organizations (id, name) VALUES ('org_1', 'One'), ('org_left', 'Two')`)
  await world.query(
    `INSERT INTO api_keys (id, organization_id, environment, key_hash, prefix, scopes, revoked_at) VALUES
       ('key_1', 'org_1', 'sandbox', '\\x01', 'a', '{}', NULL), ('key_2', 'org_1', 'sandbox', '\\x02', 'b', '{}', now()),
       ('key_3', 'org_left', 'sandbox', '\\x03', 'c', '{}', NULL)`,
  )
  await world.query(
    `INSERT INTO organization_moves (organization_id, move_id, state, peer) VALUES ('org_left', 'mov_1', 'ARRIVED', 'other')`,
  )
  await world.inSession(async (session) => {
    expect(await directoryLines(session, 'cell_1', null)).toEqual(['01 cell_1', 'whole:cell_1 cell_1'])
    // Of one organization, to be at hand for the other cell: nothing is said of that cell's others.
    expect(await directoryLines(session, 'cell_2', 'org_left')).toEqual(['03 cell_2'])
  })
})

it('[21] it has the keys of an organization that nobody serves yet: unknown to the edge, they would be thrown away', async () => {
  await world.query(`INSERT INTO organizations (id, name) VALUES ('org_switched', 'Three')`)
  await world.query(
    `INSERT INTO api_keys (id, organization_id, environment, key_hash, prefix, scopes) VALUES ('key_4', 'org_switched', 'sandbox', '\\x04', 'c', '{}')`,
  )
  await world.query(
    `INSERT INTO organization_moves (organization_id, move_id, state, peer) VALUES ('org_switched', 'mov_3', 'SWITCHED', 'other')`,
  )
  await world.inSession(async (session) => {
    expect(await directoryLines(session, 'cell_1', null)).toContain('04 cell_1')
  })
})

it('[21] it has the paths of suppliers’ messages, each in the cell that hears of its bookings', async () => {
  const tokens = {
    con_own: 'a'.repeat(32),
    con_shared: 'b'.repeat(32),
    con_gone: 'c'.repeat(32),
    con_ended: 'd'.repeat(32),
  }
  await world.query(`INSERT INTO organizations (id, name) VALUES ('org_stays', 'One'), ('org_goes', 'Two')`)
  for (const [id, token] of Object.entries(tokens))
    await world.query(
      `INSERT INTO supplier_connections (id, supplier_code, environment, name, credentials, settings, notification_token)
       VALUES ($1, 'ratehawk', 'sandbox', $1, '', '{}', $2)`,
      [id, token],
    )
  await world.query(
    `INSERT INTO organization_suppliers (organization_id, supplier_code, connection_id) VALUES
       ('org_stays', 'ratehawk', 'con_shared'), ('org_goes', 'ratehawk', 'con_own')`,
  )
  await world.query(
    `INSERT INTO further_connections (organization_id, connection_id, supplier_code) VALUES ('org_goes', 'con_shared', 'ratehawk')`,
  )
  // Nobody sells over it any more, and its bookings are still to come.
  await world.put('bookings', { id: 'ubk_ended', organization_id: 'org_stays', connection_id: 'con_ended' })
  function lineOf(id: keyof typeof tokens, backend: string): string {
    return `${createHash('sha256').update(tokens[id]).digest('hex')} ${backend}`
  }
  await world.inSession(async (session) => {
    const own = [lineOf('con_ended', 'cell_0'), lineOf('con_own', 'cell_0'), lineOf('con_shared', 'cell_0')]
    const all = await directoryLines(session, 'cell_0', null)
    expect(all).toEqual(expect.arrayContaining(own))
    expect(all).not.toContain(lineOf('con_gone', 'cell_0'))
    expect(await directoryLines(session, 'cell_1', 'org_goes')).toEqual([lineOf('con_own', 'cell_1')])
    await session.query(
      `INSERT INTO organization_moves (organization_id, move_id, state, peer) VALUES ('org_goes', 'mov_2', 'ARRIVED', 'other')`,
    )
    const left = await directoryLines(session, 'cell_0', null)
    expect(left).not.toContain(lineOf('con_own', 'cell_0'))
    expect(left).toContain(lineOf('con_shared', 'cell_0'))
    expect(left).toContain(lineOf('con_ended', 'cell_0'))
  })
})
