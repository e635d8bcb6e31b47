import { toldList, toldText } from '../../content/told.ts'
import { members } from '../../wire-values.ts'
import { FRONTS, IMAGE_SIZES } from './tables.ts'

/**
 * Pictures of a hotel or a room. The size is filled into the address; the category is the only caption that there is, in English. The
 * first picture from outside shows the hotel. Null: not told.
 */
export function readImages(row: Readonly<Record<string, unknown>>, language: string): readonly object[] | null {
  const listed = toldList(row['images_ext']) ?? toldList(row['images'])
  if (listed === null) return null
  const pictures = listed.map((one) =>
    typeof one === 'string' ? { url: one, category: null } : pictureOf(members(one)),
  )
  const hero = pictures.findIndex(({ category }) => FRONTS.has(category ?? ''))
  return pictures.map(({ url, category }, order) => ({
    urls: urlsOf(url),
    captions: category === null || language !== 'en' ? {} : { en: category.replaceAll('_', ' ') },
    category,
    room_key: null,
    order,
    is_hero: order === hero,
  }))
}

function pictureOf({ url, category_slug: category }: Readonly<Record<string, unknown>>): {
  readonly url: string
  readonly category: string | null
} {
  const slug = toldText(category)
  return { url: toldText(url) ?? '', category: slug === 'unspecified' ? null : slug }
}

/** An address without a size is the one that there is. */
function urlsOf(url: string): Record<string, string> {
  if (url === '') return {}
  if (!url.includes('{size}')) return { '0': url }
  return Object.fromEntries(Object.entries(IMAGE_SIZES).map(([width, size]) => [width, url.replace('{size}', size)]))
}
