import { describe, expect, it } from 'vitest'
import { acceptMapping, rejectMapping } from '../../../src/operations/mapping/decide.ts'
import { askAgain, undoDecision } from '../../../src/operations/mapping/undo-decision.ts'
import {
  ABBEY,
  type CatalogueWorld,
  ELM,
  hotelLine,
  listingLine,
  PLACES,
  useCatalogue,
} from '../../support/use-catalogue.ts'

/** Two listings that are one hotel each by itself, and two houses by each other: none is certain, and both are asked about. */

let world: CatalogueWorld
useCatalogue((opened) => {
  world = opened
})

const HOTEL = hotelLine(101, { ...ELM, name: 'Grand Elm Hotel North' })
const IBIS = { ...ELM, name: 'ibis Grand Elm North' }
const BUDGET = { ...ELM, name: 'ibis budget Grand Elm North' }
const OURS = { supplierCode: 'hotelbeds', supplierHotelId: '1', actor: 'operator:ada', note: null }
const RIVAL = { ...OURS, supplierCode: 'ratehawk', supplierHotelId: '2' }

const DOUBT = {
  mapped: { 'hotelbeds/1': '101 PENDING' },
  asked: { 'hotelbeds/1': 'TRANSITIVE 101', 'ratehawk/2': 'TRANSITIVE 101' },
}
const OURS_ALONE = { mapped: { 'hotelbeds/1': '101 VERIFIED' }, asked: {} }
const BOTH = { mapped: { 'hotelbeds/1': '101 VERIFIED', 'ratehawk/2': '101 VERIFIED' }, asked: {} }

/** hotelbeds/1 is mapped, and ratehawk/2 comes. */
async function doubt(): Promise<void> {
  await world.bring([...PLACES, HOTEL, listingLine('hotelbeds/1', IBIS)])
  expect(await world.propose()).toEqual({ 'AUTO SAME': 1 })
  await world.bring([listingLine('ratehawk/2', BUDGET)])
  expect(await world.propose()).toEqual({ 'REVIEW TRANSITIVE': 2 })
  expect(await state()).toEqual(DOUBT)
}

async function state() {
  return { mapped: await world.mapped(), asked: await world.asked() }
}

function versions() {
  return world.query('SELECT supplier_code, reason, status FROM mapping_versions ORDER BY id')
}

describe('a listing that contradicts a mapped one', () => {
  it.each([
    ['hotelbeds/1', IBIS],
    ['ratehawk/2', BUDGET],
  ])('is asked about with it, and stays so when %s tells one star more', async (listing, house) => {
    await doubt()
    const before = await versions()
    await world.bring([listingLine(listing, house, { stars: 3 })])
    expect(await world.propose({ isDryRun: true })).toEqual({ 'REVIEW TRANSITIVE': 1 })
    expect(await world.propose()).toEqual({ 'REVIEW TRANSITIVE': 1 })
    expect(await state()).toEqual(DOUBT)
    expect(await versions()).toEqual(before)
  })

  it('is asked about once, however often everything is judged', async () => {
    await doubt()
    await world.propose({ all: true })
    const questions = await world.query('SELECT * FROM mapping_proposals ORDER BY listing_id')
    const before = await versions()
    expect(before).toHaveLength(2)
    await world.propose({ all: true })
    expect(await world.propose()).toEqual({})
    expect(await versions()).toEqual(before)
    expect(await world.query('SELECT * FROM mapping_proposals ORDER BY listing_id')).toEqual(questions)
  })

  it('is asked about with one that had become another house, and is the hotel again', async () => {
    await world.bring([...PLACES, HOTEL, listingLine('hotelbeds/1', IBIS)])
    await world.propose()
    await world.bring([listingLine('hotelbeds/1', ABBEY)])
    await world.propose()
    await world.bring([listingLine('ratehawk/2', BUDGET)])
    await world.propose()
    expect(await world.mapped()).toEqual({ 'hotelbeds/1': '101 UNVERIFIED', 'ratehawk/2': '101 VERIFIED' })
    await world.bring([listingLine('hotelbeds/1', IBIS)])
    await world.propose()
    expect(await state()).toEqual({
      ...DOUBT,
      mapped: { 'hotelbeds/1': '101 UNVERIFIED', 'ratehawk/2': '101 PENDING' },
    })
    await world.bring([listingLine('ratehawk/2', IBIS)])
    await world.propose()
    expect(await state()).toEqual(BOTH)
  })
})

