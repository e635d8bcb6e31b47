import type { Picture } from '../../../content/distorted-listing.ts'
import { imageCategoryOf } from './vocabulary.ts'

/** The sizes that Rapid has, by the letter that its file names end with. */
const SIZES: readonly (readonly [key: string, letter: string])[] = [
  ['70px', 't'],
  ['200px', 'n'],
  ['350px', 'b'],
  ['1000px', 'z'],
]

function linksOf(hash: number): object {
  const name = hash.toString(16).padStart(8, '0')
  // Not every picture is there in every size; the smallest and the middle one always are.
  const sizes = SIZES.filter(([key]) => key === '70px' || key === '350px' || hash % 7 !== (key === '200px' ? 1 : 2))
  return Object.fromEntries(
    sizes.map(([key, letter]) => [
      key,
      { method: 'GET', href: `https://images.sandbox.invalid/lodging/${name.slice(0, 2)}/${name}_${letter}.jpg` },
    ]),
  )
}

export function picturesView(pictures: readonly Picture[], language: string): readonly object[] {
  return pictures.map(({ hash, kind, caption, isHero }) => ({
    caption: caption(language),
    hero_image: isHero,
    category: imageCategoryOf(kind),
    links: linksOf(hash),
  }))
}
