import { describe, expect, it } from 'vitest'
import { SOME_DAY } from '../../support/content-rows.ts'
import { drawn } from '../../support/draw.ts'
import { idsOf, useContentReaders } from '../../support/use-content-readers.ts'

/** What becomes of a pass over LiteAPI's list and the details of each of its hotels when calls fail: content.md, section 6. */
const { rows, readerOf, alteredReader, spoil, changesAgainstWhole } = useContentReaders('liteapi', { oneOf: 2 })

/** Of a month, on one page. */
const SOME_CHANGES = { kind: 'CHANGES', since: '2026-06-01' } as const
/** The last countries, with a third of the hotels. */
const FROM_JAPAN = { country: 'JP', row: 1, total: null, done: 0 }

function fromCountry(country: string): string[] {
  return rows.supply
    .listed('liteapi', SOME_DAY)
    .filter(({ listed }) => rows.world.countryOf(listed).toUpperCase() >= country)
    .map(({ listed }) => listed.supplierHotelId)
}

describe('hotels of LiteAPI', () => {
  it('have every row once, though one is missed where the list shifts', async () => {
    const reader = readerOf()
    spoil('shifted_pages')
    const read = await reader.read(SOME_CHANGES)
    const whole = await readerOf().read(SOME_CHANGES)
    expect(read.error).toBeNull()
    expect([...idsOf(read), ...read.ended].sort()).toEqual([...idsOf(whole), ...whole.ended].sort())
    expect(idsOf(read).length).toBeGreaterThan(100)
  })

  it.each(drawn(['500', 'reset', 'garbage', 'html', '429'] as const, String))(
    'are asked for again after %s, and none is missed',
    async (fault) => {
      const reader = readerOf()
      const whole = await reader.read({ kind: 'CHANGES', since: '2026-06-25' })
      spoil(fault, 3)
      const read = await reader.read({ kind: 'CHANGES', since: '2026-06-25' })
      expect([read.error, idsOf(read)]).toEqual([null, idsOf(whole)])
      expect(idsOf(whole).length).toBeGreaterThan(20)
    },
  )

  it('end the pass when nothing is answered any more, or the key is refused', async () => {
    const reader = readerOf()
    await reader.read({}, 1)
    spoil('500', 4)
    expect((await reader.read()).error).toMatchObject({ kind: 'FAILED' })
    spoil('401')
    expect((await reader.read()).error).toMatchObject({ kind: 'REFUSED' })
  })

  it('slow down when they are too many, and none is missed', async () => {
    let refusals = 0
    const reader = readerOf({
      onAsk: (path) => {
        if (path !== '/liteapi/data/hotel' || reader.paths.length % 40 !== 0 || refusals >= 10) return
        refusals += 1
        spoil('429', 3)
      },
    })
    const read = await reader.read({ resume: { country: 'US', row: 1, total: null, done: 0 } })
    expect([read.error, refusals]).toEqual([null, expect.any(Number)])
    expect(refusals).toBeGreaterThan(2)
    const wanted = rows.supply
      .listed('liteapi', SOME_DAY)
      .filter(({ listed }) => rows.world.countryOf(listed).toUpperCase() >= 'US')
    expect(idsOf(read).sort()).toEqual(wanted.map(({ listed }) => listed.supplierHotelId).sort())
  })

  it('are told by the list alone where they have no detail, and put aside where it always fails', async () => {
    const reader = await alteredReader((path, body) => {
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
    const reader = await alteredReader((path) =>
      path.startsWith('/data/hotel?') ? { status: 500, body: { error: { code: 5_000, message: 'unable' } } } : null,
    )
    const read = await reader.read()
    expect(read.error).toMatchObject({ kind: 'FAILED' })
    expect(read.faulty).toHaveLength(4)
    expect(read.hotels).toEqual([])
  })

  it('go on behind the last mark after a crash, and lose a hundred of them at most', async () => {
    const reader = readerOf()
    const first = await reader.read({ resume: FROM_JAPAN }, 250)
    const calls = reader.paths.length
    const rest = await reader.read({ resume: reader.markOf(first) })
    expect(rest.error).toBeNull()
    expect(new Set([...idsOf(first), ...idsOf(rest)])).toEqual(new Set(fromCountry('JP')))
    expect(rest.hotels.length).toBeLessThan(fromCountry('JP').length - 250 + 100 + 40)
    expect(reader.paths.length - calls).toBeLessThan(rest.hotels.length + 60)
  })

  it('and the changes of three days are today’s whole, row for row', async () => {
    const { errors, changed, known, wanted } = await changesAgainstWhole({ resume: FROM_JAPAN }, true)
    expect(errors).toEqual([null, null, null])
    expect(changed).toBeGreaterThan(5)
    expect(changed).toBeLessThan(200)
    expect(known).toEqual(wanted)
  })
})
