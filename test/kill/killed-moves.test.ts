import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { differingTables } from '../../src/operations/operator/moving/copy-rows.ts'
import { putBooking, putOrganization } from '../store/moves/fixture.ts'
import { type AdminRun, runAdmin } from '../support/admin.ts'
import { openTwoCells, type TwoCells } from '../support/two-cells.ts'

let both: TwoCells
/** Of one test's organization. */
let cells: TwoCells

beforeAll(async () => {
  both = await openTwoCells()
  for (const [database, ...args] of [[both.a, '0'] as const, [both.b, '1', '--above', '64'] as const]) {
    // A command makes the master key known too, as a gateway does.
    const { code, stderr } = await runAdmin(database, ['cell', 'init', '--number', ...args])
    if (code !== 0) throw new Error(stderr)
  }
}, 300_000)
afterAll(() => both.close())

beforeEach(async () => {
  cells = { ...both, organizationId: `org_${randomBytes(4).toString('hex')}` }
  await putOrganization(cells.source, cells.organizationId)
  await withoutGuests(cells.source)
})

/** What the fixture writes as sealed is not. */
async function withoutGuests(session: TwoCells['source']): Promise<void> {
  await session.query('UPDATE bookings SET guests_sealed = NULL WHERE organization_id = $1', [cells.organizationId])
}

/** One booking more. */
async function book(session: TwoCells['source']): Promise<void> {
  await putBooking(session, cells.organizationId, `ubk_${cells.organizationId}_c`)
  await withoutGuests(session)
}

function move(args: readonly string[] = [], killPoint?: string): Promise<AdminRun> {
  const to = args.includes('--finish') ? [] : ['--to', 'env:TARGET_DATABASE_URL']
  const kill = killPoint === undefined ? {} : { KILL_POINT: killPoint }
  return runAdmin(cells.a, ['organization', 'move', '--id', cells.organizationId, ...to, ...args], {
    TARGET_DATABASE_URL: cells.b.url,
    ...kill,
  })
}

/** Ended by SIGKILL there: nothing of it was tidied up. */
async function killed(point: string, args: readonly string[] = []): Promise<void> {
  const { code, stderr } = await move(args, `move:${point}`)
  // What it said, when it was not killed.
  expect(code === -1 ? '' : stderr).toBe('')
  expect(code).toBe(-1)
}

async function succeeds(run: Promise<AdminRun>): Promise<void> {
  const { code, stderr } = await run
  expect(code === 0 ? '' : stderr).toBe('')
}

async function bookingsIn(session: TwoCells['source']): Promise<string[]> {
  const { rows } = await session.query<{ id: string }>(
    'SELECT id FROM bookings WHERE organization_id = $1 ORDER BY id',
    [cells.organizationId],
  )
  return rows.map(({ id }) => id)
}

async function recordsIn(session: TwoCells['source']): Promise<string[]> {
  const { rows } = await session.query<{ state: string }>(
    'SELECT state FROM organization_moves WHERE organization_id = $1',
    [cells.organizationId],
  )
  return rows.map(({ state }) => state)
}

describe('a move whose process gets SIGKILL', { timeout: 300_000 }, () => {
  it.each(['begun-in-target', 'COPYING', 'copied', 'DRAINING', 'FENCED', 'equal', 'SWITCHED', 'opened', 'ARRIVED'])(
    '[21] at %s is ended by the same command',
    async (point) => {
      await killed(point)
      await succeeds(move())
      expect(await differingTables(cells)).toEqual([])
      expect([await recordsIn(cells.source), await recordsIn(cells.target)]).toEqual([['ARRIVED'], []])
      await book(cells.target)
      await succeeds(move(['--finish']))
      expect(await bookingsIn(cells.source)).toEqual([])
      expect(await bookingsIn(cells.target)).toHaveLength(3)
    },
  )

  it.each(['begun-in-target', 'COPYING', 'copied', 'DRAINING', 'FENCED', 'equal'])(
    '[21] at %s can be called off: the source serves and has everything, the target nothing',
    async (point) => {
      await killed(point)
      await succeeds(move(['--call-off']))
      expect([await recordsIn(cells.source), await recordsIn(cells.target)]).toEqual([[], []])
      await book(cells.source)
      expect(await bookingsIn(cells.source)).toHaveLength(3)
      expect(await bookingsIn(cells.target)).toEqual([])
    },
  )

  it.each(['SWITCHED', 'opened', 'ARRIVED'])('[21] at %s cannot be called off any more', async (point) => {
    await killed(point)
    const { code, stderr } = await move(['--call-off'])
    expect(code).toBe(1)
    expect(stderr).toContain('it can only go on')
  })

  it.each(['CALLED_OFF', 'emptied', 'forgotten'])(
    '[21] while it is called off, at %s, is called off by the same command, or moved after all',
    async (point) => {
      await killed('copied')
      await killed(point, ['--call-off'])
      await book(cells.source)
      await succeeds(move(['--call-off']))
      expect([await recordsIn(cells.source), await recordsIn(cells.target)]).toEqual([[], []])
      await killed('copied')
      await killed(point, ['--call-off'])
      await succeeds(move())
      expect(await bookingsIn(cells.target)).toHaveLength(3)
    },
  )

  it('[21] while it is finished, is finished by the same command', async () => {
    await succeeds(move())
    await killed('deleted', ['--finish'])
    await succeeds(move(['--finish']))
    expect([await bookingsIn(cells.source), await recordsIn(cells.source)]).toEqual([[], []])
    expect(await bookingsIn(cells.target)).toHaveLength(2)
  })
})
