import type { IsInCountry } from '../place-faults.ts'

const NO_POINT = { latitude: null, longitude: null, point_quality: 'NONE' }

/**
 * The point of a row. 0,0 and what is not on the earth is no point. Where latitude and longitude are in the country only when they are
 * swapped, they are, and the point counts as approximate from then on: it shows which listings it happened to. Any other point that is
 * not in its country stays, and is a fault.
 */
export function cleanPoint(
  row: Readonly<Record<string, unknown>>,
  isInCountry: IsInCountry,
  note: (kind: string, was: unknown) => void,
): Readonly<Record<string, unknown>> {
  const { latitude: toldLatitude, longitude: toldLongitude, country_code: country } = row
  if (toldLatitude === undefined && toldLongitude === undefined) return {}
  const latitude = toNumber(toldLatitude)
  const longitude = toNumber(toldLongitude)
  const told = `${String(toldLatitude)},${String(toldLongitude)}`
  if (latitude === null || longitude === null) {
    if (latitude !== longitude) note('half_point', told)
    return NO_POINT
  }
  if (latitude === 0 && longitude === 0) {
    note('zero_point', told)
    return NO_POINT
  }
  if (latitude !== toldLatitude || longitude !== toldLongitude) note('number_as_text', told)
  const swapped = { latitude: longitude, longitude: latitude }
  const straight = { latitude, longitude }
  if (typeof country === 'string' && isOnlySwapped(straight, swapped, (point) => isInCountry(point, country))) {
    note('swapped_point', told)
    return { ...swapped, point_quality: 'APPROXIMATE' }
  }
  if (isOnEarth(straight)) return straight
  note('point_off_earth', told)
  return NO_POINT
}

type Point = { readonly latitude: number; readonly longitude: number }

function isOnlySwapped(straight: Point, swapped: Point, isIn: (point: Point) => boolean): boolean {
  return !(isOnEarth(straight) && isIn(straight)) && isOnEarth(swapped) && isIn(swapped)
}

/** Null for what is no number; numbers may come as texts. */
function toNumber(told: unknown): number | null {
  const number = typeof told === 'string' && told.trim() !== '' ? Number(told.replace(',', '.')) : told
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

function isOnEarth({ latitude, longitude }: Point): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}
