/**
 * The contract's names are snake_case over HTTP and in webhooks, camelCase in the code and in GraphQL; one is made from
 * the other mechanically, so that the two facades cannot drift.
 */
const snakeNames = new Map<string, string>()
const camelNames = new Map<string, string>()

/** Keys come from our own shapes or from clients: the memory of client-sent ones is bounded. */
const MAX_REMEMBERED = 5_000

function remember(names: Map<string, string>, name: string, made: string): string {
  if (names.size < MAX_REMEMBERED) names.set(name, made)
  return made
}

/** `holdDeadlineAt` → `hold_deadline_at`. */
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

/** Marks a key that was not spelled in snake_case, so that it is nobody's: `checkIn` is not a second name of `check_in`. */
export const FOREIGN = '\u0000'

/** `hold_deadline_at` → `holdDeadlineAt`; a name with capitals comes back marked FOREIGN, a marked one as it is. */
export function camelCase(name: string): string {
  return camelNames.get(name) ?? remember(camelNames, name, toCamel(name))
}

function toCamel(name: string): string {
  if (name.startsWith(FOREIGN)) return name
  return /[A-Z]/.test(name) ? FOREIGN + name : name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** Keys under which the client's own keys are kept as they are. */
const VERBATIM = new Set(['metadata'])

type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

/** The shape of a view as HTTP and webhooks spell it: what `toWire` makes, and code that spells a view out. */
export type Wire<View> = View extends readonly (infer Item)[]
  ? readonly Wire<Item>[]
  : View extends object
    ? { readonly [Name in keyof View as SnakeCase<Name>]: Wire<View[Name]> }
    : View

/** A view as HTTP and webhooks spell it. Values are plain JSON; nothing but keys changes. */
export function toWire(value: unknown): unknown {
  return mapKeys(value, snakeCase)
}

/** A body as the operations read it. */
export function fromWire(value: unknown): unknown {
  return mapKeys(value, camelCase)
}

/** Has no keys to rename. */
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
    // Most children are plain: nothing is called for them.
    mapped[rename(key)] = isPlain(child) || VERBATIM.has(key) ? child : mapKeys(child, rename)
  }
  return mapped
}
