import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { certifyConnection } from '../../src/admin/certify.ts'
import { UsageError, type Values } from '../../src/admin/command.ts'
import { allCommands } from '../../src/admin/commands.ts'
import { runCommand } from '../../src/admin/run-command.ts'
import { TRAVELLER_ADDRESS } from '../../src/certification/party.ts'
import type { Core } from '../../src/core.ts'
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/suppliers/credentials.ts'
import { openCore } from '../support/open-core.ts'
import { useGateway } from '../support/use-gateway.ts'

const COMMANDS = await allCommands()

let core: Core
let folder: string

useGateway(async ({ database }) => {
  core = await openCore(database)
  folder = await mkdtemp(join(tmpdir(), 'certification-'))
})
afterAll(async () => {
  await core.close()
  await rm(folder, { recursive: true, force: true })
})

function connect(changes: Values) {
  const command = COMMANDS.find(({ noun, verb }) => `${noun} ${verb}` === 'supplier connect')
  if (!command) throw new Error('there is no command supplier connect')
  const values = { organization: 'org_sandbox_default', connection: 'conn_own', ...changes }
  return runCommand(core, command, { values, actor: 'operator:ada' })
}

/** Connects a contract with these settings, and certifies it for these ids. */
async function certify(supplier: 'hotelbeds' | 'liteapi', settings: object, only: readonly string[]) {
  const connectionId = `conn_own_${supplier}`
  await connect({
    supplier,
    connection: connectionId,
    credentials: JSON.stringify(SANDBOX_CREDENTIALS[supplier]),
    settings: JSON.stringify(settings),
  })
  return run(connectionId, join(folder, connectionId), only)
}

function run(connectionId: string, out: string, only: readonly string[] = []) {
  return certifyConnection(core, {
    connectionId,
    host: 'SANDBOX',
    out,
    resume: false,
    only,
    address: TRAVELLER_ADDRESS,
    supplierHotelId: null,
  })
}

it('[X-10] books over a contract with terms to accept, for guests of the markets that it names', {
  timeout: 180_000,
}, async () => {
  const settings = { markets: ['DE', 'FR'], supplierTerms: { version: '2026-01', demanded: true } }
  const { faults, rows } = await certify('hotelbeds', settings, ['X-06', 'X-14'])
  expect(faults).toEqual([])
  expect(rows).toMatchObject([
    { id: 'X-06', verdict: 'MET' },
    { id: 'X-14', verdict: 'MET' },
  ])
})

it('[X-04] counts calls when they leave, not while the connection’s own cap keeps them', {
  timeout: 180_000,
}, async () => {
  const { faults, evidence } = await certify('liteapi', { maxRequestsPerSecond: 4 }, ['X-04'])
  expect(faults).toEqual([])
  expect(evidence.exchanges.filter(({ failure }) => failure?.includes('not sent'))).toEqual([])
})

it('says of a folder in which nothing can be written so, before anything is asked of the supplier', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  const refused = await run('conn_sandbox_hotelbeds', file).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(UsageError)
  expect(String(refused)).toMatch(/--out: nothing can be written there: ENOTDIR.*a-file/)
})
