import { describe, expect, it } from 'vitest'
import { ENGINE_VERSION } from '../../../src/mapping/judge-hotels.ts'
import {
  ABBEY,
  type CatalogueWorld,
  ELM,
  hotelLine,
  listingLine,
  PLACES,
  QUAY,
  useCatalogue,
} from '../../support/use-catalogue.ts'

let world: CatalogueWorld
useCatalogue((opened) => {
  world = opened
})

const THREE_HOTELS = [...PLACES, hotelLine(101, ELM), hotelLine(102, QUAY), hotelLine(103, ABBEY)]

/** Everything that a run may write, as text. */
async function written(): Promise<string> {
  const tables = ['listings', 'mapping_proposals', 'mapping_versions', 'supplier_hotels', 'hotels', 'hotel_facts']
  const rows = await Promise.all(
    tables.map((table) => world.query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY 1`)),
  )
  return JSON.stringify(rows)
}

describe('mapping propose', () => {
  it('maps the listings that are certain, and keeps who did it, why and by what', async () => {
    await world.bring([
      ...THREE_HOTELS,
      listingLine('hotelbeds/1', ELM, { name: 'GRAND ELM' }),
      listingLine('ratehawk/7', ELM, { phone: null }),
      listingLine('liteapi/lp1', QUAY),
    ])
    expect(await world.propose()).toEqual({ 'AUTO SAME': 3 })
    expect(await world.mapped()).toEqual({
      'hotelbeds/1': '101 VERIFIED',
      'ratehawk/7': '101 VERIFIED',
      'liteapi/lp1': '102 VERIFIED',
    })
    const [version] = await world.query(`SELECT * FROM mapping_versions WHERE supplier_code = 'hotelbeds'`)
    expect(version).toMatchObject({
      from_hotel_id: null,
      hotel_id: 101,
      status: 'VERIFIED',
      actor: `engine@${ENGINE_VERSION}`,
      reason: 'AUTO',
    })
    expect(version.evidence).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'NAME' })]))
  })

  it('changes nothing when it is run twice', async () => {
    await world.bring([
      ...THREE_HOTELS,
      listingLine('hotelbeds/1', ELM),
      listingLine('hotelbeds/2', { ...ELM, latitude: ELM.latitude + 0.0003 }),
      listingLine('ratehawk/9', { ...QUAY, name: 'Zephyr Inn', street: '9 Other Lane', phone: '+44 20 7946 9999' }),
    ])
    await world.propose()
    const before = await written()
    expect(await world.propose()).toEqual({})
    expect(await written()).toBe(before)
    await world.propose({ all: true })
    expect(await world.mapped()).toEqual({})
  })

  it('does not depend on the order in which the listings came', async () => {
    const lines = [
      listingLine('hotelbeds/1', ELM),
      listingLine('hotelbeds/2', ELM, { name: 'Elm Grand Hotel London' }),
      listingLine('ratehawk/1', ELM),
      listingLine('liteapi/lp3', QUAY),
      listingLine('expedia_rapid/5', {
        ...QUAY,
        name: 'Millstone Yard',
        street: '1 Far Row',
        phone: '+44 20 7946 7777',
      }),
      listingLine('ratehawk/5', { ...QUAY, name: 'Millstone Yard', street: '1 Far Row', phone: '+44 20 7946 7777' }),
    ]
    async function outcome() {
      await world.propose()
      const groups = await world.query(`SELECT group_key FROM mapping_proposals WHERE outcome = 'NEW' ORDER BY 1`)
      return { mapped: await world.mapped(), asked: await world.asked(), groups }
    }
    await world.bring([...THREE_HOTELS, ...lines])
    const first = await outcome()
    for (const table of ['mapping_proposals', 'listings', 'supplier_hotels']) await world.query(`DELETE FROM ${table}`)
    await world.bring([...lines].reverse())
    expect(await outcome()).toEqual(first)
    expect(first.asked).toMatchObject({ 'hotelbeds/1': 'ONE_TO_ONE 101', 'hotelbeds/2': 'ONE_TO_ONE 101' })
    expect(first.groups).toEqual([{ group_key: 'expedia_rapid/5' }, { group_key: 'expedia_rapid/5' }])
  })

  it('does not hold a point against a listing at which its supplier puts houses of many addresses', async () => {
    const centre = { latitude: 51.5074, longitude: -0.1278 }
    const others = [1, 2, 3, 4, 5].map((nth) =>
      listingLine(`hotelbeds/9${nth}`, {
        ...QUAY,
        ...centre,
        latitude: centre.latitude - 0.0002,
        name: `Number ${nth} Rooms`,
        street: `${nth} Row ${nth}`,
        phone: `+44 20 7946 070${nth}`,
      }),
    )
    const own = listingLine('hotelbeds/1', { ...QUAY, ...centre, latitude: centre.latitude - 0.0002 })
    await world.bring([...THREE_HOTELS, own])
    await world.propose()
    expect(await world.mapped()).toEqual({})
    await world.bring(others)
    await world.propose({ all: true })
    expect(await world.mapped()).toEqual({ 'hotelbeds/1': '102 VERIFIED' })
  })

  it('asks a person where two hotels are the same as a listing, and tells both', async () => {
    await world.bring([...THREE_HOTELS, hotelLine(104, ELM), listingLine('hotelbeds/1', ELM)])
    expect(await world.propose()).toEqual({ 'REVIEW COMPETING': 1 })
    const [{ candidates }] = await world.query('SELECT candidates FROM mapping_proposals')
    expect(candidates.map(({ hotelId }: { hotelId: number }) => hotelId).sort()).toEqual([101, 104])
  })

  it('does not map a second listing of a supplier to a hotel by itself', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM)])
    await world.propose()
    await world.bring([listingLine('hotelbeds/2', ELM, { name: 'The Grand Elm' })])
    expect(await world.propose()).toEqual({ 'REVIEW ONE_TO_ONE': 1 })
    expect(await world.mapped()).toEqual({ 'hotelbeds/1': '101 VERIFIED' })
  })

  it('writes nothing in a dry run, and tells what it would do', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM), listingLine('hotelbeds/2', QUAY)])
    await world.propose({ isDryRun: true })
    const before = await written()
    expect(await world.propose({ isDryRun: true })).toEqual({ 'AUTO SAME': 2 })
    expect(await written()).toBe(before)
    expect(await world.propose()).toEqual({ 'AUTO SAME': 2 })
    expect(await world.propose({ isDryRun: true, all: true })).toEqual({ 'STAYS SAME': 2 })
  })

  it('goes on where it was cut off', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM), listingLine('ratehawk/2', QUAY)])
    const isJudged = /judged/
    await expect(
      world.propose({
        onProgress: (_done, _total, said) => {
          if (isJudged.test(said)) throw new Error('cut off')
        },
      }),
    ).rejects.toThrow('cut off')
    expect(await world.mapped()).toEqual({})
    expect(await world.propose()).toEqual({ 'AUTO SAME': 2 })
  })

  it('judges one supplier or one place only, when it is asked to', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM), listingLine('ratehawk/2', QUAY)])
    const anywhere = { countryCode: null, cells: null }
    expect(await world.propose({ filter: { supplierCode: 'ratehawk', ...anywhere } })).toEqual({ 'AUTO SAME': 1 })
    expect(await world.mapped()).toEqual({ 'ratehawk/2': '102 VERIFIED' })
    expect(await world.propose({ filter: { supplierCode: null, countryCode: 'FR', cells: null } })).toEqual({})
  })

  it('judges listings again when a hotel comes that they may be', async () => {
    await world.bring([...PLACES, hotelLine(102, QUAY), listingLine('hotelbeds/1', ELM)])
    expect(await world.propose()).toEqual({ 'NEW NO_HOTEL': 1 })
    await world.bring([hotelLine(101, ELM)])
    expect(await world.propose()).toEqual({ 'AUTO SAME': 1 })
  })

  it('finds a listing without a point by its name and telephone', async () => {
    const nowhere = { latitude: null, longitude: null }
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM, nowhere)])
    expect(await world.propose()).toEqual({ 'AUTO SAME': 1 })
  })
})

describe('a catalogue that lacks a hotel', () => {
  it('gets one of the listings of several suppliers, with a place, a time zone and an id of its own', async () => {
    await world.bring([
      ...PLACES,
      listingLine('hotelbeds/1', ELM, { stars: 4.5, images: ['https://images.example/1.jpg'] }),
      listingLine('ratehawk/7', ELM, { name: 'Grand Elm' }),
      listingLine('liteapi/lp1', QUAY),
    ])
    expect(await world.propose()).toEqual({ 'NEW NO_HOTEL': 3 })
    expect(await world.create()).toEqual({ hotels: 2, listings: 3, placeless: [] })
    const hotels = await world.query('SELECT * FROM hotels ORDER BY id')
    expect(hotels).toMatchObject([
      {
        place_id: 1,
        names: { en: 'Grand Elm Hotel' },
        time_zone: 'Europe/London',
        phone: '+442079460101',
        stars: 4.5,
        main_image_url: 'https://images.example/1.jpg',
      },
      { names: { en: 'Harbourmaster Lodge' } },
    ])
    for (const { id } of hotels) expect(id).toBeGreaterThanOrEqual(1_000_000_000)
    const mapped = await world.mapped()
    expect(mapped['hotelbeds/1']).toBe(mapped['ratehawk/7'])
    // The made hotels are judged as any others that came.
    expect(await world.propose()).toEqual({ 'STAYS SAME': 3 })
    expect(await world.propose()).toEqual({})
    expect(await world.create()).toEqual({ hotels: 0, listings: 0, placeless: [] })
  })

  it('waits where the listings have no place near them', async () => {
    const far = { ...ELM, latitude: 55.9533, longitude: -3.1883 }
    await world.bring([...PLACES, listingLine('hotelbeds/1', far, { city: 'Edinburgh' })])
    await world.propose()
    const waiting = { reason: 'NO_PLACE', countryCode: 'GB', listings: ['hotelbeds/1'] }
    expect(await world.create()).toEqual({ hotels: 0, listings: 0, placeless: [waiting] })
  })
})
