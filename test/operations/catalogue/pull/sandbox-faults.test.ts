import { describe, expect, it } from 'vitest'
import type { ContentFault, Fault } from '../../../../src/domain/sandbox-faults.ts'
import type { PullEnd } from '../../../../src/operations/catalogue/pull/pull.ts'
import { drawn } from '../../../support/draw.ts'
import {
  PULLED_CODES,
  type PulledCode,
  type PulledSandbox,
  type StagedRow,
  usePulledSandbox,
} from '../../../support/use-pulled-sandbox.ts'

/** What is staged of each supplier's sandbox, over its own protocol, when something goes wrong: content.md, sections 6 and 7. */
let sandbox: PulledSandbox
usePulledSandbox((opened) => {
  sandbox = opened
})

type Uncut = { readonly staged: Readonly<Record<string, StagedRow>>; readonly end: PullEnd }
const known = new Map<PulledCode, Uncut>()

/** What a pull comes to that nothing happens to; nothing is staged afterwards. */
async function uncut(code: PulledCode): Promise<Uncut> {
  const found = known.get(code)
  if (found) return found
  const end = await sandbox.pull(code)
  expect([end.outcome, end.said]).toEqual(['DONE', null])
  const made = { end, staged: await sandbox.staged(code) }
  expect(Object.keys(made.staged).length).toBeGreaterThan(260)
  known.set(code, made)
  await sandbox.forgetAll()
  return made
}

/** What a pull has come to, compared with the one that nothing happened to: rows that differ, and what it has counted. */
async function against(code: PulledCode, end: PullEnd) {
  const { staged } = await uncut(code)
  const now = await sandbox.staged(code)
  const ids = new Set([...Object.keys(staged), ...Object.keys(now)])
  const lost = [...ids].filter((id) => !(id in now))
  const other = [...ids].filter((id) => id in now && JSON.stringify(now[id]) !== JSON.stringify(staged[id]))
  const { rows, bad, added, changed } = end.passes[0]?.counts ?? {}
  return { outcome: end.outcome, said: end.said, lost: lost.length, other, counts: { rows, bad, added, changed } }
}

/** The same as if nothing had happened; of a file in which `spoilt` rows are no JSON, these are lost. */
async function nothingLost(code: PulledCode, spoilt = 0) {
  const { rows, bad = 0, added = 0, changed } = (await uncut(code)).end.passes[0]?.counts ?? {}
  const counts = { rows, bad: bad + spoilt, added: added - spoilt, changed }
  return { outcome: 'DONE', said: null, lost: spoilt, other: [], counts }
}

function spoil(code: PulledCode, fault: Fault | ContentFault, count = 1): void {
  sandbox.faults.add(code, 'content', { fault, count })
}

async function xmins() {
  return sandbox.database.query('SELECT supplier_hotel_id, xmin::text FROM listings ORDER BY id')
}

const FILES = ['expedia_rapid', 'ratehawk'] as const
const PAGES = ['hotelbeds', 'liteapi'] as const

describe.each(drawn(PULLED_CODES, (code) => code))('[20] a pull of %s', (code) => {
  it('that is killed in the middle goes on there, and ends as an uncut one', async () => {
    const { staged } = await uncut(code)
    await sandbox.pullAndKill(code)
    const count = await sandbox.count(code)
    expect(count > 0 && count < Object.keys(staged).length).toBe(true)
    expect(await against(code, await sandbox.pull(code))).toEqual(await nothingLost(code))
  })

  it('that is answered with 429, cut connections and pages in HTML goes on, and ends as an uncut one', async () => {
    await uncut(code)
    spoil(code, '429')
    spoil(code, 'reset')
    spoil(code, 'html')
    expect(await against(code, await sandbox.pull(code))).toEqual(await nothingLost(code))
    expect(sandbox.faults.left()).toBe(0)
  })

  it('that is made twice writes nothing the second time', async () => {
    await sandbox.pull(code)
    const before = await xmins()
    const [end] = (await sandbox.pull(code, { isWhole: true })).passes
    expect(end?.counts).toMatchObject({ added: 0, changed: 0, gone: 0 })
    expect(await xmins()).toEqual(before)
  })
})

