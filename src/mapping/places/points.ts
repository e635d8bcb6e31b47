import { distanceKm, type Point } from '../../domain/geo.ts'
import type { PointQuality } from '../../domain/listing.ts'

export type Place = { readonly point: Point; readonly precisionMeters: number }

type Told = {
  readonly latitude: number | null
  readonly longitude: number | null
  readonly pointQuality: PointQuality | null
}

/** Metres that a point may be off for its number of decimals; even six digits are seldom of the door. */
const PRECISION_OF_DECIMALS: readonly number[] = [50_000, 11_000, 1_100, 110]
const EXACT = 25
const PRECISION_OF_QUALITY: Readonly<Partial<Record<PointQuality, number>>> = { APPROXIMATE: 1_000, CITY: 12_000 }

/** Null for a listing without a point, and for points that are none: 0,0 and what is not on the earth. */
export function readPoint({ latitude, longitude, pointQuality }: Told): Place | null {
  if (latitude === null || longitude === null || pointQuality === 'NONE') return null
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null
  // A swapped point may have a latitude of 139: it is kept, so that the swap can be tried.
  if (Math.abs(latitude) > 180 || Math.abs(longitude) > 180) return null
  if (Math.abs(latitude) < 0.01 && Math.abs(longitude) < 0.01) return null
  const decimals = Math.max(decimalsOf(latitude), decimalsOf(longitude))
  const told = PRECISION_OF_QUALITY[pointQuality ?? 'EXACT'] ?? 0
  return { point: { latitude, longitude }, precisionMeters: Math.max(told, PRECISION_OF_DECIMALS[decimals] ?? EXACT) }
}

function decimalsOf(degrees: number): number {
  const text = String(degrees)
  const dot = text.indexOf('.')
  return dot < 0 || text.includes('e') ? 0 : text.length - dot - 1
}

export type Apart = { readonly meters: number; readonly precisionMeters: number; readonly isMended: boolean }

/** Points further apart than this are looked at again with latitude and longitude swapped, and with their signs changed. */
const BROKEN_METERS = 30_000
const MENDED_METERS = 3_000
const MENDED_PRECISION = 500

export function metersApart(a: Place, b: Place): Apart {
  const precisionMeters = Math.max(a.precisionMeters, b.precisionMeters)
  const meters = metersBetween(a.point, b.point)
  if (meters <= BROKEN_METERS) return { meters, precisionMeters, isMended: false }
  const mended = Math.min(
    ...mendings(a.point).map((point) => metersBetween(point, b.point)),
    ...mendings(b.point).map((point) => metersBetween(a.point, point)),
  )
  if (mended > MENDED_METERS) return { meters, precisionMeters, isMended: false }
  return { meters: mended, precisionMeters: Math.max(precisionMeters, MENDED_PRECISION), isMended: true }
}

function metersBetween(a: Point, b: Point): number {
  return Math.round(distanceKm(a, b) * 1000)
}

function mendings({ latitude, longitude }: Point): readonly Point[] {
  return [
    { latitude: longitude, longitude: latitude },
    { latitude: -latitude, longitude },
    { latitude, longitude: -longitude },
    { latitude: -latitude, longitude: -longitude },
  ]
}
