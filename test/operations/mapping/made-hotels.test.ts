import { describe, expect, it } from 'vitest'
import { acceptMapping } from '../../../src/operations/mapping/decide.ts'
import { followListings } from '../../../src/operations/mapping/follow-listings.ts'
import type { Json } from '../../support/http-client.ts'
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

const TOLD = { stars: 3, chain: { code: 'HC', name: 'Harbour Collection' } }
const RAPID = listingLine('expedia_rapid/1', ELM, TOLD)
const BEDS = listingLine('hotelbeds/2', ELM, TOLD)
const RENAMED = { name: 'Grand Elm Hotel & Spa', phone: '+44 20 7946 0999', stars: 4.5 }

async function made(...listings: readonly object[]): Promise<number> {
  await world.bring([...PLACES, ...listings])
  await world.propose()
  const { hotels } = await world.create()
  expect(hotels).toBe(1)
  await followListings(world.core.deps)
  return (await row()).id
}

async function row(): Promise<Json> {
  const [hotel] = await world.query(
    `SELECT hotels.*, (SELECT names->>'en' FROM catalogue_terms WHERE kind = 'chain' AND id = chain_id::text) AS chain FROM hotels`,
  )
  return hotel
}

async function change(...listings: readonly object[]): Promise<void> {
  expect((await world.bring(listings)).told).toEqual([])
  await followListings(world.core.deps)
}

describe('a hotel that was made of its listings', () => {
  it('follows what they tell: name, telephone, half stars, chain and point', async () => {
    const hotelId = await made(RAPID, BEDS)
    expect(await row()).toMatchObject({ names: { en: ELM.name }, stars: 3, chain: 'Harbour Collection' })
    const before = await row()
    const chain = { code: 'GM', name: 'Grand Monarch' }
    await change(
      { ...RAPID, ...RENAMED, chain, latitude: ELM.latitude + 0.0005 },
      { ...BEDS, ...RENAMED, chain, latitude: ELM.latitude + 0.0005 },
    )
    expect(await row()).toMatchObject({
      id: hotelId,
      names: { en: RENAMED.name },
      phone: '+442079460999',
      stars: 4.5,
      chain: 'Grand Monarch',
      latitude: ELM.latitude + 0.0005,
    })
    expect((await row()).updated_at.getTime(), 'every process reads it again').toBeGreaterThan(
      before.updated_at.getTime(),
    )
    const after = await row()
    await change({ ...RAPID, ...RENAMED, chain, latitude: ELM.latitude + 0.0005 })
    expect(await row(), 'told again').toEqual(after)
  })

  it('hides its place as soon as one of its suppliers says so, and shows it when none does any more', async () => {
    await made(RAPID, BEDS)
    const before = await row()
    await change({ ...RAPID, address_hidden: true })
    const hidden = await row()
    expect(hidden).toMatchObject({ place_hidden: true, address: '', address_lines: [] })
    expect(hidden.exact_place).toMatchObject({ latitude: before.latitude, addressLines: [ELM.street] })
    expect(Math.abs(hidden.latitude - before.latitude)).toBeGreaterThan(0.0005)
    await change(RAPID)
    expect(await row()).toEqual({ ...before, updated_at: expect.any(Date) })
  })

  it('stays where it was when its listings lose their point, or are told in the sea', async () => {
    await made(RAPID, BEDS)
    const before = await row()
    await change({ ...RAPID, latitude: null, longitude: null }, { ...BEDS, latitude: null, longitude: null })
    expect(await row()).toEqual({ ...before, updated_at: expect.any(Date) })
  })

  it('is not made another house by a listing that becomes one, until a person says that it is the same', async () => {
    const hotelId = await made(RAPID)
    await change(listingLine('expedia_rapid/1', QUAY, TOLD))
    expect(await row()).toMatchObject({ names: { en: ELM.name }, latitude: ELM.latitude + 0.0002 })
    await world.propose()
    expect(await world.mapped()).toEqual({ 'expedia_rapid/1': `${hotelId} UNVERIFIED` })
    const listing = { supplierCode: 'expedia_rapid', supplierHotelId: '1', actor: 'operator:ada', note: null }
    await world.core.store.transaction((tx) => acceptMapping(tx, { ...listing, hotelId }))
    await followListings(world.core.deps)
    expect(await row()).toMatchObject({ names: { en: QUAY.name }, latitude: QUAY.latitude + 0.0002 })
  })

  it('stays as it is when its last listing is closed', async () => {
    await made(RAPID)
    const before = await row()
    await change({ ...RAPID, ...RENAMED, status: 'CLOSED' })
    expect(await row()).toEqual({ ...before, updated_at: expect.any(Date) })
  })

  it('has the same chain under the same id, whichever process hears of it first', async () => {
    await made(RAPID, BEDS)
    const { chain_id: chainId } = await row()
    await world.query('DELETE FROM catalogue_terms; DELETE FROM supplier_hotels; DELETE FROM hotels')
    const other = { ...TOLD, chain: { code: 'AA', name: 'Another Collection' } }
    await world.bring([...PLACES, listingLine('hotelbeds/1', ABBEY, other), RAPID, BEDS])
    await world.propose({ all: true })
    await world.create()
    expect(await world.query(`SELECT id FROM catalogue_terms WHERE names->>'en' = 'Harbour Collection'`)).toEqual([
      { id: String(chainId) },
    ])
  })

  it('is the operator’s from the line of a file on that names it', async () => {
    const hotelId = await made(RAPID, BEDS)
    await world.bring([hotelLine(hotelId, { ...ELM, name: 'Our Elm' }, { stars: 2 })])
    await change({ ...RAPID, ...RENAMED }, { ...BEDS, ...RENAMED })
    expect(await row()).toMatchObject({ names: { en: 'Our Elm' }, stars: 2, phone: ELM.phone })
  })
})

it('a hotel of an operator’s file keeps what the file says, whatever its listings tell', async () => {
  await world.bring([...PLACES, hotelLine(101, ABBEY, { stars: 3 }), listingLine('expedia_rapid/7', ABBEY, TOLD)])
  await world.propose()
  await followListings(world.core.deps)
  const before = await row()
  await change(listingLine('expedia_rapid/7', { ...ABBEY, name: 'Abbeycroft Court Hotel' }, { stars: 5 }))
  expect(await row()).toMatchObject({ names: before.names, stars: 3, phone: ABBEY.phone, chain: null })
})
