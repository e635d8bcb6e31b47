import { setImmediate as breathe } from 'node:timers/promises'
import { distanceKm, type Point } from '../domain/geo.ts'
import type { Place } from '../store/hotels.ts'
import type { Edition } from './edition.ts'

/** The distance within which hotels belong to an airport or a landmark, km; other places have hotels of their own. */
const AROUND_KM: Readonly<Record<string, number>> = { airport: 20, landmark: 5 }

/** The rows by the place that each hotel is assigned to. */
const grouped = new WeakMap<Edition, Map<number, Uint32Array>>()

export async function rowsByPlace(edition: Edition): Promise<Map<number, Uint32Array>> {
  const known = grouped.get(edition)
  if (known) return known
  const { placeIds } = edition.columns
  const counts = new Map<number, number>()
  for (const placeId of placeIds) counts.set(placeId, (counts.get(placeId) ?? 0) + 1)
  await breathe()
  const groups = new Map([...counts].map(([placeId, count]) => [placeId, new Uint32Array(count)]))
  const filled = new Map<number, number>()
  for (let row = 0; row < edition.count; row++) {
    const placeId = placeIds[row] ?? 0
    const at = filled.get(placeId) ?? 0
    const group = groups.get(placeId)
    if (group) group[at] = row
    filled.set(placeId, at + 1)
  }
  grouped.set(edition, groups)
  return groups
}

/** The rows of the hotels in the places, and of those near an airport or a landmark, in ascending order. */
export async function rowsOf(edition: Edition, place: Place, placeIds: readonly number[]): Promise<Uint32Array> {
  const groups = await rowsByPlace(edition)
  const around = AROUND_KM[place.type]
  const near = around === undefined ? [] : [Uint32Array.from(rowsNear(edition, place, around), ({ row }) => row)]
  const parts = [...placeIds.flatMap((placeId) => groups.get(placeId) ?? []), ...near]
  const [only] = parts
  if (only && parts.length === 1 && near.length === 0) return only
  const rows = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    rows.set(part, at)
    at += part.length
  }
  rows.sort()
  return around === undefined ? rows : Uint32Array.from(new Set(rows))
}

const MICRO = 1_000_000
const KM_A_DEGREE = 111

/** The rows of the hotels within a number of kilometres of a point, in no particular order. */
export function rowsNear(
  { columns: { byLatitude, latitudes, longitudes } }: Edition,
  centre: Point,
  km: number,
): { readonly row: number; readonly distanceKm: number }[] {
  const south = (centre.latitude - km / KM_A_DEGREE - 0.01) * MICRO
  const north = (centre.latitude + km / KM_A_DEGREE + 0.01) * MICRO
  let low = 0
  let high = byLatitude.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((latitudes[byLatitude[middle] ?? 0] ?? 0) < south) low = middle + 1
    else high = middle
  }
  // Near a pole every longitude is close.
  const shrink = Math.cos((Math.min(89, Math.abs(centre.latitude) + km / KM_A_DEGREE) * Math.PI) / 180)
  const degrees = km / (KM_A_DEGREE * Math.max(0.01, shrink)) + 0.01
  const near: { row: number; distanceKm: number }[] = []
  for (let place = low; place < byLatitude.length; place++) {
    const row = byLatitude[place] ?? 0
    const latitude = latitudes[row] ?? 0
    if (latitude > north) break
    const longitude = (longitudes[row] ?? 0) / MICRO
    const apart = Math.abs(longitude - centre.longitude)
    if (Math.min(apart, 360 - apart) > degrees) continue
    const distance = distanceKm(centre, { latitude: latitude / MICRO, longitude })
    if (distance <= km) near.push({ row, distanceKm: distance })
  }
  return near
}
