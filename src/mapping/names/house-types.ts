import { foldWords } from '../text/fold.ts'
import { remembered } from '../text/remembered.ts'
import { longestPhrase } from '../words/lexicon.ts'

/** What kind of house a supplier's property type, or a word of a name, tells. */
export type HouseType = 'HOTEL' | 'GUESTHOUSE' | 'HOSTEL' | 'APARTMENT' | 'VILLA'

/** Suppliers' codes that are no words. */
const CODES: Readonly<Record<string, HouseType>> = {
  h: 'HOTEL',
  ah: 'APARTMENT',
  apth: 'APARTMENT',
  apt: 'APARTMENT',
  hs: 'HOSTEL',
  bb: 'GUESTHOUSE',
}

/** The type that a supplier's free text tells; null when it is none of ours. */
export function houseTypeOf(text: string | null): HouseType | null {
  return text === null ? null : typeOfText(text)
}

const typeOfText = remembered(1_000, (text): HouseType | null => {
  const words = foldWords(text)
  const code = words.length === 1 ? CODES[words[0] ?? ''] : undefined
  if (code !== undefined) return code
  const types = new Set(words.flatMap((_, index) => typeAt(words, index) ?? []))
  types.delete('HOTEL')
  if (types.size === 1) return [...types][0] ?? null
  return types.size === 0 && words.some((_, index) => saysHotel(words, index)) ? 'HOTEL' : null
})

function typeAt(words: readonly string[], from: number): HouseType | null {
  const meaning = longestPhrase(words, from)?.found.meaning
  return meaning?.role === 'TYPE' ? typeOfGroup(meaning.group) : null
}

function saysHotel(words: readonly string[], from: number): boolean {
  const meaning = longestPhrase(words, from)?.found.meaning
  return meaning?.concept === 'hotel' || (meaning?.role === 'TYPE' && meaning.group === 'hotel')
}

const GROUPS: Readonly<Record<string, HouseType>> = {
  hotel: 'HOTEL',
  guesthouse: 'GUESTHOUSE',
  hostel: 'HOSTEL',
  apartment: 'APARTMENT',
  villa: 'VILLA',
}

/** The type of a group of words.txt. */
export function typeOfGroup(group: string): HouseType | null {
  return GROUPS[group] ?? null
}
