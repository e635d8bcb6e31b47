import { foldWords } from '../text/fold.ts'
import { inLatin } from '../text/latin.ts'
import { type Run, runsOf } from '../text/scripts.ts'
import type { NearCities } from '../words/cities.ts'
import { type Brand, type Found, longestPhrase, longestUnspacedEntry, type Meaning } from '../words/lexicon.ts'
import { foreignWord, meaningWord, type NameWord, numberOf, numberWord, placeWord, rareWord } from './name-word.ts'

export type NameReading = {
  /** The folded name in Latin letters, as evidence shows it. */
  readonly folded: string
  readonly words: readonly NameWord[]
  /** The keys of the words after `at`: where the house is, and often another house, as in `The Signature at MGM Grand`. */
  readonly host: ReadonlySet<string>
  /** Without collections, which tell no houses apart. */
  readonly brands: readonly Brand[]
  /** It calls itself a hotel, in whatever language. */
  readonly saysHotel: boolean
  /** It has words of which only the sound, or not even that, can be compared. */
  readonly isForeign: boolean
}

/** `4*`, `****`, `5 stars`: what the supplier counts, and no part of the name. */
const STARS = /\b[1-7](?:[.,]5)?\s?(?:\*+(?:\s?s(?:up)?\b)?|stars?\b|sterne\b|etoiles\b|estrellas\b|stelle\b)|\*+|★+/gi
/** `Hotel Panorama by Rhombus`: whose it is comes and goes. */
const OWNER_WEIGHT = 0.3
const MOST_LETTERS = 300
/** `S. Maria Novella`, but not `U.S. Grant`. */
const SAINT = /(?<![\p{L}.])s\.\s?(?=\p{L}{3})/giu
/** `Broad St`, `Newhall St.)`: a street; before a name it is a saint. */
/** `(M56/J6)`, `M1 Jct 28`: the motorway's junction beside the house. */
const JUNCTION = /\b[am]\d{1,3}[\s,/-]*j(?:ct|unction)?\.?\s?\d{1,2}[ab]?\b/gi
/** `Heathrow T4`, `Terminal-4`: an airport's terminal. */
const TERMINAL = /(?<![\p{L}\p{N}])t\s?-?(\d)(?![\p{L}\p{N}])/giu
/** `No. 3`, `Nr 3`, `नं. 3`: the number says as much without it. */
const NUMBER_SIGN = /(?<![\p{L}\p{N}])(?:no|nr|nº|n°|№|नं)\.?\s?(?=\d)/giu
/** `Hotel d'Óbidos`, `Hotel de Obidos`. */
const ELISION = /(?<!\p{L})d['’‘`´](?=\p{L}{4})(?!epoca)/giu
const STREET_AT_END = /(?<=\p{L}\s)st\.?(?=\)?\s*$)/iu

export function readName(name: string, cities: NearCities): NameReading {
  const shown = name.slice(0, MOST_LETTERS).replace(STARS, ' ').replace(JUNCTION, ' ').replace(NUMBER_SIGN, '')
  const told = shown
    .replace(SAINT, 'San ')
    .replace(STREET_AT_END, 'street')
    .replace(TERMINAL, 'terminal $1')
    .replace(ELISION, 'de ')
  const items = itemsOf(told.replaceAll('@', ' at '), cities)
  const reader = new NameReader(cities)
  reader.readAll(items)
  return reader.result()
}

/** `The`, as Korean and Japanese write it. */
const ARTICLES: ReadonlySet<string> = new Set(['더', 'ザ'])

/** A word of the name, or a part of a text without spaces that the tables know. */
type Item = {
  readonly text: string
  readonly writing: Run['writing']
  readonly found: Found | null
  readonly placeId: string | null
}

function itemsOf(name: string, cities: NearCities): readonly Item[] {
  const items: Item[] = []
  let unspaced = ''
  function flush(): void {
    if (unspaced !== '') items.push(...partsOf(unspaced, cities))
    unspaced = ''
  }
  for (const word of foldWords(name))
    for (const { text, writing } of runsOf(word))
      if (writing === 'UNSPACED') unspaced += ARTICLES.has(text) ? '' : text
      else {
        flush()
        items.push({ text, writing, found: null, placeId: null })
      }
  flush()
  return items
}

