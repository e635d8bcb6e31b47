import { isDeeperThan } from '../platform/nested-json.ts'

/**
 * A text of up to so many characters is parsed in a third of a second at worst, all brackets; a longer one is looked through first, which
 * takes a fifth of what parsing it takes.
 */
const LOOKED_AT_FROM = 1_000_000
/** No supplier nests a tenth of it. */
const MAX_DEPTH = 100

/** How JSON spells what Postgres does not keep: the character NUL, and halves of surrogate pairs (and whole pairs, which it keeps). */
const MARKS = ['\\u0000', '\\ud', '\\uD']

/**
 * Parses a supplier's body. What Postgres does not keep is left out of its texts: a booking whose record has a NUL in a remark could not
 * be stored as confirmed. Throws for what is no JSON, and for a long text that is nested without measure: ten megabytes of brackets would take
 * the event loop for seconds.
 */
export function parseJson(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  if (text.length > LOOKED_AT_FROM && isDeeperThan(text, MAX_DEPTH)) throw new SyntaxError('nested too deeply')
  return MARKS.some((mark) => bytes.includes(mark)) ? JSON.parse(text, kept) : JSON.parse(text)
}

/** The same for one row of a file. */
export function parseJsonText(text: string): unknown {
  return MARKS.some((mark) => text.includes(mark)) ? JSON.parse(text, kept) : JSON.parse(text)
}

function kept(_name: string, value: unknown): unknown {
  if (typeof value === 'string') return keptText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [keptText(name), child]))
}

function keptText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
