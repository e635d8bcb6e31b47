/** No list of the contract takes more entries: `hotel_ids` takes this many. `test/operations/excess.test.ts` holds it. */
export const MAX_ENTRIES = 1_000

/** No object within an input takes more fields. What is wrong with an input as a whole is told field by field. */
const MAX_FIELDS = 100

/** No input is nested deeper. A body is held to the same as text (`http/json-body.ts`); variables in an address are not. */
export const MAX_DEPTH = 32

/** Values of a whole input. The largest valid one, twelve full lists of hotel ids in one document, is below it. */
export const MAX_VALUES = 15_000

type Excess = {
  readonly path: readonly PropertyKey[]
  /** Goes on behind the path: "has 5000 entries, …". */
  readonly message: string
}

/**
 * Where an input has more than any input of the contract has; null when it has not. Asked before an input is renamed, coerced
 * or parsed, which costs a hundred times as much for each value, and makes a fault of each that is wrong. It looks at
 * MAX_VALUES values at most, whatever it is given.
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
      // Most children are plain: no path is made for them.
      const found = child !== null && typeof child === 'object' ? look(child, [...path, name]) : null
      if (found) return found
    }
    return null
  }

  return input === null || typeof input !== 'object' || isSmall(input) ? null : look(input, [])
}

/** At most MAX_FIELDS values altogether: none of its objects can have too many, and most inputs are such. Nothing is made of them. */
function isSmall(input: object): boolean {
  return valuesLeft(input, MAX_FIELDS) >= 0
}

/** What is left of so many values behind those of the input; below zero when they are too few. */
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

/** One after the other: the entries of an object with a hundred thousand fields are never all made. */
function* fieldsOf(value: object): Generator<readonly [string, unknown]> {
  for (const name in value) yield [name, (value as Record<string, unknown>)[name]]
}
