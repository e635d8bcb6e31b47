import { isSlip } from '../text/slips.ts'
import { areSpokenAlike, soundsOf } from '../text/sounds.ts'
import type { Brand, BrandPart } from '../words/lexicon.ts'
import { type BrandRelation, compareBrands } from './compare-brands.ts'
import type { NameWord } from './name-word.ts'
import type { NameReading } from './read-name.ts'

type Alone = { readonly onlyA: readonly NameWord[]; readonly onlyB: readonly NameWord[] }
type Brands = Alone & { readonly brands: BrandRelation }

/**
 * How the names' brands agree, and what the names have alone without what spells a brand: a brand with a slip in it (`Four Seaon`), one by
 * its sound (`კორტიარდ მარიოტი`, a Courtyard), or a part of one that the table has not in this script (`Хаятт Рідженсі`, a Hyatt Regency).
 */
export function compareSpeltBrands(a: NameReading, b: NameReading, alone: Alone): Brands {
  const brands = compareBrands(a.brands, b.brands)
  if (brands === 'NONE' || brands === 'SAME' || brands === 'MORE') return { brands, ...alone }
  const inA = wordsOfBrand(alone.onlyA, { own: a.brands, others: b.brands })
  const inB = wordsOfBrand(alone.onlyB, { own: b.brands, others: a.brands })
  if (inA.length === 0 && inB.length === 0) return { brands, ...alone }
  return {
    brands: 'SAME',
    onlyA: alone.onlyA.filter((word) => !inA.includes(word)),
    onlyB: alone.onlyB.filter((word) => !inB.includes(word)),
  }
}

type Sides = { readonly own: readonly Brand[]; readonly others: readonly Brand[] }

/** Those of a name's words that, beside its own brands, spell one of the other name's. */
function wordsOfBrand(words: readonly NameWord[], { own, others }: Sides): readonly NameWord[] {
  for (const brand of others) {
    const parts = own.map((mine) => missingParts(mine, brand)).find((missing) => missing !== null) ?? null
    const spelt = parts === null ? [] : wordsOfParts(words, parts)
    if (spelt.length > 0) return spelt
  }
  // Whole brands only stand beside their owner, if beside any.
  return own.every(({ isFlagship }) => isFlagship) ? wholeBrand(words, others) : []
}

/**
 * What `brand` is called beside `mine`, if its name begins or ends with that: `Regency` of Hyatt Regency beside Hyatt, and `Grand` of Grand
 * Hyatt, of which some make a Hyatt Grand.
 */
function missingParts(mine: Brand, brand: Brand): readonly BrandPart[] | null {
  const more = brand.parts.length - mine.parts.length
  if (more <= 0) return null
  if (mine.parts.every(({ text }, index) => brand.parts[index]?.text === text))
    return brand.parts.slice(mine.parts.length)
  return mine.parts.every(({ text }, index) => brand.parts[index + more]?.text === text)
    ? brand.parts.slice(0, more)
    : null
}

function wordsOfParts(words: readonly NameWord[], parts: readonly BrandPart[]): readonly NameWord[] {
  const spelt = parts.map((part) => words.find((word) => isPart(word, part)))
  return spelt.every((word) => word !== undefined) ? spelt : []
}

function isPart(word: NameWord, { text, concept }: BrandPart): boolean {
  if (concept !== null && word.key === `#${concept}`) return true
  return word.isForeign && soundsOf(word.text).length >= 2 && areSpokenAlike(word.text, text)
}

const MOST_WORDS = 3
const TELLING_SOUNDS = 3

/** The words, up to three in a row, that are one of the brands' names. */
function wholeBrand(words: readonly NameWord[], brands: readonly Brand[]): readonly NameWord[] {
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + MOST_WORDS); to++) {
      const some = words.slice(from, to)
      if (brands.some(({ spelling }) => isSpelling(some, spelling))) return some
    }
  return []
}

function isSpelling(words: readonly NameWord[], spelling: string): boolean {
  const text = words.map((word) => word.text).join('')
  if (text === spelling || isSlip(text, spelling)) return true
  return (
    words.some((word) => word.isForeign) && soundsOf(text).length >= TELLING_SOUNDS && areSpokenAlike(text, spelling)
  )
}
