export type Place = { readonly latitude: number; readonly longitude: number }

const EARTH_M = 6_371_008.8

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** Metres over ground between two places. */
export function distanceM(one: Place, other: Place): number {
  const halfLatitude = radians(other.latitude - one.latitude) / 2
  const halfLongitude = radians(other.longitude - one.longitude) / 2
  const chord =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(halfLongitude) ** 2
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** `80 m`, `1.2 km`, `310 km` */
export function distanceText(metres: number): string {
  if (metres < 1_000) return `${Math.round(metres)} m`
  return metres < 10_000 ? `${(metres / 1_000).toFixed(1)} km` : `${Math.round(metres / 1_000)} km`
}

/** Metres to the east and to the north of `centre`; exact enough for a town. */
export function offsetM(centre: Place, place: Place): { readonly east: number; readonly north: number } {
  const latitudeM = radians(place.latitude - centre.latitude) * EARTH_M
  const longitudeM = radians(place.longitude - centre.longitude) * EARTH_M * Math.cos(radians(centre.latitude))
  return { east: longitudeM, north: latitudeM }
}

/** A round length of at most `metres`: 1, 2 or 5 times a power of ten. */
export function roundLengthM(metres: number): number {
  if (!(metres > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(metres))
  return ([5, 2, 1].find((step) => step * power <= metres) ?? 1) * power
}
