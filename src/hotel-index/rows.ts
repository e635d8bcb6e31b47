import { setImmediate as breathe } from 'node:timers/promises'
import type { Place } from '../store/hotels.ts'
import { type Edition, indexIn } from './edition.ts'
import { rowsNear } from './map-grid.ts'

/** The distance within which hotels belong to an airport or a landmark, km; other places have hotels of their own. */
const AROUND_KM: Readonly<Record<string, number>> = { airport: 20, landmark: 5 }

/**
 * The rows by the place that each hotel is assigned to: those of `placeIds[i]`, which ascend, are `rows[starts[i]]` up to, without,
 * `rows[starts[i + 1]]`.
 */
export type PlaceRows = { readonly placeIds: Int32Array; readonly starts: Uint32Array; readonly rows: Uint32Array }

const grouped = new WeakMap<Edition, PlaceRows>()

export async function rowsByPlace(edition: Edition): Promise<PlaceRows> {
  const known = grouped.get(edition)
  if (known) return known
  const { placeIds } = edition.columns
  const counts = new Map<number, number>()
  for (const placeId of placeIds) counts.set(placeId, (counts.get(placeId) ?? 0) + 1)
  await breathe()
  const ids = Int32Array.from(counts.keys()).sort()
  const starts = new Uint32Array(ids.length + 1)
  ids.forEach((placeId, index) => {
    starts[index + 1] = (starts[index] ?? 0) + (counts.get(placeId) ?? 0)
  })
  const next = new Map(Array.from(ids, (placeId, index) => [placeId, starts[index] ?? 0]))
  const rows = new Uint32Array(edition.count)
  for (let row = 0; row < edition.count; row++) {
    const placeId = placeIds[row] ?? 0
    const at = next.get(placeId) ?? 0
    rows[at] = row
    next.set(placeId, at + 1)
  }
  const made = { placeIds: ids, starts, rows }
  grouped.set(edition, made)
  return made
}

/** The rows of the hotels in the places, and of those near an airport or a landmark, in ascending order. */
export async function rowsOf(edition: Edition, place: Place, placeIds: readonly number[]): Promise<Uint32Array> {
  const groups = await rowsByPlace(edition)
  const around = AROUND_KM[place.type]
  const near = around === undefined ? [] : [Uint32Array.from(await rowsNear(edition, place, around), ({ row }) => row)]
  const parts = [...placeIds.flatMap((placeId) => rowsIn(groups, placeId) ?? []), ...near]
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

/** The rows of the hotels that are assigned to the place itself; null when none is. */
function rowsIn({ placeIds, starts, rows }: PlaceRows, placeId: number): Uint32Array | null {
  const index = indexIn(placeIds, placeId)
  return index < 0 ? null : rows.subarray(starts[index], starts[index + 1])
}
