import { type SandboxCatalogue, sandboxCatalogue } from '../../src/sandbox/catalogue/catalogue.ts'
import type { SandboxSupplierCode } from '../../src/sandbox/catalogue/types.ts'
import { type Day, FIRST_DAY } from '../../src/sandbox/content/life.ts'
import type { Oddities } from '../../src/sandbox/content/oddities.ts'
import type { TrueHotel } from '../../src/sandbox/content/true-hotel.ts'
import { createWorld, type Listed, type World } from '../../src/sandbox/content/world.ts'
import { createSupply, type Supply } from '../../src/sandbox/suppliers/content/supply.ts'
import { fileOf } from '../../src/sandbox/suppliers/expedia-rapid/content/files.ts'
import { hotelView } from '../../src/sandbox/suppliers/hotelbeds/content/hotel-view.ts'
import { hotelDetail, listedHotel } from '../../src/sandbox/suppliers/liteapi/data/hotel-view.ts'
import { dumpOf } from '../../src/sandbox/suppliers/ratehawk/content/dumps.ts'
import { partOf } from './catalogue-part.ts'
import type { Json } from './http-client.ts'

/** A row as a supplier sends it, beside what is true of it. */
export type ServedRow = {
  readonly id: string
  readonly raw: Json
  /** LiteAPI only: the answer for the one hotel. */
  readonly detail: Json
  readonly listed: Listed
  readonly truth: TrueHotel
  readonly oddities: Oddities
  readonly isEdited: boolean
}

export type ContentRows = {
  readonly catalogue: SandboxCatalogue
  readonly world: World
  readonly supply: Supply
  /** All rows that a supplier has on the day, in English. */
  readonly rowsOf: (supplierCode: SandboxSupplierCode, day: Day) => readonly ServedRow[]
}

/** 2026-07-01, in the middle of the world's first year. */
export const SOME_DAY: Day = FIRST_DAY + 181

/** Of all listings, or of one of so many. */
export function createContentRows({ oneOf = 1 }: { readonly oneOf?: number } = {}): ContentRows {
  const catalogue = oneOf === 1 ? sandboxCatalogue() : partOf(sandboxCatalogue(), oneOf)
  const world = createWorld(catalogue)
  const supply = createSupply(world, 1)

  function sent(
    supplierCode: SandboxSupplierCode,
    day: Day,
  ): readonly (readonly [id: string, raw: Json, detail: Json])[] {
    if (supplierCode === 'expedia_rapid')
      return ['expedia', 'vrbo'].flatMap((source) =>
        [
          ...fileOf({ supply: () => supply, catalogue }, { day, kind: 'content', language: 'en-US', source }).rows(),
        ].map((line) => {
          const raw = JSON.parse(line)
          return [raw.property_id, raw, null] as const
        }),
      )
    if (supplierCode === 'ratehawk')
      return [...dumpOf(supply, { kind: 'whole', day, language: 'en', inventory: 'all' }).rows()]
        .map((line): Json => JSON.parse(line))
        .filter((raw) => !raw.is_closed)
        .map((raw) => [String(raw.hid), raw, null] as const)
    return supply.listed(supplierCode, day).map((row) => {
      const described = supply.describe(row, day)
      // As it arrives: what is undefined is not sent.
      function plain(view: object): Json {
        return JSON.parse(JSON.stringify(view))
      }
      return supplierCode === 'hotelbeds'
        ? [described.supplierHotelId, plain(hotelView(described, 'en')), null]
        : [described.supplierHotelId, plain(listedHotel(described, 'en')), plain(hotelDetail(described, 'en'))]
    })
  }

  return {
    catalogue,
    world,
    supply,
    rowsOf: (supplierCode, day) =>
      sent(supplierCode, day).map(([id, raw, detail]) => {
        const listed = world.find(supplierCode, id)
        const truth = listed && world.hotel(listed.hotelId)
        if (!listed || !truth) throw new Error(`${supplierCode} sends ${id}, which it does not have`)
        const { edits } = world.life(listed, day)
        return {
          id,
          raw,
          detail,
          listed,
          truth,
          oddities: world.oddities(listed),
          isEdited: edits.isRenamed || edits.isMoved,
        }
      }),
  }
}
