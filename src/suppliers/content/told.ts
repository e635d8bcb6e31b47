/**
 * Values of static content, read without a schema: a reader passes on what it cannot read, and the importer says what is wrong with
 * it. So each of these gives the value in our form, null where nothing is told, or else the value as it came.
 */

/** Text; a number is written out. An empty text tells nothing. */
export function told(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() === '' ? null : value
}

/** The text, where it is one; null for anything else. */
export function toldText(value: unknown): string | null {
  const text = told(value)
  return typeof text === 'string' ? text : null
}

const NUMBER = /^[+-]?\d{1,15}(\.\d{1,30})?$/

/** A number, also one that came as text. */
export function toldNumber(value: unknown): unknown {
  const text = told(typeof value === 'number' ? null : value)
  if (typeof value === 'number') return value
  return typeof text === 'string' && NUMBER.test(text.trim()) ? Number(text) : text
}

/** A count or a size of which 0 says nothing. */
export function toldSize(value: unknown): unknown {
  const number = toldNumber(value)
  return number === 0 ? null : number
}

/** The elements of a list, and the values of a map by id: some suppliers have one for the other. Null: not told. */
export function toldList(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  return typeof value === 'object' && value !== null ? Object.values(value) : null
}

/** A text in the one language of a pass; null tells nothing. */
export function inLanguage(language: string, value: unknown): Record<string, unknown> {
  const text = told(value)
  return text === null ? {} : { [language]: text }
}
