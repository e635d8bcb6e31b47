/** Letters that decomposing does not make plain. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', ı: 'i', đ: 'd' }

const NOT_ASCII = /[^\p{ASCII}]/u
const LATIN_MARKS = /[\u0300-\u036f]/g
const ODD_LATIN = /[ßøæœłıđ]/g

/** Words, numbers, single characters of Japanese, and the few signs that mean something in a name. */
const TOKEN = /[a-z]+|\d+(?:\.\d+)?|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]|\p{L}+|[/+&%€$£¥]/gu

/**
 * A room's name without what changes nothing: case, accents, full and half width, punctuation. `2BR` and `25m²` are two words each,
 * and Japanese, which is written without spaces, is one character a token: phrases are found in both in the same way.
 */
export function tokensOf(name: string): string[] {
  return plain(name).match(TOKEN) ?? []
}

/** The key of a name: two spellings with one key are read alike. */
export function foldRoomName(name: string): string {
  return tokensOf(name).join(' ')
}

function plain(name: string): string {
  if (!NOT_ASCII.test(name)) return name.toLowerCase()
  return name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(LATIN_MARKS, '')
    .normalize('NFC')
    .replace(ODD_LATIN, (letter) => PLAIN[letter] ?? letter)
}
