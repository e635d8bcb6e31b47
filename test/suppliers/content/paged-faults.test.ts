import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ContentFault, Fault } from '../../../src/domain/sandbox-faults.ts'
import { type Alter, startAlteringRelay } from '../../support/altering-relay.ts'
import { createContentRows, SOME_DAY } from '../../support/content-rows.ts'
import { drawn } from '../../support/draw.ts'
import { contentReader, type ReadPass } from '../../support/read-content.ts'
import { useContentSandbox } from '../../support/use-content-sandbox.ts'

/** What becomes of a pass over pages when calls fail, pages shift, or limits are reached: content.md, section 6. */
const sandbox = useContentSandbox()
const { NOON } = sandbox
const DAY_MS = 86_400_000
const rows = createContentRows()
const readers: { close: () => Promise<void> }[] = []

beforeEach(() => sandbox.setTime(NOON))
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close()
})

/** Of a month, on one page. */
const SOME_CHANGES = { kind: 'CHANGES', since: '2026-06-01' } as const
/** The last countries, with a third of the hotels. */
const FROM_JAPAN = { country: 'JP', row: 1, total: null, done: 0 }

function fromJapan(day = SOME_DAY): string[] {
  return rows.supply
    .listed('liteapi', day)
    .filter(({ listed }) => rows.world.countryOf(listed).toUpperCase() >= FROM_JAPAN.country)
    .map(({ listed }) => listed.supplierHotelId)
}

type More = Partial<Parameters<typeof contentReader>[0]>

function readerOf(code: string, more: More = {}) {
  const reader = contentReader({ code, baseUrl: sandbox.baseOf(code), nowAt: NOON, ...more })
  readers.push(reader)
  return reader
}

function spoil(code: string, fault: Fault | ContentFault, count = 1): void {
  sandbox.faults.add(code, 'content', { fault, count })
}

/** A reader whose answers are altered on their way. */
async function alteredReader(code: string, alter: Alter) {
  const relay = await startAlteringRelay(sandbox.baseOf(code), alter)
  readers.push(relay)
  return readerOf(code, { baseUrl: relay.baseUrl })
}

function ids({ hotels }: Pick<ReadPass, 'hotels'>): string[] {
  return hotels.map(({ supplierHotelId }) => supplierHotelId)
}

function listedOf(code: 'hotelbeds' | 'liteapi', day = SOME_DAY): string[] {
  return rows.supply.listed(code, day).map(({ listed }) => listed.supplierHotelId)
}

