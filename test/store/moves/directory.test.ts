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
