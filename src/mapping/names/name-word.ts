import { inLatin, isWrittenByMeaning } from '../text/latin.ts'
import type { Meaning } from '../words/lexicon.ts'

/** What a word of a name is to the judge. */
export type NameWordRole = 'RARE' | 'COMMON' | 'TYPE' | 'DIVIDING' | 'NUMBER' | 'PLACE'

export type NameWord = {
  /** In Latin letters, folded. */
  readonly text: string
  /** Equal for words that mean the same: a concept of the tables, a city's id, else the word without spelling variants. */
  readonly key: string
  readonly role: NameWordRole
  /** Of a type or a dividing word. */
  readonly group: string
  readonly isHard: boolean
  /** What it is worth as evidence; a rare word is worth 1. */
  readonly weight: number
  /** The article that stands before it, which some write in one word with it; empty without one. */
  readonly before: string
  /** Written in another script and no word of the tables: only its sound can be compared. */
  readonly isForeign: boolean
  /** Written in Chinese characters, of which not even the sound is sure. */
  readonly isByMeaning: boolean
}

/** In short words a vowel is most of the word: Lee is not Li. */
const LONG_WORD = 5
const SHORT_WEIGHTS: readonly number[] = [0, 0.3, 0.5, 0.75]
const NUMBER_WEIGHT = 0.7
const PLACE_WEIGHT = 0.05

export function rareWord(text: string): NameWord {
  const weight = SHORT_WEIGHTS[text.length] ?? 1
  return { ...ORDINARY, text, key: spellingKey(text), role: 'RARE', weight }
}

/** `text`: in the script of the name. */
export function foreignWord(text: string): NameWord {
  const latin = inLatin(text)
  return { ...rareWord(latin), isForeign: true, isByMeaning: isWrittenByMeaning(text) }
}

export function meaningWord(text: string, { concept, role, group, isHard, weight }: Meaning): NameWord {
  const kept = role === 'TYPE' || role === 'DIVIDING' ? role : 'COMMON'
  return { ...ORDINARY, text, key: `#${concept}`, role: kept, group, isHard, weight }
}

export function numberWord(text: string, value: string): NameWord {
  return { ...ORDINARY, text, key: `#${value}`, role: 'NUMBER', weight: NUMBER_WEIGHT }
}

export function placeWord(text: string, id: string): NameWord {
  return { ...ORDINARY, text, key: `@${id}`, role: 'PLACE', weight: PLACE_WEIGHT }
}

const ORDINARY = { group: '', isHard: false, before: '', isForeign: false, isByMeaning: false }

/**
 * One key for the usual ways to spell a word: umlauts and rings with two letters or with one (Mövenpick, Moevenpick; Århus, Aarhus), f as
 * ph (Alfa, Alpha), the endings of Russian adjectives (Nevsky, Nevskij, Nevskiy), and long vowels of Hindi (Geeta, Gita).
 */
function spellingKey(text: string): string {
  return (text.length >= LONG_WORD ? text.replace(/ee/g, 'i').replace(/oo/g, 'u') : text)
    .replace(/([aou])e/g, '$1')
    .replace(/aa/g, 'a')
    .replace(/ph/g, 'f')
    .replace(/sk(?:ij|iy|ii|yy|yi|i|y)$/, 'sky')
}

const WRITTEN_NUMBERS: Readonly<Record<string, string>> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  zwei: '2',
  drei: '3',
  vier: '4',
  deux: '2',
  trois: '3',
  quatre: '4',
  dos: '2',
  tres: '3',
  cuatro: '4',
  due: '2',
  quattro: '4',
  duas: '2',
  quatro: '4',
  first: '1',
  second: '2',
  third: '3',
  '1st': '1',
  '2nd': '2',
  '3rd': '3',
}

/** Roman numbers, of which i, v and x are letters as well. */
const ROMAN: ReadonlyMap<string, string> = new Map(
  'ii iii iv vi vii viii ix xi xii xiii xiv xv xvi xvii xviii xix xx'
    .split(' ')
    .map((roman, index) => [roman, String(index < 3 ? index + 2 : index < 7 ? index + 3 : index + 4)]),
)

/** The number that a word is (`2`, `ii`, `two`), or a word with digits or a single letter itself; null for all other words. */
export function numberOf(text: string): string | null {
  if (/^\d+$/.test(text)) return text.replace(/^0+(?=\d)/, '')
  return WRITTEN_NUMBERS[text] ?? ROMAN.get(text) ?? (/\d/.test(text) || /^[a-z]$/.test(text) ? text : null)
}
