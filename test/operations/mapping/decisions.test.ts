import { describe, expect, it } from 'vitest'
import {
  acceptMapping,
  rejectMapping,
  removeMapping,
  setMapping,
  verifyMapping,
} from '../../../src/operations/mapping/decide.ts'
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

let world: CatalogueWorld
useCatalogue((opened) => {
  world = opened
})

const THREE_HOTELS = [...PLACES, hotelLine(101, ELM), hotelLine(102, QUAY), hotelLine(103, ABBEY)]
const LISTING = { supplierCode: 'hotelbeds', supplierHotelId: '1' }
const ADA = { ...LISTING, actor: 'operator:ada', note: 'I was there' }

/** What it says; a refusal as its sentence. */
async function decide(
  work: (tx: StoreParts) => Promise<{ readonly ok: boolean; readonly error?: string }>,
): Promise<string> {
  const decided = await world.core.store.transaction(work)
  return decided.ok ? 'done' : (decided.error ?? '')
}

async function mapping(): Promise<string> {
  return (await world.mapped())['hotelbeds/1'] ?? 'nowhere'
}

function history() {
  return world.query('SELECT * FROM mapping_versions ORDER BY id DESC')
}

/** The house under another name and a way off: nothing of it is the same. */
const MOVED = { ...ABBEY, name: 'Zephyr Sands Hostel', street: '1 Beach Parade', phone: '+44 1273 946111' }

describe('a person’s word', () => {
  it('beats the engine, until what the supplier tells changes', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM)])
    await world.propose()
    expect(await decide((tx) => acceptMapping(tx, { ...ADA, hotelId: 103 }))).toBe('done')
    expect(await mapping()).toBe('103 VERIFIED')
    await world.propose({ all: true })
    expect(await mapping()).toBe('103 VERIFIED')
    expect(await world.asked()).toEqual({})
    await world.bring([listingLine('hotelbeds/1', ELM, { phone: '+44 20 7946 0909' })])
    expect(await world.propose()).toEqual({ 'REVIEW CONTENT_CHANGED': 1 })
    expect(await mapping()).toBe('103 UNVERIFIED')
    expect(await decide((tx) => acceptMapping(tx, { ...ADA, hotelId: 103 }))).toBe('done')
    expect(await mapping()).toBe('103 VERIFIED')
    await world.propose({ all: true })
    expect(await mapping()).toBe('103 VERIFIED')
    expect((await history()).map(({ actor, reason }) => [actor.split('@')[0], reason])).toEqual([
      ['operator:ada', 'ACCEPTED'],
      ['engine', 'CONTENT_CHANGED'],
      ['operator:ada', 'ACCEPTED'],
      ['engine', 'AUTO'],
    ])
  })

  it('rejects a pair for good: it is never proposed again, whatever changes, until the same pair is accepted', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM)])
    await world.propose()
    expect(await decide((tx) => rejectMapping(tx, { ...ADA, hotelId: 101 }))).toBe('done')
    expect(await mapping()).toBe('nowhere')
    expect(await world.propose()).toEqual({ 'NEW NO_HOTEL': 1 })
    await world.bring([listingLine('hotelbeds/1', ELM, { stars: 4 }), hotelLine(101, ELM, { stars: 4 })])
    await world.propose({ all: true })
    expect(await mapping()).toBe('nowhere')
    expect(await decide((tx) => setMapping(tx, { ...ADA, hotelId: 101, verification: 'VERIFIED' }))).toMatch(
      /operator:ada has rejected this pair/,
    )
    expect(await decide((tx) => acceptMapping(tx, { ...ADA, hotelId: 101 }))).toBe('done')
    expect(await mapping()).toBe('101 VERIFIED')
    expect(await world.query('SELECT * FROM mapping_rejections')).toEqual([])
  })

  it('takes a listing off its hotel, and the engine asks before it maps it there again', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM)])
    await world.propose()
    expect(await decide((tx) => removeMapping(tx, ADA))).toBe('done')
    expect(await world.propose()).toEqual({})
    expect(await world.propose({ all: true })).toEqual({ 'REVIEW REMOVED_BEFORE': 1 })
    expect(await mapping()).toBe('nowhere')
    expect((await history())[0]).toMatchObject({
      from_hotel_id: 101,
      hotel_id: null,
      status: null,
      note: 'I was there',
    })
  })

  it('is not overwritten by a catalogue file, which is told by its line', async () => {
    const sold = { suppliers: [{ supplier_code: 'hotelbeds', supplier_hotel_id: '1' }] }
    await world.bring([...THREE_HOTELS, hotelLine(101, ELM, sold)])
    expect(await decide((tx) => setMapping(tx, { ...ADA, hotelId: 103, verification: 'VERIFIED' }))).toBe('done')
    const { told } = await world.bring([hotelLine(102, QUAY), hotelLine(101, ELM, { ...sold, stars: 3 })])
    expect(told).toEqual([
      'line 2: suppliers.0: the mapping stays as it is: operator:ada has mapped it to hotel 103 as VERIFIED',
    ])
    expect(await mapping()).toBe('103 VERIFIED')
    expect(await world.query('SELECT stars FROM hotels WHERE id = 101')).toEqual([{ stars: 3 }])
    await decide((tx) => rejectMapping(tx, { ...ADA, hotelId: 103 }))
    expect((await world.bring([hotelLine(103, ABBEY, sold)])).told).toEqual([
      'line 1: suppliers.0: the mapping stays as it is: operator:ada has rejected this pair',
    ])
    expect(await mapping()).toBe('nowhere')
  })

  it('is about what there is', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM)])
    expect(await decide((tx) => acceptMapping(tx, { ...ADA, hotelId: 999 }))).toBe('no hotel 999')
    const nobody = { ...ADA, supplierHotelId: '2' }
    expect(await decide((tx) => acceptMapping(tx, { ...nobody, hotelId: 101 }))).toBe('no listing hotelbeds/2')
    expect(await decide((tx) => removeMapping(tx, nobody))).toBe('hotelbeds/2 is mapped to no hotel')
    expect(await decide((tx) => verifyMapping(tx, { ...nobody, verification: 'VERIFIED' }))).toBe(
      'hotelbeds has no listing 2',
    )
  })
})

