import { describe, expect, it } from 'vitest'
import { SOME_DAY } from '../../support/content-rows.ts'
import { drawn } from '../../support/draw.ts'
import { idsOf, useContentReaders } from '../../support/use-content-readers.ts'

/** What becomes of a pass over Hotelbeds' pages when calls fail, pages shift, or limits are reached: content.md, section 6. */
const { sandbox, readerOf, alteredReader, spoil, listed, changesAgainstWhole } = useContentReaders('hotelbeds')
const { NOON } = sandbox
const DAY_MS = 86_400_000

/** Of a month, on one page. */
const SOME_CHANGES = { kind: 'CHANGES', since: '2026-06-01' } as const

describe('pages of Hotelbeds', () => {
  it('have every row once, though one is missed where they shift', async () => {
    for (const page of [1, 2, 3]) {
      const reader = readerOf()
      // Dictionaries come first, and cannot shift: the fault waits for a page.
      spoil('shifted_pages')
      const read = await reader.read({ resume: page === 1 ? null : { row: (page - 1) * 980, total: 2_703 } })
      expect(read.error).toBeNull()
      const wanted = listed().slice(page === 1 ? 0 : (page - 1) * 980)
      expect(wanted.filter((id) => !idsOf(read).includes(id))).toEqual([])
      expect(new Set(idsOf(read)).size).toBe(read.hotels.length)
    }
  })

  it.each(drawn(['500', 'reset', 'garbage', 'truncated', 'cut_gzip', 'html', '429', 'timeout'] as const, String))(
    'are asked for again after %s, and none is missed',
    async (fault) => {
      const reader = readerOf({ timeoutMs: fault === 'timeout' ? 2_000 : 60_000 })
      // The dictionaries are kept from a pass before.
      const whole = await reader.read(SOME_CHANGES)
      spoil(fault, 2)
      const read = await reader.read(SOME_CHANGES)
      expect([read.error, idsOf(read)]).toEqual([null, idsOf(whole)])
      expect(idsOf(whole).length).toBeGreaterThan(100)
    },
  )

  it('that are larger than an answer may be are asked for in halves', async () => {
    const reader = readerOf()
    await reader.read({}, 1)
    spoil('oversized')
    const read = await reader.read()
    expect([read.error, idsOf(read)]).toEqual([null, listed()])
    expect(reader.paths.filter((path) => path.includes('from=1&to=500')).length).toBe(1)
  })

  it('end the pass when they fail again and again, and it goes on from its mark', async () => {
    const reader = readerOf()
    await reader.read({}, 1)
    spoil('500', 4)
    expect((await reader.read()).error).toMatchObject({ kind: 'FAILED' })
    spoil('401')
    expect((await reader.read()).error).toMatchObject({ kind: 'REFUSED' })
    expect(idsOf(await reader.read())).toEqual(listed())
  })

  it('end the pass when the calls of the day are used up, and it goes on the next day from its mark', async () => {
    const reader = readerOf({ account: '-evaluation' })
    // Forty of fifty calls are gone: the dictionaries and a page are left, and no more.
    for (let count = 0; count < 38; count += 1)
      await sandbox.hotelbeds('/types/boards', 'sandbox-hotelbeds-key-evaluation')
    const first = await reader.read()
    expect(first.error).toMatchObject({ kind: 'OVER_LIMIT', retryAfterMs: expect.any(Number) })
    expect(first.hotels.length).toBe(1_000)
    expect((await reader.read({ resume: reader.markOf(first) })).hotels).toEqual([])

    sandbox.setTime(NOON + DAY_MS)
    const tomorrow = readerOf({ nowAt: NOON + DAY_MS, account: '-evaluation' })
    const rest = await tomorrow.read({ resume: reader.markOf(first) })
    expect(rest.error).toBeNull()
    const all = new Set([...idsOf(first), ...idsOf(rest)])
    const stayed = listed().filter((id) => listed(SOME_DAY + 1).includes(id))
    expect(stayed.filter((id) => !all.has(id))).toEqual([])
    expect(rest.hotels.length).toBeLessThan(1_800)
  })

  it('with rows that are no hotels tell their lines, and have all others', async () => {
    const reader = await alteredReader((path, body) => {
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
    expect(hotels.length).toBe(listed().length - 2)
  })

  it('without a list of hotels, or dictionaries without one, end the pass instead of being taken for empty', async () => {
    const noHotels = await alteredReader((path, body) =>
      path.includes('/hotels?') ? { status: 200, body: { ...body, hotels: undefined } } : null,
    )
    expect((await noHotels.read()).error).toMatchObject({ kind: 'FAILED', message: expect.stringContaining('/hotels') })
    const noChains = await alteredReader((path) => (path.includes('/types/chains') ? { status: 200, body: {} } : null))
    expect((await noChains.read()).error).toMatchObject({ kind: 'FAILED', message: expect.stringContaining('chains') })
  })

  it('are never asked for one by one [H-11]', async () => {
    const reader = readerOf()
    await reader.read()
    expect(reader.paths.filter((path) => path.includes('/details'))).toEqual([])
    // Ten dictionaries, the languages, three pages.
    expect(reader.paths.length).toBeLessThanOrEqual(15)
  })

  it('and the changes of three days are today’s whole, row for row', async () => {
    const { errors, changed, known, wanted } = await changesAgainstWhole({}, false)
    expect(errors).toEqual([null, null, null])
    expect(changed).toBeGreaterThan(5)
    expect(changed).toBeLessThan(200)
    expect(known).toEqual(wanted)
  })
})
