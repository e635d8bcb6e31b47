import { type Comparison, isFar, isPrivateName, isSameCity } from '../compare-hotels.ts'
import { comparePostcodes } from '../places/postcodes.ts'

/** So far a geocoder may miss a house that it knows the street or the town of. */
const MISSED_METERS = 5_000
/** A rare word, or two that are not quite. */
const OWN_NAME = 0.9

/**
 * The points contradict each other, and all else that tells a place agrees: the name, street and number, and the town by its name or its
 * postcode. Then one of the points is wrong: swapped, a digit mistyped, the town's middle, a street of that name elsewhere. The telephone
 * shows it at any distance; without one, postcode, town and a name of the house's own show it within some kilometres.
 */
export function isPointWrong(comparison: Comparison): boolean {
  const { apart, phone } = comparison
  if (apart === null || !(apart.isMended || isFar(apart))) return false
  if (!isOneAddress(comparison) || !isOneName(comparison)) return false
  const town = townOf(comparison)
  if (phone === 'SAME') return town !== 'OTHER'
  return town === 'TWICE' && comparison.name.is.telling >= OWN_NAME && apart.meters <= MISSED_METERS
}

function isOneAddress({ address, phone }: Comparison): boolean {
  return address === 'SAME_HOUSE' && phone !== 'OTHER'
}

function isOneName({ name }: Comparison): boolean {
  const isNamed = name.grade === 'EQUAL' || (name.grade === 'BARE' && name.is.sharesCity)
  return isNamed && !isPrivateName(name)
}

/** How often the town agrees: by its name and its postcode, by one of them, or OTHER where one contradicts or neither is told. */
function townOf(comparison: Comparison): 'TWICE' | 'ONCE' | 'OTHER' {
  const [city, code] = [isSameCity(comparison), postcodeOf(comparison)]
  if (city === false || code === 'OTHER') return 'OTHER'
  const told = (city === null ? 0 : 1) + (code === null ? 0 : 1)
  return told === 2 ? 'TWICE' : told === 1 ? 'ONCE' : 'OTHER'
}

function postcodeOf({ a, b }: Comparison): ReturnType<typeof comparePostcodes> | null {
  return a.postcode && b.postcode && comparePostcodes(a.postcode, b.postcode)
}
