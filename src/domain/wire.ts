/**
 * The contract's names are snake_case over HTTP and in webhooks, camelCase in the code and in GraphQL. The conversion is
 * mechanical, so that the two facades cannot drift apart.
 */
const snakeNames = new Map<string, string>()
const camelNames = new Map<string, string>()

/** Keys come from our own types or from clients; the limits keep clients from filling the memory with keys of their own. */
const MAX_REMEMBERED = 5_000
const MAX_REMEMBERED_LENGTH = 64

function remember(names: Map<string, string>, name: string, made: string): string {
  if (names.size < MAX_REMEMBERED && name.length <= MAX_REMEMBERED_LENGTH) names.set(name, made)
  return made
}

/** Converts `holdDeadlineAt` to `hold_deadline_at`. */
export function snakeCase(name: string): string {
  return (
    snakeNames.get(name) ??
    remember(
      snakeNames,
      name,
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    )
  )
}

/**
 * Marks a key that was not sent in snake_case, so that it matches no field: `checkIn` must not be a second name of `check_in`.
 */
export const FOREIGN = '\u0000'

/**
 * Converts `hold_deadline_at` to `holdDeadlineAt`. A name with capitals is returned with the FOREIGN mark, a marked name
 * unchanged.
 */
export function camelCase(name: string): string {
  return camelNames.get(name) ?? remember(camelNames, name, toCamel(name))
}

function toCamel(name: string): string {
  if (name.startsWith(FOREIGN)) return name
  return /[A-Z]/.test(name) ? FOREIGN + name : name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** The client's own keys below these keys are not renamed. */
const VERBATIM = new Set(['metadata'])

type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

/**
 * The type of a view with the snake_case keys of HTTP and webhooks. `toWire` converts to it, and so does code that writes the
 * keys out.
 */
export type Wire<View> = View extends readonly (infer Item)[]
  ? readonly Wire<Item>[]
  : View extends object
    ? { readonly [Name in keyof View as SnakeCase<Name>]: Wire<View[Name]> }
    : View

/** Converts a view's keys for HTTP and webhooks. Values are plain JSON and remain unchanged. */
export function toWire(value: unknown): unknown {
  return mapKeys(value, snakeCase)
}

/** Converts the keys of a request body to those that operations read. */
export function fromWire(value: unknown): unknown {
  return mapKeys(value, camelCase)
}

/** True for a value that has no keys to rename. */
function isPlain(value: unknown): boolean {
  return value === null || typeof value !== 'object'
}

function mapKeys(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.every(isPlain) ? value : value.map((item) => mapKeys(item, rename))
  if (value === null || typeof value !== 'object') return value
  const mapped: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    if (key === '__proto__') continue
    const child = (value as Record<string, unknown>)[key]
    // Most children are plain values, so this check saves the recursive call.
    mapped[rename(key)] = isPlain(child) || VERBATIM.has(key) ? child : mapKeys(child, rename)
  }
  return mapped
}
