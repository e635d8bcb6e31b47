import { inLanguage, toldList, toldSize, toldText } from '../../content/told.ts'
import { isRecord, members } from '../../wire-values.ts'
import { roomCode } from '../room-code.ts'
import { rgExt } from '../schema.ts'
import { type Dictionary, nameOf } from './dictionary.ts'
import { readImages } from './images.ts'
import { ACCESSIBLE, SMOKING, VIEWS } from './tables.ts'

type Row = Readonly<Record<string, unknown>>
type Reading = { readonly language: string; readonly dictionary: Dictionary }

/**
 * Groups of rooms. All of `rg_ext` is the key in content and in prices; a group without it has its number, which no price names. Beds
 * are left to the key and the name: `bedding` tells neither sizes nor how many there are. Null: not told.
 */
export function readRooms(value: unknown, reading: Reading): readonly object[] | null {
  return toldList(value)?.map((group) => readRoom(members(group), reading)) ?? null
}

function readRoom(group: Row, { language, dictionary }: Reading): object {
  const rg = isRecord(group['rg_ext']) ? rgExt.parse(group['rg_ext']) : null
  const code = rg && roomCode(rg)
  return {
    key: code ?? keyOf(toldText(group['room_group_id'])),
    rate_key: code,
    names: inLanguage(language, group['name'] ?? members(group['name_struct'])['main_name']),
    bed_choices: null,
    max_occupancy: toldSize(rg?.capacity),
    max_adults: null,
    max_children: null,
    view: VIEWS[rg?.view ?? 0] ?? null,
    square_metres: toldSize(group['size']),
    ...amenitiesOf(toldList(group['room_amenities']), { language, dictionary }),
    images: readImages(group, language),
    description: null,
  }
}

function keyOf(number: string | null): string | null {
  return number === null ? null : `group ${number}`
}

/** An amenity that is not listed may be there all the same. */
function amenitiesOf(listed: readonly unknown[] | null, { language, dictionary }: Reading): object {
  const codes = (listed ?? []).flatMap((code) => toldText(code) ?? [])
  return {
    is_smoking: codes.map((code) => SMOKING[code]).find((one) => one !== undefined) ?? null,
    is_accessible: codes.some((code) => ACCESSIBLE.has(code)) ? true : null,
    amenities: listed && codes.map((code) => nameOf(dictionary.roomAmenities, code, language)),
  }
}
