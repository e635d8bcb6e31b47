import { type FieldKind, isDescriptive, kindOf } from './field-kinds.ts'
import { MASK, type MaskKnown } from './known-values.ts'
import { isTechnical, isTechnicalName } from './technical-words.ts'

/** What a value is a part of. */
export type Place = {
  /** The call is about a booking, where people may be anywhere: nothing is kept for its name alone. */
  readonly isOfBooking: boolean
  /** The supplier said no: whatever it says then is its own words. */
  readonly isRefusal: boolean
  readonly maskKnown: MaskKnown
}

/** A value without what must not be kept. `isCut`: there was more than is kept. */
export type Redacted = { readonly value: unknown; readonly isCut: boolean }

/** Characters of a body that are kept. */
export const MOST_CHARACTERS = 64 * 1024
const LONGEST_TEXT = 500
const DEEPEST = 24
/** The limit of characters that the redaction reads of a body. A masked text takes as long as a stored one. */
const MOST_READ = 2 * MOST_CHARACTERS
/** Longer words and field names are masked without reading them. */
const LONGEST_WORD = 64

const SHAPES: Readonly<Partial<Record<FieldKind, RegExp>>> = {
  // Something of ours or of the supplier's has a digit; a name has none.
  ID: /^(?=.*\d)[\w|~:.+=/-]{1,600}$/,
  // No day of birth but a small child's.
  TIME: /^(20[2-9]\d-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?(Z|[+-]\d\d:?\d\d))?)?|\d\d:\d\d(:\d\d)?)$/,
  MONEY: /^-?\d{1,9}(\.\d{1,6})?$/,
  CODE: /^[A-Za-z]{2,3}([-_][A-Za-z]{2})?$/,
}