describe('pages of Hotelbeds', () => {
  it('have every row once, though one is missed where they shift', async () => {
    for (const page of [1, 2, 3]) {
      const reader = readerOf('hotelbeds')
      // Dictionaries come first, and cannot shift: the fault waits for a page.
      spoil('hotelbeds', 'shifted_pages')
      const read = await reader.read({ resume: page === 1 ? null : { row: (page - 1) * 980, total: 2_703 } })
      expect(read.error).toBeNull()
      const wanted = listedOf('hotelbeds').slice(page === 1 ? 0 : (page - 1) * 980)
      expect(wanted.filter((id) => !ids(read).includes(id))).toEqual([])
      expect(new Set(ids(read)).size).toBe(read.hotels.length)
    }
  })

  it.each(drawn(['500', 'reset', 'garbage', 'truncated', 'cut_gzip', 'html', '429', 'timeout'] as const, String))(
    'are asked for again after %s, and none is missed',
    async (fault) => {
      const reader = readerOf('hotelbeds', { timeoutMs: fault === 'timeout' ? 2_000 : 60_000 })
      // The dictionaries are kept from a pass before.
      const whole = await reader.read(SOME_CHANGES)
      spoil('hotelbeds', fault, 2)
      const read = await reader.read(SOME_CHANGES)
      expect([read.error, ids(read)]).toEqual([null, ids(whole)])
      expect(ids(whole).length).toBeGreaterThan(100)
    },
  )

  it('that are larger than an answer may be are asked for in halves', async () => {
    const reader = readerOf('hotelbeds')
    await reader.read({}, 1)
    spoil('hotelbeds', 'oversized')
    const read = await reader.read()
    expect([read.error, ids(read)]).toEqual([null, listedOf('hotelbeds')])
    expect(reader.paths.filter((path) => path.includes('from=1&to=500')).length).toBe(1)
  })

  it('end the pass when they fail again and again, and it goes on from its mark', async () => {
    const reader = readerOf('hotelbeds')
    await reader.read({}, 1)
    spoil('hotelbeds', '500', 4)
    expect((await reader.read()).error).toMatchObject({ kind: 'FAILED' })
    spoil('hotelbeds', '401')
    expect((await reader.read()).error).toMatchObject({ kind: 'REFUSED' })
    expect(ids(await reader.read())).toEqual(listedOf('hotelbeds'))
  })

  it('end the pass when the calls of the day are used up, and it goes on the next day from its mark', async () => {
    const reader = readerOf('hotelbeds', { account: '-evaluation' })
    // Forty of fifty calls are gone: the dictionaries and a page are left, and no more.
    for (let count = 0; count < 38; count += 1)
      await sandbox.hotelbeds('/types/boards', 'sandbox-hotelbeds-key-evaluation')
    const first = await reader.read()
    expect(first.error).toMatchObject({ kind: 'OVER_LIMIT', retryAfterMs: expect.any(Number) })
    expect(first.hotels.length).toBe(1_000)
    expect((await reader.read({ resume: reader.markOf(first) })).hotels).toEqual([])

    sandbox.setTime(NOON + DAY_MS)
    const tomorrow = readerOf('hotelbeds', { nowAt: NOON + DAY_MS, account: '-evaluation' })
    const rest = await tomorrow.read({ resume: reader.markOf(first) })
    expect(rest.error).toBeNull()
    const all = new Set([...ids(first), ...ids(rest)])
    const stayed = listedOf('hotelbeds').filter((id) => listedOf('hotelbeds', SOME_DAY + 1).includes(id))
    expect(stayed.filter((id) => !all.has(id))).toEqual([])
    expect(rest.hotels.length).toBeLessThan(1_800)
  })

  it('with rows that are no hotels tell their lines, and have all others', async () => {
    const reader = await alteredReader('hotelbeds', (path, body) => {
      if (!path.includes('/hotels?')) return null
      const from = Number(new URLSearchParams(path.split('?')[1]).get('from'))
      const hotels = body.hotels.map((hotel: object, index: number) =>
        from + index === 1_500 ? 'no hotel' : from + index === 1_510 ? { ...hotel, code: null } : hotel,
      )
      return { status: 200, body: { ...body, hotels } }
    })
    const { error, faulty, hotels } = await reader.read()
    expect(error).toBeNull()
    expect(faulty).toEqual([
      { type: 'FAULTY', line: 1_500, supplierHotelId: null, faults: ['is no JSON object'] },
      { type: 'FAULTY', line: 1_510, supplierHotelId: null, faults: ['code: is missing'] },
    ])
    expect(hotels.length).toBe(listedOf('hotelbeds').length - 2)
  })

  it('without a list of hotels, or dictionaries without one, end the pass instead of being taken for empty', async () => {
    const noHotels = await alteredReader('hotelbeds', (path, body) =>
      path.includes('/hotels?') ? { status: 200, body: { ...body, hotels: undefined } } : null,
    )
    expect((await noHotels.read()).error).toMatchObject({ kind: 'FAILED', message: expect.stringContaining('/hotels') })
    const noChains = await alteredReader('hotelbeds', (path) =>
      path.includes('/types/chains') ? { status: 200, body: {} } : null,
    )
    expect((await noChains.read()).error).toMatchObject({ kind: 'FAILED', message: expect.stringContaining('chains') })
  })

  it('are never asked for one by one [H-11]', async () => {
    const reader = readerOf('hotelbeds')
    await reader.read()
    expect(reader.paths.filter((path) => path.includes('/details'))).toEqual([])
    // Ten dictionaries, the languages, three pages.
    expect(reader.paths.length).toBeLessThanOrEqual(15)
  })
})

