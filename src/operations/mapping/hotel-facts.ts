import type { HotelFacts } from '../../mapping/hotel-facts.ts'
import type { DescribedHotel } from '../../store/hotel-facts.ts'
import type { Names, Place } from '../../store/hotels.ts'
import type { Deps } from '../deps.ts'

/** What the catalogue calls places and chains, by their ids. */
export type CatalogueNames = {
  readonly places: ReadonlyMap<number, Place>
  readonly chains: ReadonlyMap<number, Names>
}

export async function namesOf({ catalogue }: Pick<Deps, 'catalogue'>): Promise<CatalogueNames> {
  const [places, { chains }] = await Promise.all([catalogue.places(), catalogue.terms()])
  return { places, chains }
}

/** What the judge reads of a hotel of the catalogue. */
export function factsOfHotel(hotel: DescribedHotel, { places, chains }: CatalogueNames): HotelFacts {
  const { names, address, addressLines } = hotel
  const place = places.get(hotel.placeId) ?? null
  const name = names['en'] ?? Object.values(names)[0] ?? ''
  return {
    name,
    alternativeNames: [...new Set(Object.values(names))].filter((other) => other !== name),
    formerNames: null,
    addressLines: addressLines.length > 0 ? addressLines : address === '' ? null : [address],
    postcode: null,
    city: cityOf(place, places)?.names['en'] ?? null,
    countryCode: place?.countryCode ?? null,
    latitude: hotel.latitude,
    longitude: hotel.longitude,
    pointQuality: null,
    phones: hotel.phone === null ? null : [hotel.phone],
    stars: hotel.stars,
    chain: (hotel.chainId === null ? null : chains.get(hotel.chainId)?.['en']) ?? null,
    propertyType: hotel.propertyType,
    supplierCode: null,
  }
}

/** Suppliers tell cities: a hotel in a district of one is in that city for them. */
function cityOf(place: Place | null, places: ReadonlyMap<number, Place>): Place | null {
  if (place?.type !== 'district' || place.parentId === null) return place
  const above = places.get(place.parentId)
  return above?.type === 'city' || above?.type === 'district' ? cityOf(above, places) : place
}
