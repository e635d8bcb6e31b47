import type { BoardCode } from '../../../domain/rate.ts'

const WIFI = { id: '2390', name: 'Free WiFi' }
const BREAKFAST = { id: '2192', name: 'Free breakfast' }

type Amenities = Readonly<Record<string, { readonly id: string; readonly name: string }>>

const ROOM_ONLY: Amenities = { [WIFI.id]: WIFI }
const WITH_BREAKFAST: Amenities = { ...ROOM_ONLY, [BREAKFAST.id]: BREAKFAST }

/** Rapid has no board codes: the board is an amenity of the rate. */
export function amenitiesOf(board: BoardCode): Amenities {
  return board === 'BB' ? WITH_BREAKFAST : ROOM_ONLY
}
