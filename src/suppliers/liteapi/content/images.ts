import { codeOf, type Row, rowsOf } from '../../content/read-loosely.ts'
import { inLanguage } from '../../content/told.ts'

/** A width that an address tells, as `…/max1280/…` does. */
const WIDTH = /\/max(\d{2,5})(?:x\d+)?\//

/** Two sizes of a picture by width. Where the addresses do not tell it, the larger one stands under 0, for a width that is not known. */
export function urlsOf(usual: unknown, large: unknown): Readonly<Record<string, string>> {
  const urls = [codeOf(usual), codeOf(large)].filter((url) => url !== '')
  return Object.fromEntries(urls.map((url) => [WIDTH.exec(url)?.[1] ?? '0', url]))
}

/**
 * The pictures of a hotel in the words of a listing line. All have the order 0, so that their sequence counts. A hotel without a list of
 * them may have its main photo; null where nothing is told.
 */
export function imagesOf(listed: Row, detail: Row, language: string): unknown {
  if (Array.isArray(detail['hotelImages'])) {
    const images = rowsOf(detail['hotelImages'])
    const hero = images.find((image) => image['defaultImage'] === true)
    return images.map((image, order) => ({
      urls: urlsOf(image['url'], image['urlHd']),
      captions: inLanguage(language, image['caption']),
      category: null,
      room_key: null,
      order,
      is_hero: image === hero,
    }))
  }
  const [photo] = [detail['main_photo'], listed['main_photo']].map(codeOf).filter((url) => url !== '')
  if (photo === undefined) return null
  return [{ urls: urlsOf(null, photo), captions: {}, category: null, room_key: null, order: 0, is_hero: true }]
}
