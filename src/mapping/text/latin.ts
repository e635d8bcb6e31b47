import anyAscii from 'any-ascii'
import { foldLetters } from './fold.ts'
import { remembered } from './remembered.ts'

/** Kana that is written but not spoken (small tsu, the long-vowel line), and small vowels that belong to the sound before them. */
const SILENT_KANA = /[ッっー]/g
/** The Hebrew letter that is `v` only when it is doubled, and otherwise the vowel o or u. */
const HEBREW_VOWEL = /(?<!\u05d5)\u05d5(?!\u05d5)/g
const HAN = /\p{Script=Han}/u

/**
 * A folded word of any script in Latin letters, by the package any-ascii: one table for all scripts. It reads Chinese characters
 * as Mandarin, so that what it says of kanji is no Japanese.
 */
export const inLatin = remembered(20_000, (text) =>
  foldLetters(anyAscii(text.replace(SILENT_KANA, '').replace(HEBREW_VOWEL, ''))).replace(/[^a-z0-9]+/g, ''),
)

/** True when the text has Chinese characters, which tell a meaning and not a sound. */
export function isWrittenByMeaning(text: string): boolean {
  return HAN.test(text)
}

const KATAKANA = /^[\p{Script=Katakana}ー]+$/u
/** Shorter ones are words of other languages too: `mini`, `bira`. */
const LEAST_ROMANIZED = 5

/** A katakana word as suppliers romanize it, with the small tsu heard or not: `anekkusu` and `anekusu`. */
export function romanizedKana(word: string): readonly string[] {
  if (!KATAKANA.test(word)) return []
  const [first = '', ...others] = word.split('ッ').map((part) => inLatin(part))
  const doubled = others.reduce((before, part) => `${before}${part.slice(0, 1)}${part}`, first)
  return [...new Set([inLatin(word), doubled])].filter((spelling) => spelling.length >= LEAST_ROMANIZED)
}
