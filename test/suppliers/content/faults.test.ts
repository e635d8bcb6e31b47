import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ContentFault, Fault } from '../../../src/domain/sandbox-faults.ts'
import { createOpenFile } from '../../../src/suppliers/content/download.ts'
import { unpackLines } from '../../../src/suppliers/content/unpack.ts'
import { SOME_DAY } from '../../support/content-rows.ts'
import { drawn } from '../../support/draw.ts'
import { contentReader } from '../../support/read-content.ts'
import { useContentSandbox } from '../../support/use-content-sandbox.ts'

/** What becomes of a pass when a file, its link, or a page is not as it should be: content.md, section 6. */
const sandbox = useContentSandbox({ oneOf: 2 })
const { NOON } = sandbox
const DAY_MS = 86_400_000
const readers: { close: () => Promise<void> }[] = []

beforeEach(() => sandbox.setTime(NOON))
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close()
})

function readerOf(code: string, account = '') {
  const reader = contentReader({ code, baseUrl: sandbox.baseOf(code), nowAt: NOON, account })
  readers.push(reader)
  return reader
}

function spoil(code: string, fault: Fault | ContentFault): void {
  sandbox.faults.add(code, 'content', { fault })
}

function ids({ hotels }: { hotels: readonly { supplierHotelId: string }[] }): string[] {
  return hotels.map(({ supplierHotelId }) => supplierHotelId)
}

describe.each(drawn(['expedia_rapid', 'ratehawk'] as const, (code) => code))('[E-07] a file of %s', (code) => {
  it('goes on at the byte where it was cut, and has every row once', async () => {
    const whole = await readerOf(code).read()
    const reader = readerOf(code)
    spoil(code, 'cut')
    const read = await reader.read()
    expect(read.error).toBeNull()
    expect(ids(read)).toEqual(ids(whole))
    expect(reader.paths.filter((path) => path.startsWith('FILE ') && path !== 'FILE 0')).toHaveLength(1)
  })

  it('that has another length than told ends the pass, which is not remembered', async () => {
    const reader = readerOf(code)
    spoil(code, 'wrong_length')
    expect((await reader.read()).error).toMatchObject({ kind: 'BROKEN_FILE' })
    expect(await reader.read()).toMatchObject({ error: null, isUnchanged: false })
  })

  it('that is two packed files, one behind the other, has all rows', async () => {
    const whole = await readerOf(code).read()
    spoil(code, 'second_gzip_member')
    const read = await readerOf(code).read()
    expect([read.error, ids(read)]).toEqual([null, ids(whole)])
  })

  it('with one row that is no JSON tells its line, and reads the others', async () => {
    const whole = await readerOf(code).read()
    spoil(code, 'bad_line')
    const read = await readerOf(code).read()
    expect(read.faulty).toHaveLength(1)
    expect(read.faulty[0]).toMatchObject({ supplierHotelId: null, faults: ['the row is no JSON'] })
    expect(read.hotels.length + read.ended.length).toBe(whole.hotels.length + whole.ended.length - 1)
    expect(read.hotels.some(({ line }) => line === read.faulty[0]?.line)).toBe(false)
  })

  it('whose link has expired is asked for anew, and not for ever', async () => {
    const reader = readerOf(code)
    spoil(code, 'link_expired')
    expect((await reader.read({}, 10)).error).toBeNull()
    expect(reader.paths.filter((path) => /files\/properties|info\/dump/.test(path))).toHaveLength(2)
    for (let count = 0; count < 3; count += 1) spoil(code, 'link_expired')
    expect((await readerOf(code).read()).error).toMatchObject({ kind: 'REFUSED' })
  })

  it('is refused as too much, broken or not to be had by what it is', async () => {
    const expected = { '429': 'OVER_LIMIT', '500': 'FAILED', html: 'FAILED', reset: 'FAILED' } as const
    for (const fault of ['429', '500', 'html', 'reset'] as const) {
      const reader = readerOf(code)
      // Of the calls before the file nothing may be asked: the first call is hit.
      spoil(code, fault)
      expect([fault, (await reader.read()).error?.kind]).toEqual([fault, expected[fault]])
    }
  })

  it('goes on behind the last mark after a crash, and begins again when it is another file', async () => {
    const whole = await readerOf(code).read()
    const crashed = readerOf(code)
    const first = await crashed.read({}, 1_300)
    const mark = crashed.markOf(first)
    const rest = await crashed.read({ resume: mark })
    expect(rest.error).toBeNull()
    expect(ids(rest).length).toBeLessThan(ids(whole).length - 900)
    const together = new Set([...ids(first), ...ids(rest)])
    expect(together).toEqual(new Set(ids(whole)))
    sandbox.setTime(NOON + DAY_MS)
    const tomorrow = readerOf(code)
    expect(ids(await tomorrow.read({ resume: mark }))).toEqual(ids(await readerOf(code).read()))
  })

  it('that drips is read as it comes, and left when nobody wants it any more', async () => {
    const reader = readerOf(code)
    // What stands before the file is asked before it drips.
    await reader.read({}, 1)
    spoil(code, 'slow_drip')
    const read = await reader.read({}, 5)
    expect([read.hotels.length, read.error]).toEqual([5, null])
  })
})

