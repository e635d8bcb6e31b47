/** What stands for a value that is not kept. */
export const MASK = '‹masked›'

/** Replaces what is known to be a secret or a person, wherever it is in a text. */
export type MaskKnown = (text: string) => string

/** Values of fewer characters are in too many words. */
const SHORTEST = 2
/** Up to this length a value is replaced only where it is a word of its own. */
const SHORT = 3
const MOST = 200

function spellings(value: string): string[] {
  const bare = value.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const digits = value.replaceAll(/\D/g, '')
  const isNumber = /^[+\d\s()./-]+$/.test(value) && digits.length >= 6
  const encoded = [encodeURIComponent(value), encodeURIComponent(value).replaceAll('%20', '+')]
  return [value, bare, ...encoded, Buffer.from(value).toString('base64'), ...(isNumber ? [digits] : [])]
}

function patternOf(value: string): string {
  const escaped = value.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  if (/^\d{1,8}$/.test(value)) return String.raw`(?<!\d)${value}(?!\d)`
  return value.length <= SHORT ? String.raw`(?<![\p{L}\d])${escaped}(?![\p{L}\d])` : escaped
}

/** The longest first, so that no part of one is left when another is replaced. */
export function knownValues(values: readonly string[]): MaskKnown {
  const known = [...new Set(values.map((value) => value.trim().normalize('NFC')).flatMap(spellings))]
    .filter((value) => value.length >= SHORTEST)
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST)
  if (known.length === 0) return (text) => text
  const pattern = new RegExp(known.map(patternOf).join('|'), 'giu')
  return (text) => text.normalize('NFC').replaceAll(pattern, MASK)
}

/** A shorter number is in too many prices and dates. */
const SHORTEST_NUMBER = 10_000

/** Every text at any depth of a value, and every number that may be a telephone's. */
export function leavesOf(value: unknown, most = MOST): string[] {
  const found: string[] = []
  function walk(one: unknown): void {
    if (found.length >= most) return
    if (typeof one === 'string') found.push(one)
    else if (typeof one === 'number' && one >= SHORTEST_NUMBER) found.push(String(one))
    else if (typeof one === 'object' && one !== null) Object.values(one).forEach(walk)
  }
  walk(value)
  return found
}
