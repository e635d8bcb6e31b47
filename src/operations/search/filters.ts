import { fold } from '../../domain/text.ts'
import type { CatalogueHotel } from '../catalogue.ts'
import type { SearchInput } from '../inputs/search.ts'

type Filter = (hotel: CatalogueHotel) => boolean

/** Folded names in all languages, made when a name is first searched for. */
const foldedNames = new WeakMap<CatalogueHotel, readonly string[]>()

const namesOf = (hotel: CatalogueHotel): readonly string[] => {
  const known = foldedNames.get(hotel)
  if (known) return known
  const folded = [...new Set(Object.values(hotel.names).map(fold))]
  foldedNames.set(hotel, folded)
  return folded
}

/** Every filter that the input has, combined by AND. Total prices become nightly ones: total / (nights × rooms). */
export const hotelFilter = (input: SearchInput, nights: number, supplierCodes: ReadonlySet<string>): Filter => {
  const filters: Filter[] = [({ suppliers }) => suppliers.some(({ supplierCode }) => supplierCodes.has(supplierCode))]
  const { starRatings, propertyTypes, chainIds, facilityIds, hotelName, hotelIds } = input
  if (starRatings) filters.push(({ stars }) => stars !== null && starRatings.includes(stars))
  if (propertyTypes) filters.push(({ propertyType }) => propertyTypes.includes(propertyType))
  if (chainIds) filters.push(({ chainId }) => chainId !== null && chainIds.includes(chainId))
  if (facilityIds) filters.push((hotel) => facilityIds.every((id) => hotel.facilityIds.includes(id)))
  if (hotelIds) {
    const wanted = new Set(hotelIds)
    filters.push(({ hotelId }) => wanted.has(hotelId))
  }
  if (hotelName) {
    const wanted = fold(hotelName)
    filters.push((hotel) => namesOf(hotel).some((name) => name.includes(wanted)))
  }
  const roomNights = nights * input.rooms.length
  const { minTotalPriceUsdCents: min, maxTotalPriceUsdCents: max } = input
  if (min != null) filters.push(({ nightlyUsdCents }) => nightlyUsdCents >= min / roomNights)
  if (max != null) filters.push(({ nightlyUsdCents }) => nightlyUsdCents <= max / roomNights)
  return (hotel) => filters.every((passes) => passes(hotel))
}
