/** A point on the earth in degrees, WGS 84. */
export type Point = { readonly latitude: number; readonly longitude: number }

export function isSame(a: Point, b: Point): boolean {
  return a.latitude === b.latitude && a.longitude === b.longitude
}

const EARTH_RADIUS_KM = 6_371.0088

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** Great-circle distance in km; it is correct across the date line as well. */
export function distanceKm(a: Point, b: Point): number {
  const latitude = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2
  const longitude = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  const h = latitude + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * longitude
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}
