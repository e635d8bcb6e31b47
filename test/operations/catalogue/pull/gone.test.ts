import { describe, expect, it } from 'vitest'
import type { PullWishes } from '../../../../src/operations/catalogue/pull/pull.ts'
import { pageSource } from '../../../support/page-source.ts'
import { type ContentSupplier, hotels, type Row, useContentSupplier } from '../../../support/use-content-supplier.ts'

let supplier: ContentSupplier
useContentSupplier((opened) => {
  supplier = opened
})

function whole(rows: readonly Row[], wishes: Partial<PullWishes> = {}, source = pageSource) {
  supplier.has.set('WHOLE en', rows)
  return supplier.pull({ isWhole: true, ...wishes }, source)
}

function changes(rows: readonly Row[]) {
  supplier.has.set('CHANGES en', rows)
  return supplier.pull()
}

async function statuses(): Promise<Readonly<Record<string, readonly string[]>>> {
  const rows = Object.entries(await supplier.staged()).filter(([, { status }]) => status !== 'ACTIVE')
  return Object.fromEntries(
    Map.groupBy(rows, ([, { status }]) => String(status))
      .entries()
      .map(([status, found]) => [status, found.map(([id]) => id)]),
  )
}

function each(count: number, change: object): Readonly<Record<number, object>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [index, change]))
}

describe('[20] a hotel that its supplier ends', () => {
  it('is gone when a whole pass lacks it, and back with all that it had when one has it again', async () => {
    await whole(hotels(60))
    const before = await supplier.staged()
    expect(await whole(hotels(59))).toMatchObject({ outcome: 'DONE', passes: [{ counts: { gone: 1 } }] })
    expect(await statuses()).toEqual({ GONE: ['h59'] })
    await whole(hotels(60))
    expect(await supplier.staged()).toEqual(before)
  })

  it('is gone when two whole passes lack it, where pages may shift', async () => {
    const twice = { ...pageSource, passesUntilGone: 2 as const }
    await whole(hotels(60), {}, twice)
    await whole(hotels(59), {}, twice)
    await whole(hotels(60), {}, twice)
    await whole(hotels(59), {}, twice)
    expect(await statuses()).toEqual({})
    await whole(hotels(59), {}, twice)
    expect(await statuses()).toEqual({ GONE: ['h59'] })
  })

  it('is closed or gone as changes tell it, and open again as changes tell it', async () => {
    await whole(hotels(60))
    const before = await supplier.staged()
    await changes([...hotels(1, { 0: { status: 'CLOSED' } }), { id: 'h1', ended: 'GONE' }])
    expect(await statuses()).toEqual({ CLOSED: ['h0'], GONE: ['h1'] })
    await changes(hotels(2))
    expect(await supplier.staged()).toEqual(before)
  })

  it('is not gone because changes do not tell it, or another language lacks it', async () => {
    await whole(hotels(60))
    await changes([])
    supplier.has.set('WHOLE fr', hotels(10))
    await whole(hotels(60), { languages: ['en', 'fr'] })
    expect(await statuses()).toEqual({})
  })

  it('is not ended by its name in a bad row', async () => {
    await whole(hotels(60))
    await whole(hotels(60, { 7: { country_code: 'FRANCE' } }))
    expect(await statuses()).toEqual({})
  })
})

describe('[20] a brake', () => {
  it('holds when 21 of 60 are missing, and ends them when an operator accepts it', async () => {
    await whole(hotels(60))
    const held = await whole(hotels(39))
    expect(held).toMatchObject({ outcome: 'HELD', passes: [{ state: 'HELD_READ' }] })
    expect(await statuses()).toEqual({})
    supplier.asked.length = 0
    const accepted = await supplier.pull({ isAccepted: true })
    expect(accepted).toMatchObject({ outcome: 'DONE', passes: [{ kind: 'WHOLE', counts: { gone: 21 } }] })
    // What was read already is not read again.
    expect(supplier.asked).toEqual([])
    expect((await statuses())['GONE']).toHaveLength(21)
  })

  it('that nobody accepts gives way to a pass that is right', async () => {
    await whole(hotels(60))
    await whole(hotels(30))
    expect(await whole(hotels(60))).toMatchObject({ outcome: 'DONE', passes: [{ counts: { gone: 0 } }] })
    expect(await supplier.database.query(`SELECT state FROM content_passes ORDER BY id`)).toEqual([
      { state: 'DONE' },
      { state: 'GIVEN_UP' },
      { state: 'DONE' },
    ])
  })

  it('holds while rows are read, when more than 20 have moved by more than a kilometre', async () => {
    await whole(hotels(60))
    expect(await whole(hotels(60, each(20, { latitude: 48.9 })))).toMatchObject({ outcome: 'DONE' })
    const before = await supplier.staged()
    expect(await whole(hotels(60, each(21, { latitude: 48.7 })))).toMatchObject({
      outcome: 'HELD',
      said: expect.stringMatching(/21 of 60 listings have moved/),
    })
    expect(await supplier.staged()).toEqual(before)
  })

  it('holds when the supplier ends more than 20 of them', async () => {
    await whole(hotels(60))
    expect(await changes(hotels(21, each(21, { status: 'CLOSED' })))).toMatchObject({
      outcome: 'HELD',
      said: expect.stringMatching(/ends 21 of 60/),
      passes: [{ state: 'HELD', counts: { ended: 21 } }],
    })
    // What stopped it is not staged.
    expect(await statuses()).toEqual({})
    expect(await supplier.pull({ isAccepted: true })).toMatchObject({ outcome: 'DONE' })
    expect((await statuses())['CLOSED']).toHaveLength(21)
  })

  it('holds when a row does not say which hotel it is, and one is missing', async () => {
    await whole(hotels(60))
    expect(await whole([...hotels(59), 'is no JSON'])).toMatchObject({
      outcome: 'HELD',
      said: expect.stringMatching(/1 listings are missing, but 1 rows do not say which hotel they are/),
    })
    expect(await statuses()).toEqual({})
  })
})
