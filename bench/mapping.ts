import { type HotelPairsRow, hotelPairRows, hotelPairsPerSecond } from './mapping-hotels.ts'
import { benchMappingRooms, type RoomRow, type RoomSpeedRow } from './mapping-rooms.ts'
import { readTruth } from './truth-listings.ts'
import { truthPairRows } from './truth-pairs.ts'
import { truthProposeRows } from './truth-propose.ts'
import { truthRoomRows } from './truth-rooms.ts'

/** How well and how fast listings and rooms are judged, on labelled pairs and on what is true of the sandbox's world. */
export async function benchMapping(progress: (line: string) => void): Promise<readonly object[]> {
  progress('pairs of hotels')
  const hotels = hotelPairRows()
  progress('pairs a second')
  const speed = { set: 'speed', kind: 'pairs a second, one core', pairs: hotelPairsPerSecond() }
  progress('pairs of rooms')
  const rooms = await benchMappingRooms(progress)
  const truth = await readTruth(progress)
  progress('the sandbox’s pairs')
  const pairs = truthPairRows(truth)
  progress('the sandbox’s rooms')
  const proposed = await truthProposeRows(truth, progress)
  return [...hotels, speed, ...pairs, ...proposed, ...rooms.map(asPairs), ...truthRoomRows(truth).map(asPairs)]
}

/** Rooms stand in one table with hotels: EQUAL is their SAME. */
function asPairs(row: RoomRow | RoomSpeedRow): Partial<HotelPairsRow> {
  const named = { set: `rooms: ${row.pairs}`, kind: row.of }
  if ('perSecond' in row) return { ...named, pairs: row.perSecond }
  const { count, equal, wrong, precision, precisionAtLeast, recall, review } = row
  return {
    ...named,
    pairs: count,
    same: equal,
    review: Math.round(review * count),
    wrong,
    precision: precision ?? '',
    atLeast: precisionAtLeast ?? '',
    recall: recall ?? '',
    reviewShare: review,
  }
}
