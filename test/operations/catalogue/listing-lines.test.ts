import { describe, expect, it } from 'vitest'
import { type CatalogueWorld, ELM, listingLine, PLACES, useCatalogue } from '../../support/use-catalogue.ts'

let world: CatalogueWorld
useCatalogue((opened) => {
  world = opened
})

const LINE = listingLine('hotelbeds/1', ELM)

/** What is told of one bad line. */
async function faultsOf(changes: object): Promise<string> {
  const { told } = await world.bring([{ ...LINE, ...changes }])
  expect(await world.query('SELECT * FROM listings')).toEqual([])
  return told.join('\n').replace('line 1: ', '')
}

describe('a listing as a line of a catalogue file', () => {
  it('is staged with nothing but its ids and a name, and is sold by nobody', async () => {
    const line = {
      type: 'listing',
      supplier_code: 'hotelbeds',
      supplier_hotel_id: '1533',
      name: 'Grand Elm',
      unheard: 1,
    }
    const { told, progress } = await world.bring([line])
    expect(told).toEqual([])
    expect(progress).toMatchObject({ listings: 1, changedListings: 1, badLines: 0 })
    const [row] = await world.query('SELECT * FROM listings')
    expect(row).toMatchObject({ supplier_code: 'hotelbeds', status: 'ACTIVE', cell: null, due: true })
    expect(row['content']).toMatchObject({
      names: { en: 'Grand Elm' },
      latitude: null,
      pointQuality: 'NONE',
      images: [],
    })
    expect(await world.mapped()).toEqual({})
  })

  it('is written once, however often it comes, and again when it is another', async () => {
    await world.bring([LINE])
    expect((await world.bring([LINE])).progress).toMatchObject({ listings: 1, changedListings: 0 })
    expect((await world.bring([{ ...LINE, stars: 3.5 }])).progress).toMatchObject({ changedListings: 1 })
  })

  it('is due again only when what the judge reads has changed', async () => {
    await world.bring([...PLACES, LINE])
    await world.propose()
    await world.bring([{ ...LINE, descriptions: [{ kind: 'general', language: 'en', html: '<p>Quiet</p>' }] }])
    expect(await world.query('SELECT due FROM listings')).toEqual([{ due: false }])
    await world.bring([{ ...LINE, name: 'Another' }])
    expect(await world.query('SELECT due FROM listings')).toEqual([{ due: true }])
  })

  it.each<[string, object, RegExp]>([
    ['a point at 0,0', { latitude: 0, longitude: 0 }, /0,0 is no hotel’s point/],
    ['swapped coordinates', { latitude: -0.12, longitude: 51.51 }, /are swapped: only so they are in GB/],
    [
      'coordinates that are swapped beyond the earth',
      { country_code: 'JP', latitude: 139.7, longitude: 35.6 },
      /latitude must be at most 90.*are swapped: only so they are in JP/,
    ],
    [
      'a wrong sign',
      { country_code: 'US', latitude: 40.75, longitude: 73.98 },
      /have a wrong sign: only so they are in US/,
    ],
    ['a point in another country', { country_code: 'FR', latitude: 52.52, longitude: 13.4 }, /is in DE, not in FR/],
    ['half a point', { longitude: null }, /latitude must come with longitude/],
    ['a name of 10,000 characters', { name: 'n'.repeat(10_000) }, /name must have at most 300 characters/],
    ['no name', { name: null }, /name is required/],
    ['HTML in a name', { name: '<b>Ritz</b>' }, /name must be plain text, without HTML/],
    [
      'HTML that runs',
      { descriptions: [{ html: '<p>x</p><script>alert(1)</script>' }] },
      /descriptions\[0\].html must not have HTML that runs/,
    ],
    ['an image that is no URL', { images: ['beach.jpg'] }, /images\[0\] must be the URL of an image/],
    ['an image that is no web address', { images: ['javascript:alert(1)'] }, /images\[0\] must be the URL of an image/],
    ['an unknown supplier', { supplier_code: 'acme' }, /there is no supplier acme/],
    ['stars between halves', { stars: 4.3 }, /stars must be in whole or half stars/],
    ['a character that no text has', { name: 'a\u0000b' }, /name has a character that no text has/],
  ])('is put aside and told for %s', async (_what, changes, fault) => {
    expect(await faultsOf(changes)).toMatch(fault)
  })

  it('is told with all its faults at once', async () => {
    const told = await faultsOf({
      name: 'n'.repeat(10_000),
      latitude: 0,
      longitude: 0,
      images: ['x'],
      supplier_code: 'acme',
    })
    for (const fault of ['name must have', 'images[0] must be', 'no supplier acme', '0,0 is no hotel’s point'])
      expect(told).toContain(fault)
  })

  it('comes once in a file', async () => {
    const { told } = await world.bring([LINE, { ...LINE, name: 'Other' }, { ...LINE, supplier_hotel_id: '2' }])
    expect(told).toEqual(['line 2: supplier_hotel_id: hotelbeds/1 was in line 1 already'])
    expect(await world.query(`SELECT content->'names' AS names FROM listings WHERE supplier_hotel_id = '1'`)).toEqual([
      { names: { en: ELM.name } },
    ])
  })

  it('is not of another supplier, where the file is to be of one', async () => {
    const { told } = await world.bring([LINE, listingLine('ratehawk/1', ELM)], 'hotelbeds')
    expect(told).toEqual(['line 2: supplier_code: the file is to be of hotelbeds only'])
  })

  it('that is bad leaves the listing as it was', async () => {
    await world.bring([LINE])
    await world.bring([{ ...LINE, name: '' }])
    expect(await world.query(`SELECT content->'names'->>'en' AS name FROM listings`)).toEqual([{ name: ELM.name }])
  })

  it('may lie at a border, on an islet, or in a territory', async () => {
    const { told } = await world.bring([
      { ...LINE, supplier_hotel_id: '1', country_code: 'DE', latitude: 47.5596, longitude: 7.6113 },
      { ...LINE, supplier_hotel_id: '2', country_code: 'MV', latitude: 3.2028, longitude: 73.2207 },
      { ...LINE, supplier_hotel_id: '3', country_code: 'HK', latitude: 22.2955, longitude: 114.172 },
      { ...LINE, supplier_hotel_id: '4', country_code: 'US', latitude: 18.4655, longitude: -66.1057 },
      { ...LINE, supplier_hotel_id: '5', country_code: 'gp', latitude: 16.2, longitude: -61.5 },
    ])
    expect(told).toEqual([])
  })
})