describe('[E-07] dumps and increments of RateHawk', () => {
  it('are read once: the same dump again is unchanged', async () => {
    const reader = readerOf('ratehawk')
    expect((await reader.read()).hotels.length).toBeGreaterThan(1_200)
    expect(await reader.read()).toMatchObject({ isUnchanged: true, hotels: [], error: null })
  })

  it('are asked for later when they are not ready', async () => {
    spoil('ratehawk', 'dump_not_ready')
    const { error } = await readerOf('ratehawk').read()
    expect(error).toMatchObject({ kind: 'NOT_READY', retryAfterMs: 600_000 })
  })

  it('come every week and every day', () => {
    expect(readerOf('ratehawk').source).toMatchObject({ wholeEveryDays: 7, passesUntilGone: 1 })
  })

  it('together are the dump of the next day; what is deleted ends, and what is closed stays as closed', async () => {
    const reader = readerOf('ratehawk')
    const state = new Map((await reader.read()).hotels.map((one) => [one.supplierHotelId, one.listing]))
    let [deleted, closed] = [0, 0]
    for (let day = 1; day <= 14; day += 1) {
      sandbox.setTime(NOON + day * DAY_MS)
      const { hotels, ended, error } = await readerOf('ratehawk').read({ kind: 'CHANGES', since: '2026-07-01' })
      expect(error).toBeNull()
      for (const one of hotels) state.set(one.supplierHotelId, one.listing)
      for (const id of ended) state.delete(id)
      deleted += ended.length
      closed += hotels.filter(({ listing }) => listing['status'] === 'CLOSED').length
    }
    const next = await readerOf('ratehawk').read()
    const open = [...state].filter(([, listing]) => listing['status'] !== 'CLOSED')
    const openNext = next.hotels.filter(({ listing }) => listing['status'] !== 'CLOSED')
    expect(new Map(open)).toEqual(new Map(openNext.map((one) => [one.supplierHotelId, one.listing])))
    expect(deleted).toBeGreaterThan(0)
    expect(closed).toBeGreaterThan(0)
  })
})

describe('[E-07] changes of Expedia Rapid', () => {
  const since = new Date(SOME_DAY * DAY_MS).toISOString().slice(0, 10)

  it('and yesterday’s file are the file of today, with what is inactive taken out', async () => {
    const state = new Map(
      (await readerOf('expedia_rapid').read()).hotels.map((one) => [one.supplierHotelId, one.listing]),
    )
    sandbox.setTime(NOON + 7 * DAY_MS)
    const later = contentReader({
      code: 'expedia_rapid',
      baseUrl: sandbox.baseOf('expedia_rapid'),
      nowAt: NOON + 7 * DAY_MS,
    })
    readers.push(later)
    const changes = await later.read({ kind: 'CHANGES', since })
    expect(changes.error).toBeNull()
    for (const one of changes.hotels) state.set(one.supplierHotelId, one.listing)
    for (const id of changes.ended) state.delete(id)
    const whole = await later.read()
    expect(changes.ended.length).toBeGreaterThan(0)
    const today = Object.fromEntries(whole.hotels.map((one) => [one.supplierHotelId, one.listing]))
    expect([...state.keys()].sort()).toEqual(Object.keys(today).sort())
    expect([...state].filter(([id, listing]) => JSON.stringify(listing) !== JSON.stringify(today[id]))).toEqual([])
  })

  it('begin again at the first page when a page is forgotten, and go on from a mark', async () => {
    const asked = { kind: 'CHANGES', since: '2026-01-01' } as const
    const whole = await readerOf('expedia_rapid').read(asked)
    const reader = readerOf('expedia_rapid')
    const first = await reader.read(asked, 250)
    const mark = reader.markOf(first)
    expect(mark).toMatchObject({ step: 'expedia updated', line: 200 })
    spoil('expedia_rapid', 'page_token_gone')
    const again = await reader.read({ ...asked, resume: mark })
    expect(again.error).toBeNull()
    expect(new Set(ids(again))).toEqual(new Set(ids(whole)))
    const rest = await reader.read({ ...asked, resume: mark })
    expect(ids(rest).length).toBe(ids(whole).length - 200)
  })

  it('are refused without the profile that the contract asks for, on every call', async () => {
    const { error, hotels } = await readerOf('expedia_rapid', '-profile').read()
    expect(hotels).toEqual([])
    expect(error).toMatchObject({ kind: 'REFUSED' })
  })
})

describe('a file behind a link', () => {
  it.each([
    ['429', 'RATE_LIMITED', 429],
    ['500', 'SERVER_ERROR', 500],
    ['link_expired', 'UNAUTHORIZED', 403],
    ['reset', 'NETWORK', null],
  ] as const)('that is answered with %s is the failure %s', async (fault, kind, httpStatus) => {
    const openFile = createOpenFile()
    readers.push(openFile)
    const url = await sandbox.dumpLink()
    spoil('ratehawk', fault)
    expect(await openFile(url, { from: 0, etag: null })).toMatchObject({ ok: false, error: { kind, httpStatus } })
  })

  it('that is a page for people, or random bytes, is broken', async () => {
    const openFile = createOpenFile()
    readers.push(openFile)
    for (const fault of ['html', 'garbage'] as const) {
      const url = await sandbox.dumpLink()
      spoil('ratehawk', fault)
      const opened = await openFile(url, { from: 0, etag: null })
      if (!opened.ok) throw new Error(opened.error.detail)
      await expect(unpackLines(opened.value.chunks, 'zstd').next()).rejects.toMatchObject({ kind: 'BROKEN_FILE' })
    }
  })

  it('is not looked for where the link leads elsewhere, or is no address', async () => {
    const openFile = createOpenFile()
    readers.push(openFile)
    const options = { from: 0, etag: null }
    for (const url of ['file:///etc/hostname', 'not a link', 'ftp://127.0.0.1/x'])
      expect(await openFile(url, options)).toMatchObject({ ok: false, error: { kind: 'MALFORMED' } })
  })
})
