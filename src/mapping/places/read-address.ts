import { foldLetters } from '../text/fold.ts'
import { inLatin } from '../text/latin.ts'
import { compoundStreet, type StreetWord, streetWord } from './street-words.ts'

/** A house number or a range of them; `8-10` is 8 to 10, `11B` is 11 with `b`. */
export type HouseNumber = { readonly from: number; readonly to: number; readonly letter: string }

export type AddressReading = {
  /** As evidence shows it. */
  readonly folded: string
  readonly numbers: readonly HouseNumber[]
  /** Numbers whose parts are no range: `2-14-23`, `463/68`. */
  readonly compounds: readonly string[]
  /** The names of streets, houses and districts; numbered streets as `lorong22`, `10th`. */
  readonly names: ReadonlySet<string>
  /** Of these, the numbered ones: two different ones are two streets. */
  readonly numbered: ReadonlySet<string>
  readonly kinds: ReadonlySet<string>
  readonly directions: ReadonlySet<string>
  readonly isForeign: boolean
}

/** Countries that number by block or plot: parts joined by `-` are no range of houses. */
const BLOCKS: ReadonlySet<string> = new Set(['JP', 'KR', 'TW', 'TH', 'IN', 'PK', 'BD', 'LK', 'ID', 'PH', 'MM'])

