/** How JSON spells what Postgres does not keep: the character NUL, and halves of surrogate pairs (and whole pairs, which it keeps). */
const MARKS = ['\\u0000', '\\ud', '\\uD']

/**
 * Parses a supplier's body. What Postgres does not keep is left out of its texts: a booking whose record has a NUL in a remark could not
 * be stored as confirmed. Throws for what is no JSON.
 */
export function parseJson(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
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