/** A text without spaces, taken apart into what the tables know and what lies between. */
function partsOf(text: string, cities: NearCities): readonly Item[] {
  const parts: Item[] = []
  let unknownFrom = 0
  function flush(until: number): void {
    if (until > unknownFrom)
      parts.push({ text: text.slice(unknownFrom, until), writing: 'UNSPACED', found: null, placeId: null })
  }
  for (let at = 0; at < text.length; ) {
    const entry = longestUnspacedEntry(text, at, (part) => cities.idOf(part) !== null)
    if (entry === null) at += 1
    else {
      flush(at)
      const part = text.slice(at, at + entry.length)
      parts.push({
        text: part,
        writing: 'UNSPACED',
        found: entry.found,
        placeId: entry.found ? null : cities.idOf(part),
      })
      at += entry.length
      unknownFrom = at
    }
  }
  flush(text.length)
  return parts
}

/** Reads a name from left to right, the longest known phrase first. */
class NameReader {
  private readonly words: NameWord[] = []
  private readonly brands: Brand[] = []
  private readonly texts: string[] = []
  private saysHotel = false
  /** How many words had been read when `at` came. */
  private hostFrom: number | null = null
  /** The article that was read just now. */
  private article = ''

  private readonly cities: NearCities

  constructor(cities: NearCities) {
    this.cities = cities
  }

  readAll(items: readonly Item[]): void {
    const texts = items.map(({ text }) => text)
    const latin = items.map(({ text, writing }) => (writing === 'LATIN' ? text : inLatin(text)))
    for (let at = 0; at < items.length; ) {
      this.texts.push(latin[at] ?? '')
      const article = this.article
      at += this.readPhraseOrCity(texts, at) || this.readItem(items, { at, latin })
      if (this.article === article) this.article = ''
    }
  }

  result(): NameReading {
    return {
      folded: this.texts.join(' '),
      words: this.words.map((word, index) =>
        isOfQuarter(word, this.words[index + 1]) ? { ...word, isHard: false } : word,
      ),
      host: new Set(this.hostFrom === null ? [] : this.words.slice(this.hostFrom).map(({ key }) => key)),
      brands: withoutOwners(this.brands),
      saysHotel: this.saysHotel,
      isForeign: this.words.some(({ isForeign }) => isForeign),
    }
  }

  /** How many words the phrase of the tables, or the city's name, has that begins here: the longer of the two; 0 when there is none. */
  private readPhraseOrCity(texts: readonly string[], at: number): number {
    const phrase = this.phraseAt(texts, at)
    const city = this.cityAt(texts, at)
    const length = Math.max(phrase?.length ?? 0, city?.length ?? 0)
    const text = texts.slice(at, at + length).join(' ')
    const isPhrase = phrase !== null && phrase.length === length && this.take(phrase.found, text)
    if (!isPhrase && city === null) return 0
    if (!isPhrase && city !== null) this.words.push(placeWord(texts.slice(at, at + city.length).join(' '), city.id))
    const read = isPhrase ? length : (city?.length ?? 0)
    this.texts.push(...texts.slice(at + 1, at + read))
    return read
  }

  /** `Hotel Monterey Grasmere` is `Hotel` and `Monterey Grasmere`, where the tables have that: the brand that reaches further. */
  private phraseAt(texts: readonly string[], at: number): ReturnType<typeof longestPhrase> {
    const phrase = longestPhrase(texts, at)
    if (phrase === null || phrase.length < 2 || phrase.found.brand === null) return phrase
    const later = longestPhrase(texts, at + 1)
    const isShorter = later !== null && later.found.brand !== null && later.length >= phrase.length
    return isShorter ? longestPhrase(texts.slice(0, at + 1), at) : phrase
  }

