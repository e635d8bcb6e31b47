import { chance, hash32 } from './hash.ts'
import { currencyOf, listingIdOf } from './supplier-hotels.ts'
import {
  type FurtherHotel,
  type FurtherListing,
  SANDBOX_SUPPLIERS,
  type SandboxHotel,
  type SandboxSupplierCode,
  type SandboxSupplierHotel,
} from './types.ts'

/** Indexes of ids beyond those of the catalogue's hotels. */
const FIRST_FURTHER_INDEX = 10_000
const FIRST_TWICE_INDEX = 100_000

/** Of the hotels that only Rapid sells, so many of a thousand are at no other supplier at all; of the other suppliers' all. */
const RAPID_ALONE_PERMILLE = 590
/** Of the listings of these suppliers, so many of a thousand are there twice. */
const TWICE_PERMILLE: Readonly<Partial<Record<SandboxSupplierCode, number>>> = { hotelbeds: 15, liteapi: 15 }
const STEADY_PERMILLE = 850
const UNIT_SUPPLIERS: readonly SandboxSupplierCode[] = ['expedia_rapid', 'liteapi']

type Stock = {
  /** The invented hotels of the catalogue, whose places in the list are the indexes of their ids. */
  readonly invented: readonly SandboxHotel[]
  readonly mapped: readonly SandboxSupplierHotel[]
  readonly further: readonly FurtherHotel[]
}

/** What the suppliers sell beside the listings that the catalogue maps. */
export function furtherListings({ invented, mapped, further }: Stock): readonly FurtherListing[] {
  const sellers = new Map<number, Set<string>>()
  for (const { hotelId, supplierCode } of mapped)
    sellers.set(hotelId, (sellers.get(hotelId) ?? new Set()).add(supplierCode))
  const once = [
    ...invented.flatMap((hotel, index) => elsewhere(hotel, index, sellers.get(hotel.hotelId) ?? new Set())),
    ...further.flatMap((row, index) =>
      suppliersOf(row).map((code) => listing(code, row.hotel, FIRST_FURTHER_INDEX + index)),
    ),
  ]
  const houses = [...invented, ...further.flatMap(({ hotel, kind }) => (kind === 'UNIT' ? [] : [hotel]))]
  const hotels = new Map(houses.map((hotel) => [hotel.hotelId, hotel]))
  return [...once, ...twice([...mapped, ...once], hotels)]
}

/** Where else a hotel of the catalogue is listed than where it is mapped. */
function elsewhere(hotel: SandboxHotel, index: number, sellers: ReadonlySet<string>): readonly FurtherListing[] {
  const isAlone =
    sellers.size === 1 &&
    (!sellers.has('expedia_rapid') || chance(hash32('alone', hotel.hotelId), RAPID_ALONE_PERMILLE))
  if (isAlone) return []
  return SANDBOX_SUPPLIERS.filter((code) => !sellers.has(code)).map((code) => ({
    ...listing(code, hotel, index),
    standing: 'PASSING',
  }))
}

function suppliersOf({ hotel, kind, supplierCode }: FurtherHotel): readonly SandboxSupplierCode[] {
  if (supplierCode !== null) return [supplierCode]
  if (kind === 'UNIT') return UNIT_SUPPLIERS
  const found = SANDBOX_SUPPLIERS.filter((code) => chance(hash32('lists', code, hotel.hotelId), STEADY_PERMILLE))
  return found.length > 0 ? found : ['expedia_rapid']
}

function listing(supplierCode: SandboxSupplierCode, hotel: SandboxHotel, index: number): FurtherListing {
  return {
    supplierCode,
    supplierHotelId: listingIdOf(supplierCode, index),
    hotelId: hotel.hotelId,
    verification: 'VERIFIED',
    currency: currencyOf(supplierCode, hotel),
    standing: 'STEADY',
  }
}

function twice(
  listings: readonly SandboxSupplierHotel[],
  hotels: ReadonlyMap<number, SandboxHotel>,
): readonly FurtherListing[] {
  return listings
    .flatMap(({ supplierCode, hotelId }) => {
      const hotel = hotels.get(hotelId)
      const isTwice = chance(hash32('twice', supplierCode, hotelId), TWICE_PERMILLE[supplierCode] ?? 0)
      return hotel && isTwice ? [{ supplierCode, hotel }] : []
    })
    .map(({ supplierCode, hotel }, index) => ({
      ...listing(supplierCode, hotel, FIRST_TWICE_INDEX + index),
      standing: 'TWICE',
    }))
}