const NUMBER = /^(\d{1,5})([a-z]?)$/
/** `1А`, `21б`: the letter behind a house's number, in Cyrillic. Those that look or sound like Latin ones. */
const CYRILLIC_LETTER = /(?<=\d)[а-еік](?![\p{L}\p{N}])/gu
const IN_LATIN: Readonly<Record<string, string>> = { а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', і: 'i', к: 'k' }
const ORDINAL = /^\d+(?:st|nd|rd|th|e|er|eme)$/
const TOKENS = /#?\p{N}+[a-z]?(?:[-/–]\s?\d+[a-z]?)*(?=$|[^\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+/gu
/** Articles that lose their vowel: `Via dell'Indipendenza` is also `Via dellIndipendenza` and `Via Indipendenza`. */
const ELISIONS = /(?<!\p{L})(?:(?:(?:de|a|da|ne|su)ll|d|l)['’‘`´ʼ](?=\p{L}{3})|dell(?=[aeiou]\p{L}{4}))/giu
const APOSTROPHES = /['’‘`´ʼ׳"״]/g
/** Where one part of the address ends and another begins. */
const PARTS = /[,;\n|()]+/
const LATIN = /^[\p{Script=Latin}\p{N}#/–-]+$/u
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ['one', '1'],
  ['two', '2'],
  ['three', '3'],
  ['four', '4'],
  ['five', '5'],
  ['six', '6'],
  ['seven', '7'],
  ['eight', '8'],
  ['nine', '9'],
  ['ten', '10'],
])

const ORDINALS: ReadonlyMap<string, string> = new Map(
  [
    'first',
    'second',
    'third',
    'fourth',
    'fifth',
    'sixth',
    'seventh',
    'eighth',
    'ninth',
    'tenth',
    'eleventh',
    'twelfth',
  ].map((word, index) => [word, `${index + 1}th`]),
)

const MOST_LETTERS = 300

/** Null when nothing is told. `ignored` has the folded words of the city, the country and the postcode. */
export function readAddress(
  lines: readonly string[],
  { countryCode, ignored }: { readonly countryCode: string | null; readonly ignored: ReadonlySet<string> },
): AddressReading | null {
  const folded = foldLetters(lines.join(', ').slice(0, MOST_LETTERS))
    .replace(ELISIONS, '')
    .replace(APOSTROPHES, '')
    .replace(CYRILLIC_LETTER, (letter) => IN_LATIN[letter] ?? letter)
  if (!/[\p{L}\p{N}]/u.test(folded)) return null
  const reader = new AddressReader({ isBlocks: countryCode !== null && BLOCKS.has(countryCode), ignored })
  for (const part of folded.split(PARTS)) reader.readPart(part.match(TOKENS) ?? [])
  return reader.result(folded.replace(/\s+/g, ' ').trim())
}

class AddressReader {
  private readonly numbers: HouseNumber[] = []
  private readonly compounds: string[] = []
  private readonly names = new Set<string>()
  private readonly numbered = new Set<string>()
  private readonly kinds = new Set<string>()
  private readonly directions = new Set<string>()
  private isForeign = false
  private isStreet = false
  private readonly options: { readonly isBlocks: boolean; readonly ignored: ReadonlySet<string> }

  constructor(options: { readonly isBlocks: boolean; readonly ignored: ReadonlySet<string> }) {
    this.options = options
  }

  readPart(tokens: readonly string[]): void {
    const words = tokens.map(streetWord)
    // `Las Vegas Boulevard` in Las Vegas is a street's name; `Las Vegas` by itself is no street.
    this.isStreet = words.some((word) => word?.is === 'KIND')
    for (let at = 0; at < tokens.length; at++)
      if (this.readNumbered(tokens, words[at] ?? null, at)) at += 1
      else if (at === 0 && tokens.length > 1 && WRITTEN.has(tokens[0] ?? ''))
        this.readNumber(WRITTEN.get(tokens[0] ?? '') ?? '')
      else this.readToken(tokens[at] ?? '', words[at] ?? null)
  }

  /** Takes a word and a number that belong together: `Lorong 22`, `6 chome`, `Unit 5`. */
  private readNumbered(tokens: readonly string[], word: StreetWord | null, at: number): boolean {
    const [token = '', next = ''] = [tokens[at], tokens[at + 1]]
    if (word?.is === 'INSIDE') return /^#?\d|^[a-z]$/.test(next)
    const name =
      word?.is === 'NUMBERED' && /^\d/.test(next)
        ? word.canonical + next
        : isNumberedBefore(next) && /^\d+$/.test(token)
          ? next + token
          : null
    if (name !== null) this.addNumbered(name)
    return name !== null
  }

  result(folded: string): AddressReading {
    const { numbers, compounds, names, numbered, kinds, directions, isForeign } = this
    return { folded, numbers, compounds, names, numbered, kinds, directions, isForeign }
  }

  private readToken(token: string, word: StreetWord | null): void {
    if ((!this.isStreet && this.options.ignored.has(token)) || token.startsWith('#')) return
    if (/^\d/.test(token)) this.readNumber(token)
    else if (word?.is === 'KIND') this.kinds.add(word.canonical)
    else if (word?.is === 'DIRECTION') this.directions.add(word.canonical)
    else if (word?.is === 'SHORT') this.readName(word.canonical)
    else if (word === null || word.is === 'NUMBERED') this.readName(token)
  }

  private addNumbered(name: string): void {
    this.names.add(name)
    this.numbered.add(name)
  }

  private readName(token: string): void {
    const ordinal = ORDINALS.get(token)
    if (ordinal !== undefined) {
      this.addNumbered(ordinal)
      return
    }
    const isLatin = LATIN.test(token)
    if (!isLatin) this.isForeign = true
    const latin = isLatin ? token : inLatin(token)
    const compound = compoundStreet(latin)
    if (compound !== null) this.kinds.add(compound.kind)
    this.names.add(withoutUmlauts(compound?.name ?? latin))
  }

  private readNumber(token: string): void {
    if (ORDINAL.test(token)) {
      this.addNumbered(token.replace(/\D+$/, 'th'))
      return
    }
    const parts = token.split(/[-/–]\s?/)
    if (parts.length > 2 || (parts.length === 2 && (this.options.isBlocks || token.includes('/'))))
      this.compounds.push(parts.join('-'))
    else if (parts.length === 2) this.readRange(parts)
    else this.readSingle(token)
  }

  private readRange([first = '', last = '']: readonly string[]): void {
    const [, from = '', letter = ''] = first.match(NUMBER) ?? []
    const [, to = ''] = last.match(NUMBER) ?? []
    if (from === '' || to === '') return
    // `112-4` is short for 112 to 114; a range over more than a block of houses is none.
    const end = to.length < from.length ? from.slice(0, from.length - to.length) + to : to
    const span = Number(end) - Number(from)
    if (span >= 0 && span <= 60) this.numbers.push({ from: Number(from), to: Number(end), letter })
    else this.compounds.push(`${from}-${to}`)
  }

  private readSingle(token: string): void {
    const [, digits, letter = ''] = token.match(NUMBER) ?? []
    if (digits !== undefined) this.numbers.push({ from: Number(digits), to: Number(digits), letter })
  }
}

/** `5 jo`, `6 chome`: the number stands before. */
function isNumberedBefore(next: string): boolean {
  return next === 'jo' || next === 'chome' || next === 'cho'
}

function withoutUmlauts(name: string): string {
  return /ae|oe|ue/.test(name) ? name.replace(/([aou])e/g, '$1') : name
}