describe('the doubt whether two listings are one house ends', () => {
  it('when what the one or the other tells does not contradict any more', async () => {
    await doubt()
    await world.bring([listingLine('ratehawk/2', IBIS)])
    expect(await world.propose({ isDryRun: true })).toEqual({ 'AUTO SAME': 1, 'AUTO VERIFIED_AGAIN': 1 })
    expect(await world.propose()).toEqual({ 'AUTO SAME': 1, 'AUTO VERIFIED_AGAIN': 1 })
    expect(await state()).toEqual(BOTH)
  })

  it('when it is the mapped one that is corrected', async () => {
    await doubt()
    await world.bring([listingLine('hotelbeds/1', BUDGET)])
    await world.propose()
    expect(await state()).toEqual(BOTH)
  })

  it('when the other one is no more that hotel', async () => {
    await doubt()
    await world.bring([listingLine('ratehawk/2', ABBEY)])
    await world.propose()
    expect(await state()).toEqual(OURS_ALONE)
  })

  it('when a person says that the other one is not that hotel', async () => {
    await doubt()
    await world.core.store.transaction((tx) => rejectMapping(tx, { ...RIVAL, hotelId: 101 }))
    await world.propose()
    expect(await state()).toEqual(OURS_ALONE)
  })

  it('when a person says that the mapped one is not that hotel', async () => {
    await doubt()
    await world.core.store.transaction((tx) => rejectMapping(tx, { ...OURS, hotelId: 101 }))
    await world.propose()
    expect(await state()).toEqual({ mapped: { 'ratehawk/2': '101 VERIFIED' }, asked: {} })
  })

  it('and begins again when a person’s word is taken back', async () => {
    await doubt()
    const before = await world.query('SELECT decided_by, sold_unverified, verification FROM supplier_hotels')
    await world.core.store.transaction((tx) => acceptMapping(tx, { ...OURS, hotelId: 101 }))
    await world.propose()
    expect(await state()).toEqual({ ...OURS_ALONE, asked: { 'ratehawk/2': 'TRANSITIVE 101' } })
    await world.core.store.transaction((tx) => undoDecision(tx, OURS))
    await askAgain(world.core.deps, OURS)
    expect(await state()).toEqual(DOUBT)
    expect(await world.query('SELECT decided_by, sold_unverified, verification FROM supplier_hotels')).toEqual(before)
    await world.bring([listingLine('ratehawk/2', IBIS)])
    await world.propose()
    expect(await state()).toEqual(BOTH)
  })

  it('not before it is judged what is told now', async () => {
    await doubt()
    await world.bring([listingLine('ratehawk/2', ABBEY), listingLine('hotelbeds/1', IBIS, { stars: 3 })])
    await world.propose({ filter: { supplierCode: 'hotelbeds', countryCode: null, cells: null } })
    expect(await state()).toEqual(DOUBT)
    await world.propose()
    expect(await state()).toEqual(OURS_ALONE)
  })

  it('not where the mapped one is not that hotel any more, whatever becomes of the other one', async () => {
    await doubt()
    await world.bring([hotelLine(101, ABBEY), listingLine('ratehawk/2', ABBEY)])
    const asked = {
      mapped: { 'hotelbeds/1': '101 UNVERIFIED', 'ratehawk/2': '101 VERIFIED' },
      asked: { 'hotelbeds/1': 'CONTENT_CHANGED 101' },
    }
    await world.propose()
    expect(await state()).toEqual(asked)
    await world.propose({ all: true })
    expect(await state()).toEqual(asked)
  })
})
