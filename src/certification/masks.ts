import ipaddr from 'ipaddr.js'

/** A value that must not be handed in, and what stands for it everywhere: the same symbol, so that ids still correlate. */
export type Mask = { readonly value: string; readonly symbol: string }

/** Replaces in texts at any depth of a JSON value. */
export type Masked = <Value>(value: Value) => Value

/** Headers that carry credentials, or what is made of them. */
const SECRET_HEADERS = new Set(['authorization', 'api-key', 'x-api-key', 'x-signature', 'signature'])

/** The part before the `@` has its bound of RFC 5321: without one, a long token of a supplier is searched from each of its characters to its end. */
const EMAIL = /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/

export function hasEmailAddress(text: string): boolean {
  return EMAIL.test(text)
}
const EVERY_EMAIL = new RegExp(EMAIL, 'g')

/** Fields that name the address of somebody's device. */
const ADDRESS_FIELD = /(^|[-_])ip$/i

const SHORTEST = 3

/** Text that other text is full of is only replaced as a whole word. */
function patternOf({ value }: Mask): RegExp {
  const escaped = value.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  return /^[\p{L}\d]+$/u.test(value)
    ? new RegExp(String.raw`(?<![\p{L}\d])${escaped}(?![\p{L}\d])`, 'giu')
    : new RegExp(escaped, 'giu')
}

/** Each value also as a URL spells it. */
function spellings(mask: Mask): Mask[] {
  const encoded = encodeURIComponent(mask.value)
  return encoded === mask.value ? [mask] : [mask, { ...mask, value: encoded }]
}

/** An address that is not the traveller's: the kind of it is what a review asks for. */
function addressOf(text: string): string {
  if (!ipaddr.isValid(text)) return text
  return ipaddr.process(text).range() === 'unicast' ? '<another address>' : '<an address of no guest>'
}

/**
 * Masks whatever is known to be a secret or a person, besides every e-mail address, every address of a device, and every header that
 * has credentials in it.
 */
export function createMasks(known: readonly Mask[]): Masked {
  const patterns = known
    .filter(({ value }) => value.length >= SHORTEST)
    .flatMap(spellings)
    .sort((a, b) => b.value.length - a.value.length)
    .map((mask) => ({ pattern: patternOf(mask), symbol: mask.symbol }))

  function text(given: string, name: string): string {
    if (SECRET_HEADERS.has(name.toLowerCase())) return '<credentials>'
    let masked = given
    for (const { pattern, symbol } of patterns) masked = masked.replace(pattern, () => symbol)
    masked = masked.replace(EVERY_EMAIL, '<another e-mail address>')
    return ADDRESS_FIELD.test(name) ? addressOf(masked) : masked
  }

  function walk(value: unknown, name: string): unknown {
    if (typeof value === 'string') return text(value, name)
    if (Array.isArray(value)) return value.map((item) => walk(item, name))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, key)]))
  }

  // A walk changes texts only, so that the value keeps its shape.
  return (value) => walk(value, '') as typeof value
}
