import { inLanguage, told, toldList, toldText } from '../../content/told.ts'
import { members } from '../../wire-values.ts'

export type ImageReading = {
  readonly language: string
  /** Rapid's names for the numbers of image categories, in English. */
  readonly categories: Readonly<Record<string, string>>
}

const SIZE = /^(\d{1,5})px$/

/** Pictures with their addresses by width. Null: not told. */
export function readImages(value: unknown, { language, categories }: ImageReading): readonly object[] | null {
  return (
    toldList(value)?.map((image, order) => {
      const { links, caption, category, hero_image: isHero } = members(image)
      const number = toldText(category)
      return {
        urls: urlsOf(members(links)),
        captions: inLanguage(language, caption),
        category: number === null ? null : (categories[number] ?? number),
        room_key: null,
        order,
        is_hero: isHero === true,
      }
    }) ?? null
  )
}

/** A size that is no width cannot be chosen from, and is left out. */
function urlsOf(links: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(links).flatMap(([size, link]) => {
      const [, width] = SIZE.exec(size) ?? []
      const href = told(members(link)['href'])
      return width === undefined || href === null ? [] : [[width, href]]
    }),
  )
}
