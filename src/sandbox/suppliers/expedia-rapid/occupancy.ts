import { MAX_CHILD_AGE, type RoomOccupancy } from '../../../domain/occupancy.ts'

/** Rapid's own limits per room, which are above the gateway's. */
const MAX_ADULTS = 8
const MAX_CHILDREN = 6

/** Parses `2` or `2-9,4` (adults and children's ages); null for any other text. */
export function parseOccupancy(text: string): RoomOccupancy | null {
  if (!/^\d{1,2}(-\d{1,2}(,\d{1,2})*)?$/.test(text)) return null
  const [adults = '', ages] = text.split('-')
  const room = { adults: Number(adults), childAges: ages === undefined ? [] : ages.split(',').map(Number) }
  const fits = room.adults >= 1 && room.adults <= MAX_ADULTS && room.childAges.length <= MAX_CHILDREN
  return fits && room.childAges.every((age) => age <= MAX_CHILD_AGE) ? room : null
}
