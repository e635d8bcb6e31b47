import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Core } from '../../src/core.ts'
import { importCatalogueLines, type NumberedLine } from '../../src/operations/catalogue/import-catalogue.ts'
import { createHotels } from '../../src/operations/mapping/create-hotels.ts'
import { type ProposeOptions, proposeMappings } from '../../src/operations/mapping/propose.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import type { Json } from './http-client.ts'
import { openCore } from './open-core.ts'

/** A catalogue of its own, and what operators do with it, in the test's process. */
export type CatalogueWorld = {
  readonly core: Core
  readonly query: TestDatabase['query']
  readonly database: TestDatabase
  /** Imports lines as a file has them; returns what was told of bad ones. */
  readonly bring: (lines: readonly object[], onlySupplier?: string) => Promise<BroughtLines>
  /** Runs `mapping propose`; returns the counts as `VERDICT REASON`. */
  readonly propose: (options?: Partial<ProposeOptions>) => Promise<Record<string, number>>
  readonly create: () => Promise<Awaited<ReturnType<typeof createHotels>>>
  /** SUPPLIER/ID to hotel and verification, as `551 VERIFIED`. */
  readonly mapped: () => Promise<Record<string, string>>
  /** SUPPLIER/ID to why and the likeliest hotel, as `COMPETING 551`. */
  readonly asked: () => Promise<Record<string, string>>
}

export type BroughtLines = { readonly told: readonly string[]; readonly progress: Json }

/** Emptied before each test. */
const FORGOTTEN =
  'cases bookings mapping_proposals listings hotel_facts catalogue_marks mapping_rejections supplier_hotels supplier_rooms room_pins content_due hotels places catalogue_terms price_observations'
    .split(' ')
    .map((table) => `DELETE FROM ${table}`)
    .join(';')

/** The tests of a file share one database; each begins with an empty catalogue. */
export function useCatalogue(use: (world: CatalogueWorld) => void): void {
  let database: TestDatabase | undefined
  let core: Core | undefined

  beforeAll(async () => {
    database = await createTestDatabase()
    core = await openCore(database)
    use(worldOf(core, database))
  })

  beforeEach(async () => {
    await database?.query(
      `${FORGOTTEN}; ALTER TABLE mapping_versions DISABLE TRIGGER USER; DELETE FROM mapping_versions; ALTER TABLE mapping_versions ENABLE TRIGGER USER`,
    )
    core?.deps.catalogue.renew()
  })

  afterAll(async () => {
    await core?.close()
    await database?.drop()
  })
}

function worldOf(core: Core, database: TestDatabase): CatalogueWorld {
  const { deps } = core
  const { query } = database
  return {
    core,
    database,
    query,
    bring: async (lines, onlySupplier) => {
      const told: string[] = []
      const progress = await importCatalogueLines(deps, numbered(lines), {
        skip: 0,
        onlySupplier: onlySupplier ?? null,
        runId: 1,
        onBadLine: ({ line, faults }) => told.push(`line ${line}: ${faults.join('; ')}`),
        onBatch: async () => undefined,
      })
      deps.catalogue.renew()
      return { told, progress }
    },
    propose: async (options = {}) => {
      const rows = await proposeMappings(deps, {
        filter: { supplierCode: null, countryCode: null, cells: null },
        all: false,
        isDryRun: false,
        onProgress: () => undefined,
        ...options,
      })
      return Object.fromEntries(rows.map(({ verdict, reason, listings }) => [`${verdict} ${reason}`, listings]))
    },
    create: () => createHotels(deps, () => undefined),
    mapped: async () => {
      const rows = await query(
        `SELECT supplier_code || '/' || supplier_hotel_id AS id, hotel_id || ' ' || verification AS at FROM supplier_hotels`,
      )
      return Object.fromEntries(rows.map(({ id, at }) => [id, at]))
    },
    asked: async () => {
      const rows = await query(
        `SELECT supplier_code || '/' || supplier_hotel_id AS id, why || ' ' || coalesce(hotel_id, 0) AS at
         FROM mapping_proposals JOIN listings ON id = listing_id WHERE outcome = 'REVIEW'`,
      )
      return Object.fromEntries(rows.map(({ id, at }) => [id, at]))
    },
  }
}

async function* numbered(lines: readonly object[]): AsyncGenerator<NumberedLine> {
  for (const [index, line] of lines.entries()) yield { number: index + 1, text: JSON.stringify(line) }
}

export const LONDON = {
  type: 'place',
  id: 1,
  place_type: 'city',
  country_code: 'GB',
  time_zone: 'Europe/London',
  latitude: 51.507,
  longitude: -0.128,
  names: { en: 'London', fr: 'Londres' },
}
export const PLACES: readonly object[] = [LONDON, { type: 'property_type', id: 'hotel', names: { en: 'Hotel' } }]

/** What tells a made house from the others. */
export type House = {
  readonly name: string
  readonly street: string
  readonly latitude: number
  readonly longitude: number
  readonly phone: string
}

/** Some kilometres apart. */
export const ELM: House = {
  name: 'Grand Elm Hotel',
  street: '12 Elmsworth Street',
  latitude: 51.51013,
  longitude: -0.12017,
  phone: '+44 20 7946 0101',
}
export const QUAY: House = {
  name: 'Harbourmaster Lodge',
  street: '4 Tollgate Quay',
  latitude: 51.53411,
  longitude: -0.06022,
  phone: '+44 20 7946 0202',
}
export const ABBEY: House = {
  name: 'Abbeycroft Court',
  street: '77 Monkswell Road',
  latitude: 51.48217,
  longitude: -0.20533,
  phone: '+44 20 7946 0303',
}

/** A house as the catalogue has it. */
export function hotelLine(id: number, house: House, more: object = {}): object {
  const { name, street, latitude, longitude, phone } = house
  return {
    type: 'hotel',
    id,
    place_id: 1,
    names: { en: name },
    address: street,
    latitude,
    longitude,
    phone,
    property_type: 'hotel',
    ...more,
  }
}

/** A house as a supplier describes it. */
export function listingLine(
  listing: string,
  { name, street, latitude, longitude, phone }: House,
  more: object = {},
): object {
  const [supplier_code, supplier_hotel_id] = listing.split('/')
  return {
    type: 'listing',
    supplier_code,
    supplier_hotel_id,
    name,
    address_lines: [street],
    city: 'London',
    country_code: 'GB',
    latitude: latitude + 0.0002,
    longitude,
    phone,
    ...more,
  }
}
