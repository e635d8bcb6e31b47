import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { sandboxParts } from '../../src/roles/sandbox.ts'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { openCore } from '../support/open-core.ts'

/** Processes of a sandbox that start at the same moment seed it together. */

let database: TestDatabase
let cores: Core[]

beforeAll(async () => {
  database = await createSandboxDatabase()
  cores = await Promise.all([1, 2, 3].map(() => openCore(database)))
})

afterAll(async () => {
  await Promise.all(cores.map((core) => core.close()))
  await database.drop()
})

describe('three gateways that seed one database at the same moment', () => {
  it.each([1, 2, 3, 4, 5])('have the same keys, turn %i', async () => {
    await database.query('DELETE FROM api_keys')
    const [first, ...others] = await Promise.all(cores.map((core) => sandboxParts(core).seed()))
    expect(others).toEqual([first, first])
    const rows = await database.query('SELECT organization_id FROM api_keys ORDER BY 1')
    expect(rows).toEqual([{ organization_id: 'org_sandbox' }, { organization_id: 'org_sandbox_default' }])
  })
})
