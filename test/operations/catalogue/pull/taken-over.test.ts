import { describe, expect, it } from 'vitest'
import { type ContentSupplier, hotels, useContentSupplier } from '../../../support/use-content-supplier.ts'

let supplier: ContentSupplier
useContentSupplier((opened) => {
  supplier = opened
})

/** More than are staged at once. */
const MANY = 600

describe('[20] a pull whose connection another process has taken over', () => {
  it('writes nothing more, and the other goes on where it was', async () => {
    supplier.has.set('WHOLE en', hotels(MANY))
    await supplier.pull()
    const uncut = await supplier.staged()
    await supplier.database.query('DELETE FROM listings; DELETE FROM content_passes')
    supplier.before = async (from) => {
      if (from === 400) await supplier.database.query(`UPDATE content_pulls SET lease_id = 'another'`)
      return false
    }
    expect(await supplier.pull()).toMatchObject({ outcome: 'FAILED', said: 'another process has taken it over' })
    expect(Object.keys(await supplier.staged())).toHaveLength(250)
    expect(await supplier.database.query('SELECT lease_id FROM content_pulls')).toEqual([{ lease_id: 'another' }])
    await supplier.database.query('UPDATE content_pulls SET leased_until = gateway_now()')
    supplier.asked.length = 0
    supplier.before = () => false
    expect(await supplier.pull()).toMatchObject({ outcome: 'DONE', passes: [{ counts: { rows: MANY, added: MANY } }] })
    expect(supplier.asked.some((path) => path.endsWith('from=0'))).toBe(false)
    expect(await supplier.staged()).toEqual(uncut)
  })

  it('after its last row leaves the pass as it was, for the other to conclude', async () => {
    supplier.has.set('WHOLE en', hotels(3))
    // As if this process froze between staging its last rows and saying that it has read them all.
    await supplier.database.query(`
      CREATE FUNCTION take_over() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN UPDATE content_pulls SET lease_id = 'another'; RETURN NULL; END $$;
      CREATE TRIGGER take_over AFTER UPDATE ON catalogue_runs FOR EACH ROW EXECUTE FUNCTION take_over()`)
    try {
      expect(await supplier.pull()).toMatchObject({ outcome: 'FAILED', said: 'another process has taken it over' })
    } finally {
      await supplier.database.query('DROP FUNCTION take_over CASCADE')
    }
    expect(await supplier.database.query('SELECT state FROM content_passes')).toEqual([{ state: 'READING' }])
    await supplier.database.query('UPDATE content_pulls SET leased_until = gateway_now()')
    expect(await supplier.pull()).toMatchObject({ outcome: 'DONE', passes: [{ counts: { rows: 3 } }] })
  })
})

describe('[20] two pulls of one connection', () => {
  it('that begin together stage everything once: one reads, the other is told so', async () => {
    supplier.has.set('WHOLE en', hotels(MANY))
    const ends = await Promise.allSettled([supplier.pull(), supplier.pull()])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: expect.stringMatching(/is being pulled by another process/) },
    })
    expect(Object.keys(await supplier.staged())).toHaveLength(MANY)
    expect(await supplier.database.query('SELECT state FROM content_passes')).toEqual([{ state: 'DONE' }])
  })
})

describe('[20] texts in other languages', () => {
  it('are added to the hotels that English told, and stay when English is read again', async () => {
    supplier.has.set('WHOLE en', hotels(3))
    supplier.has.set('WHOLE fr', hotels(4, { 0: { names: { fr: 'Hôtel Zéro' }, stars: 1 } }))
    const { passes } = await supplier.pull({ languages: null })
    expect(passes).toMatchObject([{ language: 'en' }, { language: 'fr', counts: { withoutEnglish: 1 } }])
    expect((await supplier.staged())['h0'].content.names).toMatchObject({ fr: 'Hôtel Zéro' })
    expect((await supplier.staged())['h0'].content.stars).toBeNull()
    supplier.has.set('CHANGES en', hotels(1, { 0: { stars: 5 } }))
    await supplier.pull()
    expect((await supplier.staged())['h0'].content).toMatchObject({ stars: 5, names: { fr: 'Hôtel Zéro' } })
    expect(Object.keys(await supplier.staged())).toEqual(['h0', 'h1', 'h2'])
  })
})