  private cityAt(texts: readonly string[], at: number): { readonly id: string; readonly length: number } | null {
    for (let length = Math.min(this.cities.longestFrom(texts[at] ?? ''), texts.length - at); length >= 1; length--) {
      const id = this.cities.idOf(length === 1 ? (texts[at] ?? '') : texts.slice(at, at + length).join(' '))
      if (id !== null) return { id, length }
    }
    return null
  }

  private readItem(
    items: readonly Item[],
    { at, latin }: { readonly at: number; readonly latin: readonly string[] },
  ): 1 {
    const item = items[at]
    if (item === undefined) return 1
    const text = latin[at] ?? ''
    if (item.found !== null && this.take(item.found, text)) return 1
    if (item.placeId !== null) this.words.push(placeWord(text, item.placeId))
    else if (item.writing === 'LATIN') this.readLatin(text)
    else this.readForeign(item.text, text)
    return 1
  }

  private readLatin(text: string): void {
    const number = numberOf(text)
    const before = this.article
    if (number !== null) this.words.push(numberWord(text, number))
    else if (before === 'by' && this.words.length > 0) this.words.push({ ...rareWord(text), weight: OWNER_WEIGHT })
    else this.words.push({ ...rareWord(text), before })
  }

  /** A word of another script may be one of the tables' when it is spelt in Latin letters: `гранд`, `плаза`. */
  private readForeign(native: string, latin: string): void {
    const found = longestPhrase([latin], 0)?.found ?? withoutArticle(native)
    const id = this.cities.idOf(latin)
    if (found !== null && this.take(found, latin)) return
    this.words.push(id === null ? foreignWord(native.replace(ARABIC_ARTICLE, '')) : placeWord(latin, id))
  }

  /** False when what was found means nothing at this place of the name. */
  private take({ meaning, brand, brandAtStart }: Found, text: string): boolean {
    const isStart = this.words.length === 0 && this.brands.length === 0
    const taken = brand ?? (isStart ? brandAtStart : null)
    if (taken !== null) this.takeBrand(taken)
    else if (meaning !== null) this.takeMeaning(meaning, text)
    return taken !== null || meaning !== null
  }

  private takeBrand(brand: Brand): void {
    // `Element Times Square by Westin`: it only says whose the first brand is.
    const isOwner = this.article === 'by' && this.brands.length > 0
    if (!brand.isCollection && !isOwner) this.brands.push(brand)
  }

  private takeMeaning(meaning: Meaning, text: string): void {
    if (meaning.concept === 'hotel') this.saysHotel = true
    if (meaning.role === 'NOISE' || meaning.role === 'OWNER') {
      if (meaning.concept === 'articles') this.article = text
      if (meaning.concept === 'by') this.article = 'by'
      if (text === 'at') this.hostFrom ??= this.words.length
      return
    }
    const number = numberOf(text)
    this.words.push(number !== null && /\d/.test(number) ? numberWord(text, number) : meaningWord(text, meaning))
  }
}

const DIRECTIONS: ReadonlySet<string> = new Set(['#east', '#west', '#north', '#south', '#upper', '#lower'])

/** `South Beach` and `Upper East Side` are quarters; `South Tower` is a part of a house. */
function isOfQuarter({ key }: NameWord, next: NameWord | undefined): boolean {
  return DIRECTIONS.has(key) && next !== undefined && (next.group === 'setting' || DIRECTIONS.has(next.key))
}

const ARABIC_ARTICLE = /^(?:و?ال|لل)(?=...)/

/** The Arabic and Hebrew articles are written in one word with what follows. */
function withoutArticle(native: string): Found | null {
  const bare = native.replace(/^(?:ال|وال|ה|ב)(?=..)/, '')
  return bare === native ? null : (longestPhrase([bare], 0)?.found ?? null)
}

/** `Courtyard by Marriott` and `Residence Inn Marriott` are no Marriott, and each brand counts once. */
function withoutOwners(brands: readonly Brand[]): readonly Brand[] {
  if (brands.length < 2) return brands
  const once = [...new Set(brands)]
  return once.filter(
    (brand) => !(brand.isFlagship && once.some((other) => other !== brand && other.family === brand.family)),
  )
}