describe('what a supplier tells of a mapped listing', () => {
  it('changes nothing while it is the same house', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM)])
    await world.propose()
    await world.bring([listingLine('hotelbeds/1', ELM, { stars: 4, phone: null })])
    expect(await world.propose()).toEqual({ 'STAYS SAME': 1 })
    expect(await mapping()).toBe('101 VERIFIED')
    expect(await history()).toHaveLength(1)
  })

  it('that may be another house now is not sold, and the question says what changed; told as before it is sold again', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM)])
    await world.propose()
    await world.bring([listingLine('hotelbeds/1', MOVED)])
    expect(await world.propose()).toEqual({ 'REVIEW CONTENT_CHANGED': 1 })
    expect(await mapping()).toBe('101 UNVERIFIED')
    const [{ changes }] = await world.query('SELECT changes FROM mapping_proposals')
    expect(changes.name).toEqual({ before: ELM.name, after: MOVED.name })
    expect(await world.propose({ all: true })).toEqual({})
    expect(await world.asked()).toEqual({ 'hotelbeds/1': 'CONTENT_CHANGED 101' })
    await world.bring([listingLine('hotelbeds/1', ELM)])
    await world.propose()
    expect(await mapping()).toBe('101 VERIFIED')
    expect(await world.asked()).toEqual({})
  })

  it('and an imported mapping that the engine doubts stays, and is asked about', async () => {
    await world.bring([
      ...THREE_HOTELS,
      hotelLine(101, ELM, { suppliers: [{ supplier_code: 'hotelbeds', supplier_hotel_id: '1' }] }),
      listingLine('hotelbeds/1', MOVED),
    ])
    expect(await world.propose()).toEqual({ 'REVIEW DISAGREES': 1 })
    expect(await mapping()).toBe('101 VERIFIED')
    expect(await history()).toEqual([])
  })

  it('is judged again when its hotel is another one now', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM)])
    await world.propose()
    await world.bring([hotelLine(101, MOVED)])
    await world.propose()
    expect(await mapping()).toBe('101 UNVERIFIED')
  })

  it('and is closed is sold no longer, and sold again when it opens', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM)])
    await world.propose()
    await world.bring([listingLine('hotelbeds/1', ELM, { status: 'CLOSED' })])
    const { hotels } = world.core.store
    expect(await hotels.suppliersOf(101)).toEqual([])
    expect(await world.propose()).toEqual({})
    expect(await mapping()).toBe('101 VERIFIED')
    await world.bring([listingLine('hotelbeds/1', ELM)])
    expect(await hotels.suppliersOf(101)).toHaveLength(1)
  })
})

describe('a new version of the engine', () => {
  it('takes down what it would not map any more, and never moves anything', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM), listingLine('ratehawk/2', QUAY)])
    await world.propose()
    // As if rules of before had mapped the first one to a hotel that it is not.
    await world.query(`UPDATE supplier_hotels SET hotel_id = 103 WHERE supplier_code = 'hotelbeds'`)
    await world.query(`UPDATE listings SET judged_engine = '0.0.1'`)
    expect(await world.propose({ isDryRun: true })).toEqual({ 'REVIEW ENGINE_CHANGED': 1, 'STAYS SAME': 1 })
    expect(await mapping()).toBe('103 VERIFIED')
    expect(await world.propose()).toEqual({ 'REVIEW ENGINE_CHANGED': 1, 'STAYS SAME': 1 })
    expect(await world.mapped()).toEqual({ 'hotelbeds/1': '103 UNVERIFIED', 'ratehawk/2': '102 VERIFIED' })
  })
})

describe('the history of mappings', () => {
  it('has what was written past the gateway as well, and is never changed', async () => {
    await world.bring([
      ...THREE_HOTELS,
      hotelLine(101, ELM, { suppliers: [{ supplier_code: 'hotelbeds', supplier_hotel_id: '1' }] }),
    ])
    await world.query('UPDATE supplier_hotels SET hotel_id = 102')
    await world.bring([hotelLine(103, ABBEY, { suppliers: [{ supplier_code: 'hotelbeds', supplier_hotel_id: '1' }] })])
    expect((await history()).map(({ actor, from_hotel_id: from, hotel_id: to }) => [actor, from, to])).toEqual([
      ['import', 102, 103],
      ['sql', 101, 102],
    ])
    const [{ version }] = await world.query('SELECT version FROM supplier_hotels')
    expect(version).toBe((await history())[0]?.['id'])
    await expect(world.query('DELETE FROM mapping_versions')).rejects.toThrow('append-only')
    await expect(world.query('UPDATE mapping_versions SET hotel_id = 1')).rejects.toThrow('append-only')
  })
})