const CARD = /(?<!\d)\d(?:[ -]?\d){14,15}(?!\d)/g
const EMAIL = /[^\s@"'<>]{1,320}@[^\s@"'<>]{1,320}/g
const TELEPHONE = /\+\d[\d\s()./-]{6,40}\d/g

/** So much of a text is read: what is kept of it, and what may be masked before that. */
const LONGEST_READ = 4 * LONGEST_TEXT

/** In words: a day or an hour of a booking, which stays; then addresses of networks, days as people write them, and digits in groups. */
const NUMBERS = new RegExp(
  [
    String.raw`(?<![\d./-])(?<day>20[2-9]\d-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?)(?![\d/-])`,
    String.raw`(?<price>(?<![\d.])\d{1,7}\.\d{2}(?![\d.]))`,
    String.raw`\d{1,3}(?:\.\d{1,3}){3}`,
    String.raw`\d{1,4}([./-])\d{1,2}\3\d{1,4}`,
    String.raw`\d(?:(?:[\s()./-]{1,3}(?!20[2-9]\d-\d\d-\d\d(?!\d)))?\d){6,29}`,
  ].join('|'),
  'g',
)

/** By what the last digit of a card's number proves the others. */
function isCard(text: string): boolean {
  const sum = Array.from(text.replaceAll(/\D/g, ''))
    .reverse()
    .reduce((total, letter, index) => {
      const digit = Number(letter) * (index % 2 === 0 ? 1 : 2)
      return total + (digit > 9 ? digit - 9 : digit)
    }, 0)
  return sum % 10 === 0
}

/** Whatever is known, and whatever looks like a card, an address or a telephone. */
function withoutPatterns(text: string, { maskKnown }: Place): string {
  return maskKnown(text)
    .replaceAll(EMAIL, MASK)
    .replaceAll(TELEPHONE, MASK)
    .replaceAll(CARD, (found) => (isCard(found) ? MASK : found))
}

/** The same of somebody's words, as far as they are read: in ids, digits in groups are what tells one from the other. */
function withoutNumbers(text: string, place: Place): string {
  return withoutPatterns(beginningOf(text), place).replaceAll(NUMBERS, (found, day?: string, price?: string) =>
    day === undefined && price === undefined ? MASK : found,
  )
}

/** Up to the last space, so that nothing known is cut in two, where there is one. */
function beginningOf(text: string): string {
  if (text.length <= LONGEST_READ) return text
  const cut = text.slice(0, LONGEST_READ)
  const end = cut.lastIndexOf(' ')
  return end < LONGEST_TEXT ? cut : cut.slice(0, end)
}

/**
 * What is left of somebody's words: words of protocols and bookings, and short numbers. All others are masked, so that no name need be
 * known to be left out.
 */
export function technicalWords(text: string, place: Place): string {
  const kept = withoutNumbers(text, place).split(/\s+/).map(technicalWord).join(' ')
  const short = kept.replaceAll(/‹masked›(?: ‹masked›)+/g, MASK)
  return short.length > LONGEST_TEXT ? `${short.slice(0, LONGEST_TEXT)}…` : short
}

const PART = /\p{L}[\p{L}\p{M}]*|\d+|[^\p{L}\d]+/gu

/** A word between spaces, with what stands at its ends; whole or not at all: what is left of a token would still be a part of one. */
function technicalWord(word: string): string {
  if (word.length > LONGEST_WORD) return MASK
  const [, before = '', inner = '', after = ''] = /^([^\p{L}\d‹]*)(.*?)([^\p{L}\d›]*)$/u.exec(word) ?? []
  const isKept = (inner.match(PART) ?? []).every((part) =>
    /^\d/.test(part) ? part.length <= 3 : !/^\p{L}/u.test(part) || isTechnical(part),
  )
  const ends = [before, after].map((end) => end.replaceAll(/[^\x20-\x7e]/g, ''))
  return ends[0] + (isKept && !inner.includes(MASK) && /^[\x20-\x7e]*$/.test(inner) ? inner : MASK) + ends[1]
}

/** A described room or rate; Postgres takes neither NUL nor half a character. */
function described(text: string, place: Place): string {
  const plain = withoutNumbers(text, place).replaceAll(/\p{Cc}/gu, ' ')
  const isCut = plain.length > LONGEST_TEXT || text.length > LONGEST_READ
  return plain.slice(0, LONGEST_TEXT).toWellFormed() + (isCut ? `… (${text.length} characters)` : '')
}

/**
 * Whether letters of an id may be somebody's name: a run of them that is no word of protocols, but in hexadecimal numbers and in the long
 * random references of our own.
 */
function mayName(id: string): boolean {
  if (/^[\da-fA-F-]+$/.test(id)) return false
  return (id.match(/[A-Za-z]{4,}/g) ?? []).some((run) => {
    if (isTechnical(run)) return false
    return /[a-z]/.test(run) || (run.length > 4 && id.length < 16)
  })
}

function hasShape(kind: FieldKind, text: string, { isOfBooking, isRefusal }: Place): boolean {
  if (!SHAPES[kind]?.test(text)) return false
  return kind !== 'ID' || !(isOfBooking || isRefusal) || !mayName(text)
}

/** A text under a name. */
export function redactText(name: string, text: string, place: Place): string {
  const kind = kindOf(name, place.isOfBooking)
  if (kind === 'PERSONAL') return MASK
  if (LINK.test(name)) return redactLink(text, place)
  // An id may be a card's number; a day, a price or a currency can be no more than somebody that is known.
  if (hasShape(kind, text, place)) return kind === 'ID' ? withoutPatterns(text, place) : place.maskKnown(text)
  if (!place.isOfBooking && !place.isRefusal && isDescriptive(name)) return described(text, place)
  return technicalWords(text, place)
}

const LINK = /^(.*_)?(href|ur[il]|link)$/i

/** A link to somewhere else in the supplier's API: the words and ids of its path. What follows opens things. */
function redactLink(text: string, place: Place): string {
  const [path = '', query] = text.slice(0, LONGEST_TEXT).split(/[?#]/)
  const parts = path
    .replace(/^https?:\/\/[^/]*/, '')
    .split('/')
    .map((part) => (part === '' || isTechnicalName(part) ? place.maskKnown(part) : redactText('id', part, place)))
  return parts.join('/') + (query === undefined ? '' : `?${MASK}`)
}

/** A number of a party, a price or an id; not one that may be a telephone's, or a birthday. */
function redactNumber(name: string, value: number, place: Place): number | string {
  const kind = kindOf(name, place.isOfBooking)
  const text = String(value)
  if (kind === 'PERSONAL') return MASK
  if (kind === 'ID') return redactText(name, text, place) === text ? value : MASK
  if (place.maskKnown(text) !== text) return MASK
  if (kind === 'MONEY') return Math.abs(value) < 1e9 ? value : MASK
  return place.isOfBooking && Math.abs(value) >= 1_000 ? MASK : value
}

function redactName(name: string, index: number, place: Place): string {
  if (name.length > LONGEST_WORD || place.maskKnown(name) !== name) return `field ${index + 1}`
  if (/^[\d-]{1,9}$/.test(name)) return name
  return (place.isOfBooking || place.isRefusal ? isTechnicalName(name) : /^[A-Za-z_$@][\w.$@-]{0,60}$/.test(name))
    ? name
    : `field ${index + 1}`
}

type Fields = Readonly<Record<string, unknown>>

/** Redacts strings, numbers and booleans. */
function leavesRedacted(place: Place): (name: string, value: unknown) => unknown {
  const textOf = rememberingTexts(place)
  return (name, value) => {
    if (typeof value === 'string') return textOf(name, value)
    if (typeof value === 'number') return redactNumber(name, value, place)
    return typeof value === 'boolean' ? value : null
  }
}

/** Answers say the same again and again: boards, currencies, conditions. */
function rememberingTexts(place: Place): (name: string, text: string) => string {
  const known = new Map<string, string>()
  return (name, text) => {
    if (text.length > 64) return redactText(name, text, place)
    const key = `${name}\n${text}`
    const before = known.get(key)
    if (before !== undefined) return before
    const kept = redactText(name, text, place)
    known.set(key, kept)
    return kept
  }
}

/** Redacts a JSON value up to `most` stored and MOST_READ read characters. Its shape stays. */
export function redactJson(given: unknown, place: Place, most = MOST_CHARACTERS): Redacted {
  const leaf = leavesRedacted(place)
  let left = most
  let unread = MOST_READ
  let isCut = false

  function isSpent(): boolean {
    return left <= 0 || unread <= 0
  }

  function list(name: string, items: readonly unknown[], depth: number): unknown[] {
    const kept: unknown[] = []
    for (const [index, item] of items.entries()) {
      if (isSpent()) {
        isCut = true
        kept.push(`… ${items.length - index} more`)
        break
      }
      kept.push(walk(name, item, depth))
    }
    return kept
  }

  function object(fields: Fields, depth: number): Record<string, unknown> {
    const kept: Record<string, unknown> = {}
    let index = 0
    // Object.entries would list a million fields first, of which a few are stored.
    for (const name in fields) {
      if (isSpent()) {
        isCut = true
        kept['…'] = 'more'
        break
      }
      const shown = redactName(name, index, place)
      left -= shown.length + 4
      unread -= Math.min(name.length, LONGEST_WORD)
      // The field's kind is unknown: its name was not read.
      kept[shown] = name.length > LONGEST_WORD ? MASK : walk(name, fields[name], depth)
      index += 1
    }
    return kept
  }

  function walk(name: string, value: unknown, depth: number): unknown {
    if (typeof value === 'object' && value !== null) {
      left -= 2
      if (kindOf(name, place.isOfBooking) === 'PERSONAL') return shapeOnly(value)
      if (depth > DEEPEST) return MASK
      return Array.isArray(value) ? list(name, value, depth + 1) : object(value as Fields, depth + 1)
    }
    if (typeof value === 'string') unread -= Math.min(value.length, LONGEST_READ)
    const kept = leaf(name, value)
    left -= String(kept).length + 2
    return kept
  }

  return { value: walk('', given, 0), isCut }
}

/** How many there were: a list of people keeps its length, and nothing else. */
function shapeOnly(value: object): string {
  return Array.isArray(value) ? `${MASK} × ${value.length}` : MASK
}
