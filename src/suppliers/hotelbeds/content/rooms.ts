import { codeOf, numberOf, type Row, rowsOf } from '../../content/read-loosely.ts'
import { inLanguage, toldNumber } from '../../content/told.ts'
import { members } from '../../wire-values.ts'
import type { Dictionaries } from './dictionaries.ts'
import { isThere, keyOf } from './facilities.ts'
import { BEDS } from './words.ts'

const ROOM_SIZE = '60/295'

/** What names of room facilities tell; smoking and access are told by yes and no. */
const SMOKING = /^smoking/i
const NON_SMOKING = /non.?smoking|no smoking|smoke.?free/i
const ACCESSIBLE = /wheelchair|accessib|disab|reduced mobility/i
const VIEW = /\bviews?\b/i

/** The rooms of a hotel in the words of a listing line; null where the hotel has no list. Prices name rooms by the same codes. */
export function roomsOf(hotel: Row, words: Pick<Dictionaries, 'facilities' | 'rooms'>, language: string): unknown {
  if (!Array.isArray(hotel['rooms'])) return null
  const ownNames = new Map(
    rowsOf(hotel['wildcards']).map((row) => [codeOf(row['roomCode']), members(row['hotelRoomDescription'])['content']]),
  )
  return rowsOf(hotel['rooms']).map((room) => {
    const key = codeOf(room['roomCode'])
    return {
      key,
      rate_key: key,
      names: inLanguage(language, ownNames.get(key) ?? nameOf(room, words)),
      bed_choices: bedsOf(room, words),
      max_occupancy: toldNumber(room['maxPax']),
      max_adults: toldNumber(room['maxAdults']),
      max_children: toldNumber(room['maxChildren']),
      ...featuresOf(room, words),
    }
  })
}

/** A hotel's variant, `DBL.ST-2`, of a room that the dictionary has once, `DBL.ST`. */
const VARIANT = /-\d+$/

/** The name of its code, else the description that comes with it. */
function nameOf(room: Row, { rooms }: Pick<Dictionaries, 'rooms'>): unknown {
  const code = codeOf(room['roomCode']).toUpperCase()
  const { description } = room
  return (
    rooms[code] ||
    rooms[code.replace(VARIANT, '')] ||
    (typeof description === 'string' ? description : members(description)['content'])
  )
}

/** All beds of the room are one set: Hotelbeds tells no choices. */
function bedsOf(room: Row, { facilities }: Pick<Dictionaries, 'facilities'>): readonly (readonly Row[])[] {
  const beds = rowsOf(room['roomStays'])
    .flatMap((stay) => rowsOf(stay['roomStayFacilities']))
    .filter((row) => codeOf(row['facilityGroupCode']) === '61')
    .map((row) => ({
      type: BEDS[keyOf(row)] ?? (facilities[keyOf(row)]?.name || keyOf(row)),
      count: toldNumber(row['number']) ?? 1,
    }))
  return beds.length === 0 ? [] : [beds]
}

function featuresOf(room: Row, { facilities }: Pick<Dictionaries, 'facilities'>): Row {
  const all = rowsOf(room['roomFacilities']).map((row) => ({ row, name: facilities[keyOf(row)]?.name || keyOf(row) }))
  const there = all.filter(({ row }) => isThere(row)).map(({ name }) => name)
  const size = all.find(({ row }) => keyOf(row) === ROOM_SIZE)
  const smoking = all.find(({ name }) => SMOKING.test(name) || NON_SMOKING.test(name))
  const accessible = all.find(({ name }) => ACCESSIBLE.test(name))
  return {
    view: there.find((name) => VIEW.test(name)) ?? null,
    square_metres: size ? numberOf(size.row['number']) : null,
    is_smoking: smoking ? isThere(smoking.row) !== NON_SMOKING.test(smoking.name) : null,
    is_accessible: accessible ? isThere(accessible.row) : null,
    amenities: there.filter((name) => name !== size?.name && name !== smoking?.name),
  }
}
