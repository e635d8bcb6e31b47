/** The guests of one room. Child ages are whole years, 0 to 17. */
export type RoomOccupancy = { readonly adults: number; readonly childAges: readonly number[] }

/** One entry per room, in the order that the client sent. */
export type Occupancy = readonly RoomOccupancy[]

export const MAX_ROOMS = 8
export const MAX_OCCUPANTS_PER_ROOM = 5
export const MAX_CHILD_AGE = 17

export function guestsOf(room: RoomOccupancy): number {
  return room.adults + room.childAges.length
}

export function totalGuests(occupancy: Occupancy): number {
  return occupancy.reduce((total, room) => total + guestsOf(room), 0)
}

/** True when the rooms are equal one by one; the order of the children's ages does not matter. */
export function sameOccupancy(a: Occupancy, b: Occupancy): boolean {
  return occupancyKey(a) === occupancyKey(b)
}

/** A canonical text of an occupancy for cache keys, for example `2-7,9|1`. */
export function occupancyKey(occupancy: Occupancy): string {
  return occupancy
    .map(({ adults, childAges }) =>
      [adults, [...childAges].sort((a, b) => a - b).join(',')].filter((part) => part !== '').join('-'),
    )
    .join('|')
}