describe.each(drawn(FILES, (code) => code))('[20] the file of %s', (code) => {
  it.each(['cut', 'wrong_length', 'second_gzip_member', 'link_expired'] as const)(
    'with the fault %s loses no row, and has none twice',
    async (fault) => {
      await uncut(code)
      spoil(code, fault)
      expect(await against(code, await sandbox.pull(code))).toEqual(await nothingLost(code))
      expect(sandbox.faults.left()).toBe(0)
    },
  )

  it('with a row of rubbish tells its line, and has all others', async () => {
    await uncut(code)
    spoil(code, 'bad_line')
    expect(await against(code, await sandbox.pull(code))).toEqual(await nothingLost(code, 1))
    expect(await sandbox.faultsTold()).toContainEqual({
      line: expect.any(Number),
      listing: null,
      pass: 'WHOLE en',
      faults: [expect.stringMatching(/JSON/)],
    })
  })

  it('that is shrunk ends nothing until the whole one comes', async () => {
    const { staged } = await uncut(code)
    await sandbox.pull(code)
    await forgetDump()
    spoil(code, 'shrunk')
    const end = await sandbox.pull(code, { isWhole: true })
    expect(end).toMatchObject({ outcome: 'HELD', said: expect.stringMatching(/rows are less than 90 %/) })
    expect(await sandbox.staged(code)).toEqual(staged)
    expect(await sandbox.pull(code, { isWhole: true })).toMatchObject({ outcome: 'DONE' })
    expect(await sandbox.staged(code)).toEqual(staged)
  })

  it('that drips is left when the process stops, and read to its end afterwards', async () => {
    await uncut(code)
    spoil(code, 'slow_drip')
    const until = performance.now() + 2_000
    const end = await sandbox.pull(code, {}, () => performance.now() > until)
    expect(end).toMatchObject({ outcome: 'FAILED', said: 'this process is stopping' })
    expect(await against(code, await sandbox.pull(code))).toEqual(await nothingLost(code))
  })
})

/** The same dump again would be no news. */
async function forgetDump(): Promise<void> {
  await sandbox.database.query(`UPDATE content_passes SET memory = '{}'`)
}

describe.each(drawn(PAGES, (code) => code))('[20] the pages of %s', (code) => {
  it('that shift, and one that is cut, lose no row', async () => {
    await uncut(code)
    spoil(code, 'shifted_pages')
    spoil(code, 'truncated')
    expect(await against(code, await sandbox.pull(code))).toEqual(await nothingLost(code))
    expect(sandbox.faults.left()).toBe(0)
  })
})

describe('[20] the pages of changes of expedia_rapid', () => {
  it.each(['page_token_gone', 'shifted_pages'] as const)('with the fault %s lose no row', async (fault) => {
    const { staged } = await uncut('expedia_rapid')
    await sandbox.pull('expedia_rapid')
    await sandbox.database.query(`UPDATE listings SET source_hashes = '{"en": "0"}', content_hash = ''`)
    spoil('expedia_rapid', fault)
    const end = await sandbox.pull('expedia_rapid', { since: '2026-01-01' })
    expect(end).toMatchObject({ outcome: 'DONE', passes: [{ kind: 'CHANGES', counts: { added: 0 } }] })
    expect(end.passes[0]?.counts.changed).toBeGreaterThan(100)
    expect(sandbox.faults.left()).toBe(0)
    expect(Object.keys(await sandbox.staged('expedia_rapid'))).toEqual(Object.keys(staged))
  })
})

describe('[20] a dump of RateHawk that is not ready', () => {
  it('is asked for by a later run, and nothing is lost', async () => {
    await uncut('ratehawk')
    spoil('ratehawk', 'dump_not_ready')
    const end = await sandbox.pull('ratehawk')
    expect(end).toMatchObject({ outcome: 'FAILED', said: expect.stringMatching(/^NOT_READY/), retryAfterMs: 900_000 })
    expect(await against('ratehawk', await sandbox.pull('ratehawk'))).toEqual(await nothingLost('ratehawk'))
  })
})
