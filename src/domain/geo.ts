/** A point on the earth in degrees, WGS 84. */
export type Point = { readonly latitude: number; readonly longitude: number }

export function isSame(a: Point, b: Point): boolean {
  return a.latitude === b.latitude && a.longitude === b.longitude
}

const EARTH_RADIUS_KM = 6_371.0088

function radians(inDegrees: number): number {
  return (inDegrees * Math.PI) / 180
}

/** Great-circle distance in km; it is correct across the date line as well. */
export function distanceKm(a: Point, b: Point): number {
  const latitude = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2
  const longitude = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  const h = latitude + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * longitude
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Added to both, so that rounding leaves out no point of a circle's edge. */
const MARGIN_DEGREES = 1e-6

/**
 * How many degrees a circle reaches from its centre, to the north and south and to either side. All longitudes are in it when it
 * touches a pole.
 */
export function degreesAround({ latitude }: Point, km: number): Point {
  const angle = km / EARTH_RADIUS_KM
  const north = degrees(angle)
  const touchesPole = Math.abs(latitude) + north + MARGIN_DEGREES >= 90
  const side = touchesPole ? 180 : degrees(Math.asin(Math.sin(angle) / Math.cos(radians(latitude))))
  return { latitude: north + MARGIN_DEGREES, longitude: side + MARGIN_DEGREES }
}

function degrees(inRadians: number): number {
  return (inRadians * 180) / Math.PI
}
