/** True for a text with NUL or half a surrogate pair, which JSON can express and Postgres cannot store. */
function isUnwritable(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed()
}

/** The paths of all texts in an input, keys included, that cannot be stored. */
export function unwritablePaths(value: unknown): PropertyKey[][] {
  return isAllWritable(value) ? [] : pathsIn(value, [])
}

/** A fast check for the usual case, which allocates nothing. */
function isAllWritable(value: unknown): boolean {
  if (typeof value === 'string') return !isUnwritable(value)
  if (value === null || typeof value !== 'object') return true
  if (Array.isArray(value)) return value.every(isAllWritable)
  for (const name of Object.keys(value))
    if (isUnwritable(name) || !isAllWritable((value as Record<string, unknown>)[name])) return false
  return true
}

function pathsIn(value: unknown, path: readonly PropertyKey[]): PropertyKey[][] {
  if (typeof value === 'string') return isUnwritable(value) ? [[...path]] : []
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap((item, index) => pathsIn(item, [...path, index]))
  return Object.entries(value).flatMap(([name, child]) =>
    // The FOREIGN mark itself contains NUL; a key with this mark is refused as unknown anyway.
    isUnwritable(name) && !name.startsWith('\u0000') ? [[...path]] : pathsIn(child, [...path, name]),
  )
}
