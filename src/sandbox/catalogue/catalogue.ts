import { lazily } from '../../platform/lazily.ts'
import { cityPlaces } from './cities.ts'
import { countryPlaces } from './countries.ts'
import { furtherHotels } from './further-hotels.ts'
import { furtherListings } from './further-listings.ts'
import { inventedHotels } from './hotels.ts'
import { makeServiceRooms, makeSupplierRooms } from './rooms.ts'
import { scenarioHotels, scenarioListings, scenarioSupplierHotels } from './scenario-hotels.ts'
import { supplierHotelsOf } from './supplier-hotels.ts'
import { CHAINS, FACILITIES, PROPERTY_TYPES } from './terms.ts'
import {
  type FurtherHotel,
  type FurtherListing,
  SANDBOX_SUPPLIERS,
  type SandboxCatalogue,
  type SandboxHotel,
  type SandboxSupplierHotel,
} from './types.ts'

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
  const further = lazily(() => furtherStock(invented, supplierHotels))
  return {
    places: [...countryPlaces(), ...cityPlaces()],
    hotels,
    supplierHotels,
    chains: CHAINS,
    facilities: FACILITIES,
    propertyTypes: PROPERTY_TYPES,
    further: () => further().stock,
    ...lookups({
      hotels,
      inventedCount: invented.length,
      listings: [...scenarioListings(), ...supplierHotels],
      further,
    }),
  }
}

/** The first index of rooms of further hotels, above those of the catalogue's hotels. */
const FIRST_FURTHER_INDEX = 10_000

type IndexedHotel = { readonly hotel: SandboxHotel; readonly index: number }
type Further = {
  readonly stock: { readonly hotels: readonly FurtherHotel[]; readonly listings: readonly FurtherListing[] }
  readonly hotels: ReadonlyMap<number, IndexedHotel>
  readonly listings: ReadonlyMap<string, SandboxSupplierHotel>
}

/** What the suppliers have and the catalogue does not map. */
function furtherStock(invented: readonly SandboxHotel[], supplierHotels: readonly SandboxSupplierHotel[]): Further {
  const ids = new Set(invented.map(({ hotelId }) => hotelId))
  const mapped = supplierHotels.filter(({ hotelId }) => ids.has(hotelId))
  const hotels = furtherHotels(invented)
  const listings = furtherListings({ invented, mapped, further: hotels })
  return {
    stock: { hotels, listings },
    hotels: new Map(hotels.map(({ hotel }, index) => [hotel.hotelId, { hotel, index: FIRST_FURTHER_INDEX + index }])),
    listings: new Map(listings.map((listing) => [keyOf(listing.supplierCode, listing.supplierHotelId), listing])),
  }
}

function everySupplier(): typeof SANDBOX_SUPPLIERS {
  return SANDBOX_SUPPLIERS
}

type Lookups = Pick<SandboxCatalogue, 'findHotel' | 'findSupplierHotel' | 'serviceRooms' | 'supplierRooms'>

type Known = {
  /** Those before `inventedCount` are ordinary; from there on they are scenario hotels. */
  readonly hotels: readonly SandboxHotel[]
  readonly inventedCount: number
  readonly listings: readonly SandboxSupplierHotel[]
  readonly further: () => Further
}

function lookups({ hotels, inventedCount, listings: known, further }: Known): Lookups {
  const indexes = new Map(hotels.map(({ hotelId }, index) => [hotelId, index]))
  const listings = new Map(known.map((listing) => [keyOf(listing.supplierCode, listing.supplierHotelId), listing]))
  function listingAt(key: string): SandboxSupplierHotel | null {
    return listings.get(key) ?? further().listings.get(key) ?? null
  }
  const serviceRooms = remember((hotelId: number) => {
    const index = indexes.get(hotelId)
    if (index !== undefined) return makeServiceRooms(hotelId, index, index >= inventedCount)
    const other = further().hotels.get(hotelId)
    return other ? makeServiceRooms(hotelId, other.index, false) : null
  })
  const supplierRooms = remember((key: string) => {
    const listing = listingAt(key)
    return listing ? makeSupplierRooms(listing, serviceRooms(listing.hotelId)) : null
  })
  return {
    findHotel: (hotelId) => hotels[indexes.get(hotelId) ?? -1] ?? further().hotels.get(hotelId)?.hotel ?? null,
    findSupplierHotel: (supplierCode, supplierHotelId) => listingAt(keyOf(supplierCode, supplierHotelId)),
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