describe('hotels of LiteAPI', () => {
  it('have every row once, though one is missed where the list shifts', async () => {
    const reader = readerOf('liteapi')
    spoil('liteapi', 'shifted_pages')
    const read = await reader.read(SOME_CHANGES)
    const whole = await readerOf('liteapi').read(SOME_CHANGES)
    expect(read.error).toBeNull()
    expect([...ids(read), ...read.ended].sort()).toEqual([...ids(whole), ...whole.ended].sort())
    expect(ids(read).length).toBeGreaterThan(100)
  })

  it.each(drawn(['500', 'reset', 'garbage', 'html', '429'] as const, String))(
    'are asked for again after %s, and none is missed',
    async (fault) => {
      const reader = readerOf('liteapi')
      const whole = await reader.read({ kind: 'CHANGES', since: '2026-06-25' })
      spoil('liteapi', fault, 3)
      const read = await reader.read({ kind: 'CHANGES', since: '2026-06-25' })
      expect([read.error, ids(read)]).toEqual([null, ids(whole)])
      expect(ids(whole).length).toBeGreaterThan(20)
    },
  )

  it('end the pass when nothing is answered any more, or the key is refused', async () => {
    const reader = readerOf('liteapi')
    await reader.read({}, 1)
    spoil('liteapi', '500', 4)
    expect((await reader.read()).error).toMatchObject({ kind: 'FAILED' })
    spoil('liteapi', '401')
    expect((await reader.read()).error).toMatchObject({ kind: 'REFUSED' })
  })

  it('slow down when they are too many, and none is missed', async () => {
    let refusals = 0
    const reader = readerOf('liteapi', {
      onAsk: (path) => {
        if (path !== '/liteapi/data/hotel' || reader.paths.length % 40 !== 0 || refusals >= 10) return
        refusals += 1
        spoil('liteapi', '429', 3)
      },
    })
    const read = await reader.read({ resume: { country: 'US', row: 1, total: null, done: 0 } })
    expect([read.error, refusals]).toEqual([null, expect.any(Number)])
    expect(refusals).toBeGreaterThan(2)
    const wanted = rows.supply
      .listed('liteapi', SOME_DAY)
      .filter(({ listed }) => rows.world.countryOf(listed).toUpperCase() >= 'US')
    expect(ids(read).sort()).toEqual(wanted.map(({ listed }) => listed.supplierHotelId).sort())
  })

  it('are told by the list alone where they have no detail, and put aside where it always fails', async () => {
    const reader = await alteredReader('liteapi', (path, body) => {
      if (!path.startsWith('/data/hotel?')) return null
      const id: string = body.data?.id ?? ''
      if (id === unknown) return { status: 404, body: { error: { code: 4_004, message: 'hotel not found' } } }
      return id === failing ? { status: 500, body: { error: { code: 5_000, message: 'unable' } } } : null
    })
    const wanted = rows.supply
      .listed('liteapi', SOME_DAY)
      .filter(({ listed }) => rows.world.countryOf(listed).toUpperCase() === 'WS')
      .map(({ listed }) => listed.supplierHotelId)
    const [unknown, failing] = wanted
    const read = await reader.read({ resume: { country: 'WS', row: 1, total: null, done: 2_000 } })
    expect(read.error).toBeNull()
    expect(read.hotels.find(({ supplierHotelId }) => supplierHotelId === unknown)?.listing).toMatchObject({
      names: { en: expect.any(String) },
      rooms: null,
    })
    expect(read.faulty).toEqual([
      {
        type: 'FAULTY',
        line: expect.any(Number),
        supplierHotelId: failing,
        faults: [expect.stringContaining('GET /data/hotel: SERVER_ERROR')],
      },
    ])
    expect(read.hotels.length + read.faulty.length).toBe(wanted.length)
  })

  it('end the pass when the details of five fail one after the other', async () => {
    const reader = await alteredReader('liteapi', (path) =>
      path.startsWith('/data/hotel?') ? { status: 500, body: { error: { code: 5_000, message: 'unable' } } } : null,
    )
    const read = await reader.read()
    expect(read.error).toMatchObject({ kind: 'FAILED' })
    expect(read.faulty).toHaveLength(4)
    expect(read.hotels).toEqual([])
  })

  it('go on behind the last mark after a crash, and lose a hundred of them at most', async () => {
    const reader = readerOf('liteapi')
    const first = await reader.read({ resume: FROM_JAPAN }, 250)
    const calls = reader.paths.length
    const rest = await reader.read({ resume: reader.markOf(first) })
    expect(rest.error).toBeNull()
    expect(new Set([...ids(first), ...ids(rest)])).toEqual(new Set(fromJapan()))
    expect(rest.hotels.length).toBeLessThan(fromJapan().length - 250 + 100 + 40)
    expect(reader.paths.length - calls).toBeLessThan(rest.hotels.length + 60)
  })
})

describe.each(['hotelbeds', 'liteapi'] as const)('changes of %s', (code) => {
  it('and yesterday’s whole are today’s whole, row for row', async () => {
    const part = { resume: code === 'liteapi' ? FROM_JAPAN : null }
    const before = await readerOf(code).read(part)
    sandbox.setTime(NOON + 3 * DAY_MS)
    const nowAt = NOON + 3 * DAY_MS
    const since = new Date(NOON).toISOString().slice(0, 10)
    const changes = await readerOf(code, { nowAt }).read({ ...part, kind: 'CHANGES', since })
    const after = await readerOf(code, { nowAt }).read(part)
    expect([before.error, changes.error, after.error]).toEqual([null, null, null])
    expect(changes.hotels.length).toBeGreaterThan(5)
    expect(changes.hotels.length).toBeLessThan(200)

    const known = new Map(before.hotels.map(({ supplierHotelId, raw }) => [supplierHotelId, raw]))
    for (const { supplierHotelId, raw } of changes.hotels) known.set(supplierHotelId, raw)
    for (const id of changes.ended) known.delete(id)
    // Hotelbeds does not tell which hotels are gone: only a whole pass shows it.
    const wanted = new Map(after.hotels.map(({ supplierHotelId, raw }) => [supplierHotelId, raw]))
    if (code === 'hotelbeds') for (const id of known.keys()) if (!wanted.has(id)) known.delete(id)
    expect([...known.keys()].sort()).toEqual([...wanted.keys()].sort())
    expect([...wanted].filter(([id, raw]) => known.get(id) !== raw).map(([id]) => id)).toEqual([])
  })
})
