import { describe, expect, it } from 'vitest'
import { type ContentSupplier, hotels, useContentSupplier } from '../../../support/use-content-supplier.ts'

let supplier: ContentSupplier
useContentSupplier((opened) => {
  supplier = opened
})

const CENTRE = { latitude: 48.8566, longitude: 2.3522 }

function atCentre(count: number): Readonly<Record<number, object>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [index, CENTRE]))
}

async function marked(): Promise<readonly string[]> {
  const rows = await supplier.database.query(
    `SELECT supplier_hotel_id AS id FROM listings WHERE facts ->> 'pointQuality' = 'CITY' AND content ->> 'pointQuality' = 'CITY'`,
  )
  return rows.map(({ id }) => id)
}

describe('[20] a point that hotels of a supplier share to the last digit', () => {
  it('is a city’s centre when they are 20, and no evidence of where they are', async () => {
    supplier.has.set('WHOLE en', hotels(60, atCentre(20)))
    expect(await supplier.pull()).toMatchObject({ passes: [{ counts: { cleaned: { city_centre: 20 } } }] })
    expect(await marked()).toHaveLength(20)
  })

  it('is a point like any other when they are 19', async () => {
    supplier.has.set('WHOLE en', hotels(60, atCentre(19)))
    await supplier.pull()
    expect(await marked()).toEqual([])
  })

  it('is found when changes bring the 20th, and left by who gets a point of its own', async () => {
    supplier.has.set('WHOLE en', hotels(60, atCentre(19)))
    await supplier.pull()
    supplier.has.set('CHANGES en', hotels(20, atCentre(20)))
    await supplier.pull()
    expect(await marked()).toHaveLength(20)
    supplier.has.set('CHANGES en', hotels(1, { 0: { latitude: 48.857, longitude: 2.353 } }))
    await supplier.pull()
    expect(await marked()).toHaveLength(19)
    expect(await marked()).not.toContain('h0')
  })

  it('stays marked when the same is pulled again, and nothing is written', async () => {
    supplier.has.set('WHOLE en', hotels(60, atCentre(20)))
    await supplier.pull()
    const before = await supplier.staged()
    expect(await supplier.pull({ isWhole: true })).toMatchObject({
      passes: [{ counts: { unchanged: 60, changed: 0 } }],
    })
    expect(await supplier.staged()).toEqual(before)
  })

  it('is not marked by a dry run', async () => {
    supplier.has.set('WHOLE en', hotels(60, atCentre(20)))
    await supplier.pull({ isDryRun: true })
    expect(await supplier.staged()).toEqual({})
  })
})
