import { codeOf, numberOf, type Row, rowsOf } from '../../content/read-loosely.ts'
import { inLanguage } from '../../content/told.ts'
import type { Dictionaries } from './dictionaries.ts'
import { IMAGE_CATEGORIES } from './words.ts'

/**
 * The sizes that every picture has, by width. A larger one may answer 403 (`xl/` 1024, `xxl/` 2048, `medium/` 117), and nobody shall see
 * a picture that is not there; `bigger/` is what Hotelbeds tells to fall back to.
 */
const SIZES: Readonly<Record<string, string>> = { 74: 'small/', 320: '', 800: 'bigger/' }

/** The type of general views, of which the first stands for the hotel. */
const GENERAL = 'GEN'

/** The pictures of a hotel in the words of a listing line, in the order in which they are to be shown; null without a list. */
export function imagesOf(
  hotel: Row,
  { imageTypes }: Pick<Dictionaries, 'imageTypes'>,
  { photos, language }: { readonly photos: string; readonly language: string },
): unknown {
  if (!Array.isArray(hotel['images'])) return null
  const rooms = new Set(rowsOf(hotel['rooms']).map((room) => codeOf(room['roomCode'])))
  const sorted = rowsOf(hotel['images'])
    .filter((image) => codeOf(image['path']) !== '')
    .sort((a, b) => placeOf(a) - placeOf(b))
  const hero = sorted.find((image) => image['imageTypeCode'] === GENERAL)
  return sorted.map((image, order) => {
    const type = codeOf(image['imageTypeCode'])
    const name = imageTypes[type.toUpperCase()] ?? ''
    const room = codeOf(image['roomCode'])
    return {
      urls: Object.fromEntries(
        Object.entries(SIZES).map(([width, size]) => [width, `${photos}${size}${codeOf(image['path'])}`]),
      ),
      captions: inLanguage(language, name),
      category: IMAGE_CATEGORIES[type] ?? (name || type || null),
      room_key: rooms.has(room) ? room : null,
      order,
      is_hero: image === hero,
    }
  })
}

/** Sorting keeps the supplier's sequence where the places are equal, or not told. */
function placeOf(image: Row): number {
  return numberOf(image['visualOrder']) ?? Number.MAX_SAFE_INTEGER
}
