import type { HotelFacts } from './hotel-facts.ts'

/** To about a metre, since suppliers send the same point with other digits behind it; flats of one house mostly have one address. */
export const REPEATED = { decimals: 5, addresses: 5 } as const

type SuppliersPoint = { readonly supplierCode: string; readonly latitude: number; readonly longitude: number }

/** By supplier and point. */
export type RepeatedPoints = ReadonlySet<string>

export function toRepeatedPoints(points: readonly SuppliersPoint[]): RepeatedPoints {
  return new Set(points.map(({ supplierCode, latitude, longitude }) => keyOf(supplierCode, latitude, longitude)))
}

/**
 * The facts as they are judged: a point that a supplier gives to houses of many addresses is that of their city, whatever it is called,
 * and neither says that two houses are one nor that they are not.
 */
export function withKnownPoint(facts: HotelFacts, repeated: RepeatedPoints): HotelFacts {
  const { supplierCode, latitude, longitude, pointQuality } = facts
  if (repeated.size === 0 || supplierCode === null || latitude === null || longitude === null) return facts
  if (pointQuality === 'NONE' || !repeated.has(keyOf(supplierCode, latitude, longitude))) return facts
  return { ...facts, pointQuality: 'CITY' }
}

function keyOf(supplierCode: string, latitude: number, longitude: number): string {
  return `${supplierCode} ${latitude.toFixed(REPEATED.decimals)},${longitude.toFixed(REPEATED.decimals)}`
}
