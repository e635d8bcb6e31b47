import { type Issue, issue } from './issue.ts'

/** Who sleeps in one room. Child ages in whole years, 0 to 17. */
export type RoomOccupancy = { readonly adults: number; readonly childAges: readonly number[] }

/** One entry a room, in the order that the client sent. */
export type Occupancy = readonly RoomOccupancy[]

export const MAX_ROOMS = 8
export const MAX_OCCUPANTS_PER_ROOM = 5
export const MAX_CHILD_AGE = 17

export const guestsOf = (room: RoomOccupancy): number => room.adults + room.childAges.length

export const totalGuests = (occupancy: Occupancy): number =>
  occupancy.reduce((total, room) => total + guestsOf(room), 0)

/** Equal room by room, children's ages in any order. */
export const sameOccupancy = (a: Occupancy, b: Occupancy): boolean => occupancyKey(a) === occupancyKey(b)

/** A canonical text of an occupancy, for cache keys: `2-7,9|1`. */
export const occupancyKey = (occupancy: Occupancy): string =>
  occupancy
    .map(({ adults, childAges }) =>
      [adults, [...childAges].sort((a, b) => a - b).join(',')].filter((part) => part !== '').join('-'),
    )
    .join('|')

/** Every fault of an occupancy, each naming its room by index. `path` is the name of the list itself. */
export const checkOccupancy = (occupancy: Occupancy, path = 'rooms'): Issue[] => {
  const issues: Issue[] = []
  if (occupancy.length < 1 || occupancy.length > MAX_ROOMS)
    issues.push(issue(path, 'OUT_OF_RANGE', `${path} must list 1 to ${MAX_ROOMS} rooms, not ${occupancy.length}`))
  occupancy.forEach((room, index) => issues.push(...checkRoom(room, `${path}[${index}]`)))
  return issues
}

const checkRoom = (room: RoomOccupancy, path: string): Issue[] => {
  const issues: Issue[] = []
  if (!Number.isInteger(room.adults) || room.adults < 1)
    issues.push(issue(`${path}.adults`, 'OUT_OF_RANGE', 'each room needs at least one adult'))
  room.childAges.forEach((age, index) => {
    if (!Number.isInteger(age) || age < 0 || age > MAX_CHILD_AGE)
      issues.push(issue(`${path}.child_ages[${index}]`, 'OUT_OF_RANGE', `a child's age is 0 to ${MAX_CHILD_AGE} years`))
  })
  if (guestsOf(room) > MAX_OCCUPANTS_PER_ROOM)
    issues.push(
      issue(
        path,
        'TOO_MANY_OCCUPANTS',
        `a room takes at most ${MAX_OCCUPANTS_PER_ROOM} occupants, not ${guestsOf(room)}`,
      ),
    )
  return issues
}
