/** How a run of letters is written: with spaces between words or without, and whether Latin letters can be compared as they are. */
export type Writing = 'LATIN' | 'SPACED' | 'UNSPACED'

const RUNS =
  /[\p{Script=Latin}\p{N}]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+|[\p{Script=Hangul}]+|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|[\p{L}\p{M}]+/gu
const LATIN = /^[\p{Script=Latin}\p{N}]/u
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const ASCII_ONLY = /^[\0-\x7f]*$/

export type Run = { readonly text: string; readonly writing: Writing }

/** A folded word, taken apart where the script changes: `JRイン` is `JR` and `イン`. */
export function runsOf(word: string): readonly Run[] {
  if (ASCII_ONLY.test(word)) return [{ text: word, writing: 'LATIN' }]
  return (word.match(RUNS) ?? []).map((text) => ({ text, writing: writingOf(text) }))
}

function writingOf(text: string): Writing {
  if (LATIN.test(text)) return 'LATIN'
  return UNSPACED.test(text) ? 'UNSPACED' : 'SPACED'
}

/** Which scripts a text is written in, as bits: 0 for a text without letters. */
export type Scripts = number

export const LATIN_SCRIPT: Scripts = 1

/** Chinese characters and kana are one script: Japanese names have both, and some of them only either. */
const SCRIPTS: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  /\p{Script=Hangul}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Thai}/u,
]
/** Whatever else has letters. */
const OTHER_SCRIPT = 1 << SCRIPTS.length

export function scriptsOf(text: string): Scripts {
  if (ASCII_ONLY.test(text)) return /[a-z]/i.test(text) ? LATIN_SCRIPT : 0
  const known = SCRIPTS.reduce((bits, script, index) => (script.test(text) ? bits | (1 << index) : bits), 0)
  return known === 0 && /\p{L}/u.test(text) ? OTHER_SCRIPT : known
}
