import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../support/admin.ts'
import type { TestDatabase } from '../support/database.ts'
import { TEST_MASTER_KEY } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { sandboxBookings } from '../support/sandbox-bookings.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

const ROOT = join(import.meta.dirname, '../..')
const CONNECTION = 'conn_sandbox_hotelbeds'

let database: TestDatabase
let folder: string

useGateway((started) => {
  ;({ database } = started)
})
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certification-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function certify(...args: string[]) {
  return runAdmin(database, ['supplier', 'certify', CONNECTION, ...args])
}

async function stateOf(out: string): Promise<Json> {
  const text = await readFile(join(out, 'state.json'), 'utf8').catch(() => '{"bookings":[],"doneSteps":[]}')
  return JSON.parse(text)
}

/** Bookings that the supplier keeps a room for. */
async function alive(): Promise<string[]> {
  const made = await sandboxBookings(database, 'hotelbeds')
  return made.filter(({ cancelledAt, failure }) => !cancelledAt && !failure).map(({ reference }) => reference)
}

function startRun(out: string): ChildProcess {
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'src/admin/main.ts', 'supplier', 'certify', CONNECTION, '--out', out],
    {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: database.url, MASTER_KEY: TEST_MASTER_KEY, REDIS_URL: '' },
      stdio: 'ignore',
    },
  )
}

describe('a run that is killed', () => {
  it('[X-10] goes on where it was, does nothing twice, and leaves no booking behind', {
    timeout: 180_000,
  }, async () => {
    const out = join(folder, 'killed')
    const run = startRun(out)
    const ended = new Promise((resolve) => run.once('exit', resolve))
    const stopped = await until('a booking to be made', async () => {
      const state = await stateOf(out)
      return state.bookings.some(({ bookingId, over }: Json) => bookingId !== null && !over) ? state : null
    })
    run.kill('SIGKILL')
    await ended
    expect(await alive()).not.toEqual([])
    const before = new Map<string, string>()
    for (const file of await readdir(join(out, 'exchanges')))
      if (file.includes('-shop-')) before.set(file, await readFile(join(out, 'exchanges', file), 'utf8'))
    expect(stopped.doneSteps).toContain('shop')
    const { code, stderr } = await certify('--out', out, '--resume')
    expect({ code, stderr: stderr.replaceAll(/^(?!.*is in).*\n/gm, '') }).toMatchObject({ code: 0 })
    expect(await alive()).toEqual([])
    for (const [file, text] of before) expect(await readFile(join(out, 'exchanges', file), 'utf8')).toBe(text)
    const state = await stateOf(out)
    expect(state.finishedAt).not.toBeNull()
    expect(state.bookings.filter(({ over }: Json) => !over)).toEqual([])
    const rows: Json[] = JSON.parse(await readFile(join(out, 'requirements.json'), 'utf8'))
    expect(rows.filter(({ verdict }) => verdict === 'NOT_MET')).toEqual([])
  })

  it('[X-10] is written into the audit log by its operator, with what came of it', async () => {
    const entries = await database.query(
      `SELECT action FROM audit_log WHERE subject = $1 AND action LIKE 'supplier.certify%' ORDER BY id`,
      [CONNECTION],
    )
    expect(entries.map(({ action }) => action)).toEqual([
      'supplier.certify.begin',
      'supplier.certify.begin',
      'supplier.certify.end',
    ])
  })
})

describe('the command', () => {
  it('[X-10] refuses a test host until it is told that this books, and what guests’ addresses are', {
    timeout: 180_000,
  }, async () => {
    const asked = await certify('--host', 'test')
    expect(asked).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/books some rooms there .* --host test --yes/),
    })
    const noAddress = await certify('--host', 'test', '--yes')
    expect(noAddress).toMatchObject({ code: 1, stderr: expect.stringMatching(/--traveller-ip is needed/) })
    expect(await certify('--host', 'moon')).toMatchObject({ code: 1, stderr: expect.stringMatching(/sandbox or test/) })
  })

  it('[X-10] refuses an unknown requirement, a folder that has a run, and a folder that has none to resume', {
    timeout: 180_000,
  }, async () => {
    const unknown = await certify('--only', 'H-01,H-99', '--out', join(folder, 'unknown'))
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringMatching(/H-99: Hotelbeds has no such requirement/) })
    const again = await certify('--out', join(folder, 'killed'))
    expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/has a run already: say --resume/) })
    const none = await certify('--out', join(folder, 'nothing'), '--resume')
    expect(none).toMatchObject({ code: 1, stderr: expect.stringMatching(/there is no run/) })
  })
})
