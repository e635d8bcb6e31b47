import { describe, expect, it } from 'vitest'
import { addDays, dateInZone } from '../../../../src/domain/time.ts'
import { CONNECTION, type ContentSupplier, hotels, useContentSupplier } from '../../../support/use-content-supplier.ts'

let supplier: ContentSupplier
useContentSupplier((opened) => {
  supplier = opened
})

async function passes(): Promise<readonly string[]> {
  const rows = await supplier.database.query(
    `SELECT kind || ' ' || language || coalesce(' since ' || since, '') || ' ' || state AS told FROM content_passes ORDER BY id`,
  )
  return rows.map(({ told }) => told)
}

function today(): string {
  return dateInZone(supplier.core.clock.real(), 'UTC')
}

/** As if the last pull had been made so many days ago. */
async function age(days: number): Promise<string> {
  const date = addDays(today(), -days)
  await supplier.database.query('UPDATE content_passes SET began_date = $1', [date])
  return date
}

describe('which passes a pull makes', () => {
  it('reads everything first, then what has changed since the last complete pass, that day included', async () => {
    supplier.has.set('WHOLE en', hotels(25))
    expect(await supplier.pull()).toMatchObject({ outcome: 'DONE', passes: [{ kind: 'WHOLE', counts: { added: 25 } }] })
    const before = await age(3)
    supplier.has.set('CHANGES en', hotels(2, { 1: { stars: 4 } }))
    expect(await supplier.pull()).toMatchObject({
      passes: [{ kind: 'CHANGES', since: before, counts: { rows: 2, unchanged: 1, changed: 1, added: 0 } }],
    })
    expect(await passes()).toEqual(['WHOLE en DONE', `CHANGES en since ${before} DONE`])
    expect(Object.keys(await supplier.staged())).toHaveLength(25)
  })

  it('reads everything again when the last whole pass is too old, or when it is told to', async () => {
    supplier.has.set('WHOLE en', hotels(5))
    await supplier.pull()
    await age(7)
    expect(await supplier.pull()).toMatchObject({ passes: [{ kind: 'WHOLE', counts: { unchanged: 5 } }] })
    expect(await supplier.pull({ isWhole: true })).toMatchObject({ passes: [{ kind: 'WHOLE' }] })
  })

  it('leaves no gap behind changes that are read since a later day', async () => {
    supplier.has.set('WHOLE en', hotels(5))
    await supplier.pull()
    const before = await age(5)
    await supplier.pull({ since: addDays(today(), -1) })
    await supplier.pull()
    expect((await passes()).at(-1)).toBe(`CHANGES en since ${before} DONE`)
  })

  it('reads English first, and other languages only when English is there', async () => {
    supplier.has.set('WHOLE en', hotels(3))
    expect(await supplier.pull({ languages: ['fr'] })).toMatchObject({
      outcome: 'FAILED',
      said: expect.stringMatching(/English was never read/),
    })
    await supplier.pull({ languages: null })
    expect(await passes()).toEqual(['WHOLE en DONE', 'WHOLE fr DONE'])
    await expect(supplier.pull({ languages: ['ja'] })).rejects.toThrow(/not tell its content in ja, only in en, fr/)
  })

  it('reads changes when there is no newer whole than the last', async () => {
    supplier.has.set('WHOLE en', hotels(5))
    supplier.told.version = 'v1'
    await supplier.pull()
    supplier.has.set('CHANGES en', hotels(1, { 0: { stars: 2 } }))
    const { passes: ends } = await supplier.pull({ isWhole: true })
    expect(ends).toMatchObject([{ state: 'UNCHANGED' }, { kind: 'CHANGES', counts: { changed: 1, gone: 0 } }])
  })

  it('keeps dictionaries for a week, and loads them anew when it is told to', async () => {
    function loads(): number {
      return supplier.asked.filter((path) => path === '/words').length
    }
    supplier.has.set('WHOLE en', hotels(5, { 1: { kind: 'h' } }))
    await supplier.pull()
    await supplier.pull({ isWhole: true })
    expect(loads()).toBe(1)
    expect(await supplier.pull({ only: 'DICTIONARIES' })).toMatchObject({ outcome: 'DONE', passes: [] })
    expect(loads()).toBe(2)
    await supplier.database.query(`UPDATE content_dictionaries SET loaded_at = loaded_at - interval '8 days'`)
    await supplier.pull({ isWhole: true, only: 'HOTELS' })
    expect(loads()).toBe(2)
    await supplier.pull({ isWhole: true })
    expect(loads()).toBe(3)
    expect((await supplier.staged())['h1'].content.propertyTypeRaw).toBe('Hotel')
  })

  it('is made by one process at a time', async () => {
    supplier.has.set('WHOLE en', hotels(15))
    supplier.before = async () => {
      supplier.before = () => false
      await expect(supplier.pull()).rejects.toThrow(/is being pulled by another process/)
      return false
    }
    expect(await supplier.pull()).toMatchObject({ outcome: 'DONE' })
  })

  it('has a daily turn from its first complete pull on, and none before', async () => {
    const { contentPulls } = supplier.core.store
    await supplier.pull({ isDryRun: true })
    expect(await supplier.database.query('SELECT due_at FROM content_pulls')).toEqual([{ due_at: null }])
    supplier.has.set('WHOLE en', hotels(1))
    await supplier.pull()
    expect(await contentPulls.due()).toBeNull()
    await supplier.database.query(`UPDATE content_pulls SET due_at = due_at - interval '36 hours'`)
    expect(await contentPulls.due()).toBe(CONNECTION)
  })

  it('shows what a dry run would do, and does none of it', async () => {
    supplier.has.set('WHOLE en', hotels(50))
    await supplier.pull()
    const before = await supplier.staged()
    supplier.has.set('WHOLE en', hotels(49, { 3: { stars: 3 } }))
    expect(await supplier.pull({ isWhole: true, isDryRun: true })).toMatchObject({
      passes: [{ state: 'DRY_RUN', counts: { unchanged: 48, changed: 1 }, foreseen: { missing: 1, brake: null } }],
    })
    expect(await supplier.staged()).toEqual(before)
    expect(await passes()).toEqual(['WHOLE en DONE'])
    expect(await supplier.database.query('SELECT * FROM content_seen')).toEqual([])
  })

  it('refuses content of the other environment than the listings came from', async () => {
    supplier.has.set('WHOLE en', hotels(2))
    await supplier.pull()
    await supplier.database.query(`UPDATE supplier_connections SET environment = 'production' WHERE id = $1`, [
      CONNECTION,
    ])
    await expect(supplier.pull()).rejects.toThrow(
      /came from conn_played, which is sandbox: production content has other/,
    )
    await supplier.database.query('DELETE FROM listings')
    expect(await supplier.pull({ isWhole: true })).toMatchObject({ outcome: 'DONE' })
    await supplier.database.query(`UPDATE supplier_connections SET environment = 'sandbox' WHERE id = $1`, [CONNECTION])
  })

  it('keeps the fields that nobody knows with the run', async () => {
    supplier.has.set('WHOLE en', hotels(15))
    supplier.told.unknown = ['eco.score']
    expect(await supplier.pull()).toMatchObject({ passes: [{ counts: { drift: { 'eco.score': 2 } } }] })
  })
})
