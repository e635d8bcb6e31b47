/** The longest list of the contract, `hotel_ids`, accepts this many entries. `test/operations/excess.test.ts` checks it. */
export const MAX_ENTRIES = 1_000

/**
 * No nested object of an input accepts more fields. The top level may have more, because its faults are reported field by field.
 */
const MAX_FIELDS = 100

/**
 * No input is nested deeper. `http/json-body.ts` checks the text of a body for the same limit; GraphQL variables in an address
 * are checked only here.
 */
export const MAX_DEPTH = 32

/**
 * The maximum of values in a whole input. The largest valid input, twelve full lists of hotel ids in one document, is below it.
 */
export const MAX_VALUES = 15_000

type Excess = {
  readonly path: readonly PropertyKey[]
  /** The text that follows the path: "has 5000 entries, …". */
  readonly message: string
}

/**
 * Returns where an input exceeds the size of every input of the contract; null when it does not. It runs before an input is
 * renamed, coerced or parsed, which costs a hundred times as much per value and reports a fault for each invalid one. It checks
 * at most MAX_VALUES values, however large the input is.
 */
export function excessOf(input: unknown): Excess | null {
  let left = MAX_VALUES

  function look(value: object, path: readonly PropertyKey[]): Excess | null {
    if (path.length >= MAX_DEPTH) return { path: [], message: `is nested deeper than ${MAX_DEPTH} levels` }
    if (Array.isArray(value) && value.length > MAX_ENTRIES)
      return { path, message: `has ${value.length} entries, and no list takes more than ${MAX_ENTRIES}` }
    let fields = 0
    for (const [name, child] of Array.isArray(value) ? value.entries() : fieldsOf(value)) {
      left -= 1
      if (left < 0) return { path: [], message: `has more than ${MAX_VALUES} values in it` }
      fields += 1
      if (fields > MAX_FIELDS && path.length > 0 && !Array.isArray(value))
        return { path, message: `has more than ${MAX_FIELDS} fields` }
      // Most children are plain values, for which no path is created.
      const found = child !== null && typeof child === 'object' ? look(child, [...path, name]) : null
      if (found) return found
    }
    return null
  }

  return input === null || typeof input !== 'object' || isSmall(input) ? null : look(input, [])
}

/**
 * True for an input of at most MAX_FIELDS values in total, as most inputs are. None of its objects can have too many fields, and
 * this check allocates nothing.
 */
function isSmall(input: object): boolean {
  return valuesLeft(input, MAX_FIELDS) >= 0
}

/** Subtracts the number of the input's values from `atFirst`; the result is below zero when there are too many. */
function valuesLeft(value: object, atFirst: number): number {
  let left = atFirst
  if (Array.isArray(value)) {
    left -= value.length
    for (let index = 0; index < value.length && left >= 0; index++) left = leftBehind(value[index], left)
    return left
  }
  for (const name in value) {
    left = leftBehind((value as Record<string, unknown>)[name], left - 1)
    if (left < 0) return left
  }
  return left
}

function leftBehind(child: unknown, left: number): number {
  return child !== null && typeof child === 'object' && left >= 0 ? valuesLeft(child, left) : left
}

/** Yields the entries one by one, so that the entries of an object with a hundred thousand fields are never all created. */
function* fieldsOf(value: object): Generator<readonly [string, unknown]> {
  for (const name in value) yield [name, (value as Record<string, unknown>)[name]]
}
