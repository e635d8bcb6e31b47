import { inLanguage, told, toldList, toldNumber, toldSize, toldText } from '../../content/told.ts'
import { members } from '../../wire-values.ts'
import { type ImageReading, readImages } from './images.ts'
import { ROOM_AMENITIES } from './tables.ts'

type Row = Readonly<Record<string, unknown>>

/** Rooms of a property. Content and prices name a room by the same number. Null: not told. */
export function readRooms(value: unknown, reading: ImageReading): readonly object[] | null {
  return toldList(value)?.map((room) => readRoom(members(room), reading)) ?? null
}

function readRoom(room: Row, reading: ImageReading): object {
  const most = members(members(room['occupancy'])['max_allowed'])
  const amenities = toldList(room['amenities'])?.map(members) ?? null
  const key = told(room['id'])
  return {
    key,
    rate_key: key,
    names: inLanguage(reading.language, room['name']),
    bed_choices: toldList(room['bed_groups'])?.map(bedsOf) ?? null,
    max_occupancy: toldSize(most['total']),
    max_adults: toldSize(most['adults']),
    max_children: toldNumber(most['children']),
    view: viewOf(room['views']),
    square_metres: toldSize(members(room['area'])['square_meters']),
    is_smoking: has(amenities, ROOM_AMENITIES.smoking),
    is_accessible: has(amenities, ROOM_AMENITIES.accessible),
    amenities: amenities?.flatMap(({ name }) => told(name) ?? []) ?? null,
    images: readImages(room['images'], reading),
    description: told(members(room['descriptions'])['overview']),
  }
}

/** One set of beds, of which a group is the choice; spelled as prices spell them. */
function bedsOf(group: unknown): readonly object[] {
  return (toldList(members(group)['configuration']) ?? []).map((bed) => {
    const { type, size, quantity } = members(bed)
    return { type: bedType(toldText(type) ?? '', toldText(size)), count: toldNumber(quantity) }
  })
}

function bedType(type: string, size: string | null): string {
  const named = /sofa/i.test(type) ? 'SOFA_BED' : (size ?? type.replace(/Bed$/, ''))
  return named.toUpperCase().replaceAll(/[\s-]+/g, '_')
}

function viewOf(views: unknown): string | null {
  const names = (toldList(views) ?? []).flatMap((view) => toldText(members(view)['name']) ?? [])
  return names.length === 0 ? null : names.join(', ')
}

/** An amenity that is not listed may be there all the same. */
function has(amenities: readonly Row[] | null, id: string): true | null {
  return amenities?.some((one) => toldText(one['id']) === id) ? true : null
}
