import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { stageListings } from '../../../src/operations/catalogue/stage-listings.ts'
import { toListing } from '../../../src/operations/catalogue/to-listing.ts'
import { listingLine as asLine } from '../../../src/operations/inputs/listing-line.ts'
import { acceptMapping, rejectMapping } from '../../../src/operations/mapping/decide.ts'
import { proposeMappings } from '../../../src/operations/mapping/propose.ts'
import type { Store, StoreParts } from '../../../src/store/store.ts'
import { until } from '../../support/until.ts'
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

/** What two processes write about one listing at the same time: runs of the engine, persons, and what brings content. */

let world: CatalogueWorld
useCatalogue((opened) => {
  world = opened
})

const THREE_HOTELS = [...PLACES, hotelLine(101, ELM), hotelLine(102, QUAY), hotelLine(103, ABBEY)]
const LISTING = { supplierCode: 'hotelbeds', supplierHotelId: '1' }
const ADA = { ...LISTING, actor: 'operator:ada', note: null }
const ANYTHING = {
  filter: { supplierCode: null, countryCode: null, cells: null },
  all: false,
  isDryRun: false,
  onProgress: () => undefined,
}

/** Lets a transaction do its work, and holds it open until the returned function is called. */
async function held(work: (tx: StoreParts) => Promise<unknown>): Promise<() => Promise<unknown>> {
  const worked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const ended = world.core.store.transaction(async (tx) => {
    await work(tx)
    worked.resolve()
    await gate.promise
  })
  await Promise.race([worked.promise, ended])
  return async () => {
    gate.resolve()
    await ended
  }
}

/** Begins what has to wait for another transaction; resolves when it waits, with what it comes to. */
async function waiting<T>(work: () => Promise<T>): Promise<{ readonly ended: Promise<T> }> {
  let isOver = false
  const ended = work().finally(() => {
    isOver = true
  })
  ended.catch(() => undefined)
  await until('it to wait, or to be over', async () => {
    const rows = await world.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return isOver || rows.length > 0
  })
  return { ended }
}

/** The store, in which something happens right after a part of it was read. */
function meanwhile(part: keyof Store, name: string, happens: () => Promise<unknown>): Store {
  const { store } = world.core
  const own = store[part] as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
  let hasHappened = false
  async function read(...args: unknown[]): Promise<unknown> {
    const answer = await own[name]?.(...args)
    if (!hasHappened) {
      hasHappened = true
      await happens()
    }
    return answer
  }
  return { ...store, [part]: { ...own, [name]: read } }
}

function decide(work: (tx: StoreParts) => Promise<unknown>): Promise<unknown> {
  return world.core.store.transaction(work)
}

async function mappings(): Promise<string[]> {
  const rows = await world.query(
    `SELECT supplier_code || '/' || supplier_hotel_id || ' ' || hotel_id || ' ' || verification || ' ' || decided_by AS told
     FROM supplier_hotels ORDER BY 1`,
  )
  return rows.map(({ told }) => told)
}

describe('[20] a person’s word while the engine maps', () => {
  it('stands when the person was first, and the engine had read before', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM)])
    const commit = await held((tx) => acceptMapping(tx, { ...ADA, hotelId: 103 }))
    const { ended } = await waiting(() => world.propose())
    await commit()
    await ended
    expect(await mappings()).toEqual(['hotelbeds/1 103 VERIFIED PERSON'])
    expect(await world.asked()).toEqual({})
    expect(await world.query('SELECT from_hotel_id, hotel_id FROM mapping_versions')).toEqual([
      { from_hotel_id: null, hotel_id: 103 },
    ])
  })

  it('stands when the engine was first, and is told as a move', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM)])
    const engine = {
      to: { hotelId: 101, verification: 'VERIFIED' },
      decidedBy: 'ENGINE',
      actor: 'engine@1',
      from: null,
    } as const
    const commit = await held((tx) => tx.mappings.change([{ ...LISTING, ...engine, reason: 'AUTO' }]))
    const { ended } = await waiting(() => decide((tx) => acceptMapping(tx, { ...ADA, hotelId: 103 })))
    await commit()
    await ended
    expect(await mappings()).toEqual(['hotelbeds/1 103 VERIFIED PERSON'])
    expect(await world.query('SELECT from_hotel_id, hotel_id FROM mapping_versions ORDER BY id')).toEqual([
      { from_hotel_id: null, hotel_id: 101 },
      { from_hotel_id: 101, hotel_id: 103 },
    ])
  })

  it('that was said after the engine had read is not asked about again', async () => {
    await world.bring([...THREE_HOTELS, hotelLine(104, ELM), listingLine('hotelbeds/1', ELM)])
    const store = meanwhile('hotelFacts', 'inRegion', () => decide((tx) => acceptMapping(tx, { ...ADA, hotelId: 104 })))
    await proposeMappings({ ...world.core.deps, store }, ANYTHING)
    expect(await mappings()).toEqual(['hotelbeds/1 104 VERIFIED PERSON'])
    expect(await world.asked()).toEqual({})
  })

  it('that was said while the engine compared it with another listing is not doubted', async () => {
    const hotel = hotelLine(101, { ...ELM, name: 'Grand Elm Hotel North' })
    await world.bring([...PLACES, hotel, listingLine('hotelbeds/1', { ...ELM, name: 'ibis Grand Elm North' })])
    await world.propose()
    await world.bring([listingLine('ratehawk/2', { ...ELM, name: 'ibis budget Grand Elm North' })])
    const { store } = world.core
    function transaction<T>(work: (tx: StoreParts) => Promise<T>): Promise<T> {
      return store.transaction(async (tx) => {
        async function mappedSuppliers(hotelIds: readonly number[]) {
          await decide((other) => acceptMapping(other, { ...ADA, hotelId: 101 }))
          return tx.hotelFacts.mappedSuppliers(hotelIds)
        }
        return work({ ...tx, hotelFacts: { ...tx.hotelFacts, mappedSuppliers } })
      })
    }
    await proposeMappings({ ...world.core.deps, store: { ...store, transaction } }, ANYTHING)
    expect(await mappings()).toEqual(['hotelbeds/1 101 VERIFIED PERSON'])
    expect(await world.asked()).toEqual({ 'ratehawk/2': 'TRANSITIVE 101' })
  })

  it('that it is not the hotel, said after the engine had read, leaves it due', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM)])
    const store = meanwhile('hotelFacts', 'inRegion', () => decide((tx) => rejectMapping(tx, { ...ADA, hotelId: 101 })))
    await proposeMappings({ ...world.core.deps, store }, ANYTHING)
    expect(await mappings()).toEqual([])
    expect(await world.query(`SELECT due FROM listings`)).toEqual([{ due: true }])
    expect(await world.propose()).toEqual({ 'NEW NO_HOTEL': 1 })
  })
})

