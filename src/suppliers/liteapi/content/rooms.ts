import { codeOf, numberOf, type Row, rowsOf } from '../../content/read-loosely.ts'
import { inLanguage, told, toldNumber, toldSize } from '../../content/told.ts'
import { urlsOf } from './images.ts'
import { BEDS } from './words.ts'

const SQUARE_FOOT_M2 = 0.0929

const NON_SMOKING = /non.?smoking|smoke.?free|no smoking/i
const SMOKING = /\bsmoking\b/i
const ACCESSIBLE = /wheelchair|accessib|mobility/i
const VIEW = /\bviews?$/i

/** The rooms of a hotel in the words of a listing line; null without a list. Prices name a room by the same id, `mappedRoomId`. */
export function roomsOf(value: unknown, language: string): unknown {
  if (!Array.isArray(value)) return null
  return rowsOf(value).map((room) => {
    const key = codeOf(room['id'])
    return {
      key,
      rate_key: key,
      names: inLanguage(language, room['roomName']),
      bed_choices: bedsOf(room['bedTypes']),
      max_occupancy: toldNumber(room['maxOccupancy']),
      max_adults: toldNumber(room['maxAdults']),
      max_children: toldNumber(room['maxChildren']),
      square_metres: sizeOf(room),
      ...featuresOf(room['roomAmenities']),
      images: photosOf(room['photos'], language),
      description: told(room['description']),
    }
  })
}

/** All beds are one set: choices between sets are told in words only. */
function bedsOf(value: unknown): readonly (readonly Row[])[] {
  const beds = rowsOf(value).map((bed) => {
    const name = codeOf(bed['bedType'])
    return { type: BEDS[name.toLowerCase()] ?? name, count: toldNumber(bed['quantity']) ?? 1 }
  })
  return beds.length === 0 ? [] : [beds]
}

/** LiteAPI writes 0 for a size that it does not know. */
function sizeOf(room: Row): unknown {
  const size = numberOf(room['roomSizeSquare'])
  if (size === null || size === 0) return toldSize(room['roomSizeSquare'])
  return /ft|feet/i.test(codeOf(room['roomSizeUnit'])) ? Math.round(size * SQUARE_FOOT_M2 * 10) / 10 : size
}

/** What the names of amenities tell; they are English in most languages. */
function featuresOf(value: unknown): Row {
  const names = rowsOf(value).map((amenity) => codeOf(amenity['name']))
  const isNonSmoking = names.some((name) => NON_SMOKING.test(name))
  const isSmoking = names.some((name) => SMOKING.test(name) && !NON_SMOKING.test(name))
  return {
    view: names.find((name) => VIEW.test(name)) ?? null,
    is_smoking: isNonSmoking === isSmoking ? null : isSmoking,
    is_accessible: names.some((name) => ACCESSIBLE.test(name)) ? true : null,
    amenities: names.filter((name) => name !== ''),
  }
}

function photosOf(value: unknown, language: string): readonly Row[] {
  return rowsOf(value).map((photo, order) => ({
    urls: urlsOf(photo['url'], photo['hd_url']),
    captions: inLanguage(language, photo['imageDescription']),
    category: null,
    room_key: null,
    order: numberOf(photo['classOrder']) ?? order,
    is_hero: photo['mainPhoto'] === true,
  }))
}
