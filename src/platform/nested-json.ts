/** What a text of JSON may have at most. */
type Bounds = {
  readonly depth: number
  /** Values of lists and of objects, those that are lists or objects themselves counted twice. Any number when absent. */
  readonly values?: number
}

/**
 * What of a text is beyond its bounds, by its brackets and commas outside strings; null: nothing. This is checked before parsing, which
 * would build all levels and values.
 */
export function excessOf(
  json: string,
  { depth: most, values: all = Number.POSITIVE_INFINITY }: Bounds,
): keyof Bounds | null {
  let depth = 0
  let values = 0
  let inString = false
  for (let index = 0; index < json.length; index += 1) {
    const char = json.charCodeAt(index)
    if (inString) {
      if (char === 0x5c) index += 1
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x2c) values += 1
    else if (char === 0x5b || char === 0x7b) {
      depth += 1
      values += 1
      if (depth > most) return 'depth'
    } else if (char === 0x5d || char === 0x7d) depth -= 1
    if (values > all) return 'values'
  }
  return null
}