describe('[20] two runs at once', () => {
  it('make each missing hotel once', async () => {
    await world.bring([
      ...PLACES,
      listingLine('hotelbeds/1', ELM),
      listingLine('ratehawk/7', ELM),
      listingLine('liteapi/lp1', QUAY),
    ])
    await world.propose()
    await world.query(`
      CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END $$;
      CREATE TRIGGER be_slow AFTER INSERT ON hotels FOR EACH STATEMENT EXECUTE FUNCTION be_slow()`)
    try {
      const made = await Promise.all([world.create(), world.create()])
      expect(made.reduce((sum, { hotels }) => sum + hotels, 0)).toBe(2)
    } finally {
      await world.query('DROP FUNCTION be_slow CASCADE')
    }
    expect(await world.query('SELECT count(*)::int AS hotels FROM hotels')).toEqual([{ hotels: 2 }])
    expect(await world.query('SELECT count(*)::int AS versions FROM mapping_versions')).toEqual([{ versions: 3 }])
  })

  it('map one listing of a supplier to a hotel, whichever of them saw which', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM, { phone: null, address_lines: [] })])
    const better = listingLine('hotelbeds/2', ELM)
    const store = meanwhile('proposals', 'claims', async () => {
      await world.bring([better])
      await world.propose()
    })
    await proposeMappings({ ...world.core.deps, store }, ANYTHING)
    expect(await mappings()).toHaveLength(1)
  })

  it('make no hotel of a listing that a person has mapped meanwhile', async () => {
    await world.bring([...PLACES, hotelLine(102, QUAY), listingLine('hotelbeds/1', ELM)])
    await world.propose()
    const commit = await held((tx) => acceptMapping(tx, { ...ADA, hotelId: 102 }))
    const { ended } = await waiting(() => world.create())
    await commit()
    expect(await ended).toMatchObject({ hotels: 0, listings: 0 })
    expect(await world.query('SELECT id FROM hotels')).toEqual([{ id: 102 }])
    expect(await mappings()).toEqual(['hotelbeds/1 102 VERIFIED PERSON'])
  })
})

describe('[20] a listing that its supplier closes at the moment in which it is mapped', () => {
  const closed = listingLine('hotelbeds/1', ELM, { status: 'CLOSED' })

  it('is not sold when the mapping was first', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM)])
    const commit = await held((tx) => acceptMapping(tx, { ...ADA, hotelId: 101 }))
    const { ended } = await waiting(() => world.bring([closed]))
    await commit()
    await ended
    expect(await world.query('SELECT on_sale FROM supplier_hotels')).toEqual([{ on_sale: false }])
  })

  it('is not sold when the supplier was first', async () => {
    await world.bring([...THREE_HOTELS, listingLine('hotelbeds/1', ELM)])
    const commit = await held((tx) => stageListings(tx, [toListing(asLine.parse(closed))], { runId: 1 }))
    const { ended } = await waiting(() => decide((tx) => acceptMapping(tx, { ...ADA, hotelId: 101 })))
    await commit()
    await ended
    expect(await world.query('SELECT on_sale FROM supplier_hotels')).toEqual([{ on_sale: false }])
  })
})

describe('[20] a transaction of an operator that was open for longer than anybody looks back', () => {
  it('is followed at its end: what it took away, and the hotels that left', async () => {
    const { clock, store } = world.core
    const sold = { suppliers: [{ supplier_code: 'hotelbeds', supplier_hotel_id: '1' }] }
    await world.bring([...THREE_HOTELS, hotelLine(101, ELM, sold)])
    const operator = new pg.Client({ connectionString: world.database.url })
    await operator.connect()
    await operator.query('BEGIN')
    await operator.query('DELETE FROM supplier_hotels; DELETE FROM hotels WHERE id = 102')
    const began = clock.real()
    await operator.query('SELECT pg_sleep(10.2)')
    // As if more than a minute had passed, and a worker had followed everything until now.
    await store.hotelFacts.setMark('mapping-versions-followed', clock.real())
    const before = clock.real() - 1_000
    await operator.query('COMMIT')
    await operator.end()
    const since = await store.hotelFacts.mark('mapping-versions-followed')
    expect(since).toBeLessThan(began)
    expect(await store.mappings.endsBetween(since ?? 0, clock.real(), { after: 0, limit: 10 })).toMatchObject([
      { fromHotelId: 101, hotelId: null },
    ])
    const changed = await store.hotels.changedSince({ changedAt: before, hotelId: 0 }, 10)
    expect(new Map(changed.map(({ hotelId, supplierCodes }) => [hotelId, supplierCodes]))).toEqual(
      new Map([
        [101, []],
        [102, []],
      ]),
    )
  })
})
