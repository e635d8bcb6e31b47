import type { Json } from './http-client.ts'

/** A value that an input may be given, made when it is sent: some have a megabyte. */
export type HostileValue = { readonly what: string; readonly make: () => Json }

/** As much as a body of 1 MiB has room for, beside the rest of a request. */
const MEGABYTE = 1_030_000

function of(what: string, make: () => Json): HostileValue {
  return { what, make }
}

/** Fold to nothing, or cannot be written down. */
const SHORT_TEXTS = ['', '-', '...', '   ', '😀', '\u202e', '\u0301', '\u0000', '\ud800', '\r\n', '%00', '__proto__']

/** Which of them an input is given goes round: each costs a megabyte to make, to send and to read. */
const LONG_TEXTS = [
  of('1 MiB of letters', () => 'a'.repeat(MEGABYTE)),
  of('1 MiB of quotes', () => '"'.repeat(MEGABYTE / 2)),
  of('1 MiB of words', () => 'a '.repeat(MEGABYTE / 2)),
  of('1 MiB of nothing', () => '\u202e'.repeat(Math.floor(MEGABYTE / 3))),
]

/** Texts as long as the contract takes them, and dear to whoever folds, compares or matches them. */
function FULL_TEXTS(maxLength: number): HostileValue[] {
  return [
    of('ligatures to its full length', () => 'ﷺ'.repeat(maxLength)),
    of('words to its full length', () => 'a '.repeat(maxLength / 2)),
    of('accents to its full length', () => 'e\u0301'.repeat(maxLength / 2)),
  ]
}

let turn = 0
/** A valid one and an invalid one. */
function twoOf<Item>(items: readonly Item[]): Item[] {
  turn = (turn + 2) % items.length
  return items.slice(turn, turn + 2)
}

export function hostileTexts(maxLength = 200): readonly HostileValue[] {
  return [
    ...SHORT_TEXTS.map((text) => of(JSON.stringify(text), () => text)),
    ...FULL_TEXTS(Math.min(maxLength, 16_384)),
    ...twoOf(LONG_TEXTS),
  ]
}

/** What a URL or a header has room for. */
export function shortHostileTexts(maxLength = 200): readonly HostileValue[] {
  return [
    ...SHORT_TEXTS.map((text) => of(JSON.stringify(text), () => text)),
    ...FULL_TEXTS(Math.min(maxLength, 200)),
    of('8 KiB of letters', () => 'a'.repeat(8_192)),
    of('4,000 commas', () => 'x,'.repeat(2_000)),
  ]
}

/** `item` is one that the list takes. */
export function hostileLists(item: Json): readonly HostileValue[] {
  return [
    of('100,000 valid entries', () => filled(item, 100_000)),
    of('100,000 empty objects', () => filled({}, 100_000)),
    of('1,000 valid entries', () => filled(item, 1_000)),
    of('1,000 objects of unknown keys', () => filled(unknownKeys(13), 1_000)),
    of('1,000 dashes', () => filled('-', 1_000)),
    of('lists in lists', () => nested(28)),
  ]
}

export const hostileIntegers: readonly HostileValue[] = [-1, 1.5, 2 ** 31, 2 ** 53, 2 ** 63, 1e308].map((value) =>
  of(String(value), () => value),
)

/** In place of an object, or of anything. */
export const hostileObjects: readonly HostileValue[] = [
  of('14,000 unknown keys', () => unknownKeys(14_000)),
  of('90 unknown keys beside 1 MiB of text', () => ({ ...unknownKeys(90), x: '"'.repeat(MEGABYTE / 2) })),
  of('90 texts of 11 KiB', () =>
    Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`x${at}`, 'a'.repeat(11_000)])),
  ),
  of('a key of 1 MiB', () => ({ ['k'.repeat(MEGABYTE)]: 1 })),
  of('objects in objects', () => nested(28)),
]

/** Bodies as no serializer writes them. */
export const hostileBodies: readonly { readonly what: string; readonly make: () => string }[] = [
  { what: 'one key a hundred thousand times', make: () => `{${'"x":1,'.repeat(100_000)}"x":1}` },
  { what: '1 MiB of opening brackets', make: () => '['.repeat(MEGABYTE) },
  { what: '1 MiB of blanks', make: () => `{${' '.repeat(MEGABYTE)}}` },
  { what: 'a number of 1 MiB', make: () => `{"limit":${'9'.repeat(MEGABYTE)}}` },
  { what: 'a text that does not end', make: () => `{"x":"${'a'.repeat(MEGABYTE)}` },
  { what: '1 MiB of escapes', make: () => `{"${'\\u002d'.repeat(MEGABYTE / 6)}":1}` },
]

function filled<Item>(item: Item, count: number): Item[] {
  return Array.from({ length: count }, () => item)
}

function unknownKeys(count: number): Json {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, 1]))
}

function nested(depth: number): Json {
  let value: Json = []
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

/** A copy of a value with another one at a path; what the path needs is made. */
export function withValueAt(value: Json, path: readonly (string | number)[], put: Json): Json {
  const [name, ...rest] = path
  if (name === undefined) return put
  const copy = Array.isArray(value) ? [...value] : { ...value }
  copy[name] = withValueAt(copy[name] ?? (typeof rest[0] === 'number' ? [] : {}), rest, put)
  return copy
}
