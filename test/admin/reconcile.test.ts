import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Rows, UsageError, type Values } from '../../src/admin/command.ts'
import { allCommands } from '../../src/admin/commands.ts'
import { runCommand } from '../../src/admin/run-command.ts'
import type { Core } from '../../src/core.ts'
import { addDays, dateInZone } from '../../src/domain/time.ts'
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/suppliers/credentials.ts'
import type { TestDatabase } from '../support/database.ts'
import { openCore } from '../support/open-core.ts'
import { useGateway } from '../support/use-gateway.ts'

const COMMANDS = await allCommands()

let database: TestDatabase
let core: Core

useGateway((started) => {
  ;({ database } = started)
})
beforeAll(async () => {
  core = await openCore(database)
})
afterAll(() => core?.close())

function run(name: string, values: Values): Promise<Rows> {
  const command = COMMANDS.find(({ noun, verb }) => `${noun} ${verb}` === name)
  if (!command) throw new Error(`there is no command ${name}`)
  return runCommand(core, command, { values, actor: 'operator:ada' })
}

describe('a comparison that an operator asks for', () => {
  it('says in one line why the supplier does not show its books, and where to look further', async () => {
    await run('supplier connect', {
      organization: 'org_sandbox_default',
      supplier: 'liteapi',
      connection: 'conn_expired',
      credentials: JSON.stringify({ ...SANDBOX_CREDENTIALS.liteapi, apiKey: 'sand_expired' }),
      settings: '{}',
      unchecked: true,
    })
    const refused = await run('supplier reconcile', { connection: 'conn_expired' }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(UsageError)
    expect(String(refused)).toMatch(
      /does not show its books: UNAUTHORIZED: .+\. What was compared before it is kept; `supplier test conn_expired` says more/,
    )
  })

  it('takes one date alone: a day to come for itself, a past one until today', async () => {
    const today = dateInZone(core.clock.real(), 'UTC')
    for (const values of [{ from: addDays(today, 40) }, { to: addDays(today, -40) }, { from: addDays(today, -3) }])
      expect(await run('supplier reconcile', { connection: 'conn_sandbox_hotelbeds', ...values })).toMatchObject([
        { connectionId: 'conn_sandbox_hotelbeds', missing: 0 },
      ])
    const turned = { from: addDays(today, 2), to: addDays(today, 1) }
    await expect(run('supplier reconcile', { connection: 'conn_sandbox_hotelbeds', ...turned })).rejects.toThrow(
      /--from must not be after --to/,
    )
  })
})
