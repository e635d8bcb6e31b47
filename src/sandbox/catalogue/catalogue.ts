import { cityPlaces } from './cities.ts'
import { countryPlaces } from './countries.ts'
import { inventedHotels } from './hotels.ts'
import { makeServiceRooms, makeSupplierRooms } from './rooms.ts'
import { scenarioHotels, scenarioListings, scenarioSupplierHotels } from './scenario-hotels.ts'
import { supplierHotelsOf } from './supplier-hotels.ts'
import { CHAINS, FACILITIES, PROPERTY_TYPES } from './terms.ts'
import { SANDBOX_SUPPLIERS, type SandboxCatalogue, type SandboxHotel, type SandboxSupplierHotel } from './types.ts'

export type * from './types.ts'

/**
 * The sandbox's catalogue: real cities with invented hotels, and the suppliers that sell each under their own ids. Each call
 * builds it anew in some tens of milliseconds, always with the same content, so callers build it once and pass it on. Rooms are
 * made on first use, then cached.
 */
export function sandboxCatalogue({ everySupplierSellsAll = false } = {}): SandboxCatalogue {
  const invented = inventedHotels()
  const hotels = [...invented, ...scenarioHotels()]
  const supplierHotels = [
    ...supplierHotelsOf(invented, everySupplierSellsAll ? everySupplier : undefined),
    ...scenarioSupplierHotels(),
  ]
  return {
    places: [...countryPlaces(), ...cityPlaces()],
    hotels,
    supplierHotels,
    chains: CHAINS,
    facilities: FACILITIES,
    propertyTypes: PROPERTY_TYPES,
    ...lookups(hotels, invented.length, [...scenarioListings(), ...supplierHotels]),
  }
}

function everySupplier(): typeof SANDBOX_SUPPLIERS {
  return SANDBOX_SUPPLIERS
}

type Lookups = Pick<SandboxCatalogue, 'findHotel' | 'findSupplierHotel' | 'serviceRooms' | 'supplierRooms'>

/** The hotels before `inventedCount` are ordinary; from there on they are scenario hotels. */
function lookups(
  hotels: readonly SandboxHotel[],
  inventedCount: number,
  supplierHotels: readonly SandboxSupplierHotel[],
): Lookups {
  const indexes = new Map(hotels.map(({ hotelId }, index) => [hotelId, index]))
  const listings = new Map(
    supplierHotels.map((listing) => [keyOf(listing.supplierCode, listing.supplierHotelId), listing]),
  )
  const serviceRooms = remember((hotelId: number) => {
    const index = indexes.get(hotelId)
    return index === undefined ? null : makeServiceRooms(hotelId, index, index >= inventedCount)
  })
  const supplierRooms = remember((key: string) => {
    const listing = listings.get(key)
    return listing ? makeSupplierRooms(listing, serviceRooms(listing.hotelId)) : null
  })
  return {
    findHotel: (hotelId) => hotels[indexes.get(hotelId) ?? -1] ?? null,
    findSupplierHotel: (supplierCode, supplierHotelId) => listings.get(keyOf(supplierCode, supplierHotelId)) ?? null,
    serviceRooms,
    supplierRooms: (supplierCode, supplierHotelId) => supplierRooms(keyOf(supplierCode, supplierHotelId)),
  }
}

function keyOf(supplierCode: string, supplierHotelId: string): string {
  return `${supplierCode}/${supplierHotelId}`
}

/**
 * Caches what `make` returned for each key. Null results (unknown keys) are not cached, so that invalid requests cannot fill the
 * memory.
 */
function remember<K, T>(make: (key: K) => readonly T[] | null): (key: K) => readonly T[] {
  const made = new Map<K, readonly T[]>()
  return (key) => {
    const known = made.get(key)
    if (known) return known
    const fresh = make(key)
    if (fresh) made.set(key, fresh)
    return fresh ?? []
  }
}
