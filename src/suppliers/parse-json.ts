import { excessOf } from '../platform/nested-json.ts'

/**
 * A text of up to so many characters is parsed in a third of a second at worst, all brackets; a longer one is looked through first, which
 * takes a fifth of what parsing it takes.
 */
const LOOKED_AT_FROM = 1_000_000
/** No supplier nests a tenth of it. */
const MAX_DEPTH = 100
/** An availability answer for 250 hotels has a tenth of it. */
const MAX_VALUES = 3_000_000

/** How JSON spells what Postgres does not keep: the character NUL, and halves of surrogate pairs (and whole pairs, which it keeps). */
const MARKS = ['\\u0000', '\\ud', '\\uD']

/**
 * Parses a supplier's body. What Postgres does not keep is left out of its texts: a booking whose record has a NUL in a remark could not
 * be stored as confirmed. Throws for what is no JSON, and for a long text that is nested without measure, or has values without number: ten
 * megabytes of brackets would take the event loop for seconds.
 */
export function parseJson(bytes: Buffer): unknown {
  const told = bytes.toString('utf8')
  // RFC 8259, 8.1: nobody is to send one, and a reader may pass over it.
  const text = told.startsWith('\ufeff') ? told.slice(1) : told
  const excess = text.length > LOOKED_AT_FROM && excessOf(text, { depth: MAX_DEPTH, values: MAX_VALUES })
  if (excess) throw new SyntaxError(excess === 'depth' ? 'nested too deeply' : 'too many values')
  return parseJsonText(text)
}

/** The same for one row of a file. */
export function parseJsonText(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return MARKS.some((mark) => text.includes(mark)) ? kept(value) : value
}

/** Mends what was parsed in its place, without a callback for each value: of millions that takes ten times as long as parsing them. */
function kept(root: unknown): unknown {
  const top = { root }
  const open: object[] = [top]
  function mended(value: unknown): unknown {
    if (typeof value === 'string') return keptText(value)
    if (typeof value === 'object' && value !== null) open.push(value)
    return value
  }
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    if (Array.isArray(holder)) mendList(holder, mended)
    else mendObject(holder as Record<string, unknown>, mended)
  }
  return top.root
}

function mendList(list: unknown[], mended: (value: unknown) => unknown): void {
  list.forEach((value, place) => {
    const after = mended(value)
    if (after !== value) list[place] = after
  })
}

function mendObject(object: Record<string, unknown>, mended: (value: unknown) => unknown): void {
  const names = Object.keys(object)
  if (!names.every(isKept)) return rename(object, mended)
  for (const name of names) {
    const value = object[name]
    const after = mended(value)
    if (after !== value) put(object, name, after)
  }
}

/** All of its names are written anew, so that each stands where it stood. */
function rename(object: Record<string, unknown>, mended: (value: unknown) => unknown): void {
  const entries = Object.entries(object)
  for (const [name] of entries) delete object[name]
  for (const [name, value] of entries) put(object, keptText(name), mended(value))
}

/** As a name of its own, also `__proto__`. */
function put(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
}

function isKept(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function keptText(text: string): string {
  return isKept(text) ? text : text.replaceAll('\0', '').toWellFormed()
}
