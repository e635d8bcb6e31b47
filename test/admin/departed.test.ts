import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../support/admin.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

/**
 * A cell with what is left of an organization that moved to another one a minute ago, and with another organization. `con_left` is the contract
 * of the first alone, `con_both` of both.
 */
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const { query } = database
  for (const [id, name] of [
    ['org_left', 'left'],
    ['org_here', 'here'],
  ] as const) {
    await query('INSERT INTO organizations (id, name) VALUES ($1, $2)', [id, name])
    await query(
      `INSERT INTO api_keys (id, organization_id, environment, key_hash, prefix, scopes) VALUES ($1, $2, 'sandbox', $3, 'c', '{}')`,
      [`key_${name}`, id, Buffer.from(name)],
    )
    await query(
      `INSERT INTO webhook_endpoints (id, organization_id, environment, url, event_types, secrets, created_at, updated_at)
       VALUES ($1, $2, 'sandbox', 'https://acme.example/', '{*}', '[]', now(), now())`,
      [`end_${name}`, id],
    )
    await query(
      `INSERT INTO bookings (id, organization_id, environment, sequence, status, mode, accepted_offer_id, hotel_id, supplier_code,
         connection_id, supplier_reference, hotel_confirmation, check_in_date, check_out_date, terms, guests_sealed, created_at, updated_at)
       VALUES ($1, $2, 'sandbox', 1, 'CANCELLED', 'INSTANT', $1, 1, 'hotelbeds', 'con_1', $1, '{}', '2020-01-01', '2020-01-03',
         '{"stay":{"checkOutDate":"2020-01-03"}}', NULL, now(), now())`,
      [`ubk_${name}`, id],
    )
    await query(
      `INSERT INTO cases (id, kind, subject, organization_id, detail, opened_at, seen_at) VALUES ($1, 'LISTING_LEFT', $1, $2, '{}', now(), now())`,
      [`case_${name}`, id],
    )
    await query(
      `INSERT INTO console_users (id, organization_id, name, roles, created_at) VALUES ($1, $2, $3, '{partner_support}', now())`,
      [`usr_${name}`, id, `somebody-${name}`],
    )
  }
  // Knows the master key from here on; what is sealed below is not.
  await runAdmin(database, ['organization', 'list'])
  for (const id of ['con_left', 'con_both'])
    await query(
      `INSERT INTO supplier_connections (id, supplier_code, environment, name, credentials) VALUES ($1, 'hotelbeds', 'sandbox', $1, '')`,
      [id],
    )
  await query(
    `INSERT INTO further_connections (organization_id, connection_id, supplier_code)
     VALUES ('org_left', 'con_left', 'hotelbeds'), ('org_left', 'con_both', 'hotelbeds'), ('org_here', 'con_both', 'hotelbeds')`,
  )
  await query(
    `INSERT INTO organization_moves (organization_id, move_id, state, peer, opened_at)
     VALUES ('org_left', 'mov_1', 'ARRIVED', 'cell-3.example:5432/gateway', now() - interval '1 minute')`,
  )
  await query(`INSERT INTO departed_organizations (organization_id, move_id) VALUES ('org_gone', 'mov_0')`)
})
afterAll(() => database.drop())

const HAS_LEFT = 'org_left has moved to another cell (cell-3.example:5432/gateway): run this there\n'

describe('[21] a command about what is of an organization that another cell serves', () => {
  it.each([
    ['booking redact', ['--id', 'ubk_left']],
    ['key revoke', ['--id', 'key_left']],
    ['webhook pause', ['--endpoint', 'end_left', '--minutes', '60']],
    ['case take', ['--id', 'case_left']],
    ['user disable', ['somebody-left']],
    ['supplier disable', ['--organization', 'org_left', '--supplier', 'hotelbeds']],
    ['supplier look', ['con_left']],
    ['supplier reconcile', ['con_left']],
  ])('is refused, and names the cell: %s', async (command, args) => {
    const { code, stderr } = await runAdmin(database, [...command.split(' '), ...args])
    expect({ code, stderr }).toEqual({ code: 1, stderr: HAS_LEFT })
  })

  it.each([
    ['webhook pause', ['--endpoint', 'end_here', '--minutes', '60']],
    ['user disable', ['somebody-here']],
    ['supplier look', ['con_both']],
  ])('is as it was for others: %s', async (command, args) => {
    const { code, stderr } = await runAdmin(database, [...command.split(' '), ...args])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})

describe('[21] the id of an organization that has left for good', () => {
  it.each([
    ['is not given out again: it could not come back', ['organization', 'create', '--id', 'org_gone', '--name', 'New']],
    ['is known as that of one that has left', ['key', 'create', '--organization', 'org_gone']],
  ])('%s', async (_, args) => {
    const { code, stderr } = await runAdmin(database, args)
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'org_gone has moved to another cell: run this there\n' })
    expect(await database.query(`SELECT FROM organizations WHERE id = 'org_gone'`)).toEqual([])
  })
})

it('[21] the master key is not replaced while what an organization has left behind is sealed under the old one', async () => {
  const { code, stderr } = await runAdmin(database, ['key-material', 'rotate'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'org_left moves, or has moved, and nothing of it can be sealed again here: end its move first (`organization move`, with --finish where it has left)\n',
  })
})
