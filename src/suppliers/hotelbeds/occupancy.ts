import { type Occupancy, occupancyKey, type RoomOccupancy } from '../../domain/occupancy.ts'

/** Rooms with the same party. Hotelbeds prices and books them together, under one rate key. */
export type PartyGroup = { readonly party: RoomOccupancy; readonly roomIndexes: readonly number[] }

export function partyGroups(occupancy: Occupancy): PartyGroup[] {
  const groups = new Map<string, { party: RoomOccupancy; roomIndexes: number[] }>()
  occupancy.forEach((party, roomIndex) => {
    const key = occupancyKey([party])
    const group = groups.get(key) ?? { party, roomIndexes: [] }
    group.roomIndexes.push(roomIndex)
    groups.set(key, group)
  })
  return [...groups.values()]
}

/** Builds `occupancies[]` of an availability request. Only children's ages matter. */
export function toOccupancies(occupancy: Occupancy): object[] {
  return partyGroups(occupancy).map(({ party, roomIndexes }) => ({
    rooms: roomIndexes.length,
    adults: party.adults,
    children: party.childAges.length,
    ...(party.childAges.length > 0 ? { paxes: party.childAges.map((age) => ({ type: 'CH', age })) } : {}),
  }))
}

/** The party that a rate is for, in the format of `occupancyKey`; null when it lists fewer ages than children. */
export function partyKeyOf(rate: {
  adults: number
  children: number
  childrenAges?: string | undefined
}): string | null {
  const childAges = rate.childrenAges ? rate.childrenAges.split(',').map(Number) : []
  if (childAges.length !== rate.children || childAges.some((age) => !Number.isInteger(age))) return null
  return occupancyKey([{ adults: rate.adults, childAges }])
}
