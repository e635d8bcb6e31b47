import { describe, expect, it } from 'vitest'
import { acceptMapping, removeMapping, setMapping, verifyMapping } from '../../../src/operations/mapping/decide.ts'
import { askAgain, undoDecision } from '../../../src/operations/mapping/undo-decision.ts'
import type { StoreParts } from '../../../src/store/store.ts'
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

/** A person's last word is taken back: the mapping is as it was, with all that hangs on it. */

let world: CatalogueWorld
useCatalogue((opened) => {
  world = opened
})

const THREE_HOTELS = [...PLACES, hotelLine(101, ELM), hotelLine(102, QUAY), hotelLine(103, ABBEY)]
const LISTING = { supplierCode: 'hotelbeds', supplierHotelId: '1' }
const SOLD = { suppliers: [{ supplier_code: 'hotelbeds', supplier_hotel_id: '1' }] }
const ADA = { ...LISTING, actor: 'operator:ada', note: 'I was there' }

async function decide(work: (tx: StoreParts) => Promise<{ readonly ok: boolean }>): Promise<void> {
  expect(await world.core.store.transaction(work)).toMatchObject({ ok: true })
}

async function undo(): Promise<void> {
  await decide((tx) => undoDecision(tx, ADA))
  await askAgain(world.core.deps, LISTING)
}

function row() {
  return world.query('SELECT hotel_id, verification, decided_by, sold_unverified, on_sale FROM supplier_hotels')
}

async function mapByEngine(): Promise<void> {
  await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM)])
  await world.propose()
}

describe('mapping undo', () => {
  it('has a listing sold although it is UNVERIFIED, if it was', async () => {
    await mapByEngine()
    await decide((tx) => verifyMapping(tx, { ...ADA, verification: 'UNVERIFIED', soldUnverified: true }))
    const before = await row()
    expect(before).toMatchObject([{ sold_unverified: true }])
    await decide((tx) => verifyMapping(tx, { ...ADA, verification: 'VERIFIED' }))
    await undo()
    expect(await row()).toEqual(before)
  })

  it('leaves it the word of whoever it was, however often', async () => {
    await mapByEngine()
    const before = await row()
    expect(before).toMatchObject([{ decided_by: 'ENGINE' }])
    for (let times = 0; times < 2; times++) {
      await decide((tx) => acceptMapping(tx, { ...ADA, hotelId: 103 }))
      await undo()
      expect(await row()).toEqual(before)
    }
  })

  it('leaves it the word of a file that had said the same as the engine', async () => {
    await mapByEngine()
    await world.bring([hotelLine(101, ELM, SOLD)])
    const before = await row()
    expect(before).toMatchObject([{ decided_by: 'IMPORT' }])
    await decide((tx) => acceptMapping(tx, { ...ADA, hotelId: 103 }))
    await undo()
    expect(await row()).toEqual(before)
  })

  it('leaves a doubt of the engine as it was: it is asked about, and ends when the listing is the hotel again', async () => {
    await mapByEngine()
    const verified = await row()
    await world.bring([listingLine('hotelbeds/1', ABBEY)])
    await world.propose()
    const before = await row()
    expect(before).toMatchObject([{ verification: 'UNVERIFIED', decided_by: 'ENGINE' }])
    for (let times = 0; times < 2; times++) {
      await decide((tx) => verifyMapping(tx, { ...ADA, verification: 'VERIFIED' }))
      await undo()
      expect(await row()).toEqual(before)
      expect(await world.asked()).toEqual({ 'hotelbeds/1': 'CONTENT_CHANGED 101' })
    }
    await world.bring([listingLine('hotelbeds/1', ELM)])
    expect(await world.propose()).toEqual({ 'AUTO VERIFIED_AGAIN': 1 })
    expect(await row()).toEqual(verified)
    expect(await world.asked()).toEqual({})
  })

  it('has the engine ask before it maps a listing where a person had taken it off', async () => {
    await mapByEngine()
    await decide((tx) => removeMapping(tx, ADA))
    await decide((tx) => acceptMapping(tx, { ...ADA, hotelId: 103 }))
    await undo()
    await world.propose({ all: true })
    expect(await row()).toEqual([])
    expect(await world.asked()).toEqual({ 'hotelbeds/1': 'REMOVED_BEFORE 101' })
  })

  it('tells of a word that an older release has written what its history tells', async () => {
    await mapByEngine()
    await decide((tx) => setMapping(tx, { ...ADA, hotelId: 103, verification: 'VERIFIED' }))
    await world.query(`ALTER TABLE mapping_versions DISABLE TRIGGER USER;
      UPDATE mapping_versions SET from_decided_by = NULL, from_sold_unverified = NULL, from_reason = NULL;
      ALTER TABLE mapping_versions ENABLE TRIGGER USER`)
    await undo()
    expect(await row()).toMatchObject([{ hotel_id: 101, verification: 'VERIFIED', decided_by: 'ENGINE' }])
  })
})

describe('a question about a mapping that is not verified', () => {
  it('stays until a person has answered it, where the engine may not verify the mapping', async () => {
    await mapByEngine()
    await decide((tx) => verifyMapping(tx, { ...ADA, verification: 'UNVERIFIED' }))
    await world.bring([listingLine('hotelbeds/1', ABBEY)])
    expect(await world.propose()).toEqual({ 'REVIEW CONTENT_CHANGED': 1 })
    await world.bring([listingLine('hotelbeds/1', ELM)])
    expect(await world.propose()).toEqual({ 'STAYS SAME': 1 })
    expect(await row()).toMatchObject([{ hotel_id: 101, verification: 'UNVERIFIED', decided_by: 'PERSON' }])
    expect(await world.asked()).toEqual({ 'hotelbeds/1': 'CONTENT_CHANGED 101' })
  })
})
