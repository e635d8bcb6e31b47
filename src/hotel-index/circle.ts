import type { Point } from '../domain/geo.ts'
import { addBit, type Bitset, emptyBits } from './bitset.ts'
import { indexIn } from './edition.ts'
import { rowsNear } from './map-grid.ts'
import type { Order, PlaceIndex } from './place-index.ts'

/** A circle on the map, which may lie over the date line or a pole. */
export type Circle = Point & { readonly radiusKm: number }

/** The members of a place that lie in a circle, and how far each of them is from its centre, in metres. */
export type Circled = { readonly members: Bitset; readonly metres: ReadonlyMap<number, number> }

/** Finds them by the hotels around the centre, however many the place has. */
export async function membersIn(index: PlaceIndex, circle: Circle): Promise<Circled> {
  const members = emptyBits(index.rows.length)
  const metres = new Map<number, number>()
  for (const { row, distanceKm } of await rowsNear(index.ranking.edition, circle, circle.radiusKm)) {
    const member = indexIn(index.rows, row)
    if (member < 0) continue
    addBit(members, member)
    metres.set(member, Math.round(distanceKm * 1_000))
  }
  return { members, metres }
}

/** The members of a circle from its centre outwards; equal distances are ordered by id. */
export function nearestFirst({ metres }: Circled): Order {
  const ordered = [...metres].sort(([a, near], [b, far]) => near - far || a - b)
  return { members: Uint32Array.from(ordered, ([member]) => member), keyOf: (member) => metres.get(member) ?? 0 }
}
