/** NUL, and halves of surrogate pairs: JSON can say them, Postgres cannot keep them. */
function isUnwritable(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed()
}

/** The paths of every text in an input, names included, that could not be written down. */
export function unwritablePaths(value: unknown): PropertyKey[][] {
  return isAllWritable(value) ? [] : pathsIn(value, [])
}

/** Of nearly every input, so it makes nothing. */
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
    // A foreign name is marked with NUL itself, and refused as unknown anyway.
    isUnwritable(name) && !name.startsWith('\u0000') ? [[...path]] : pathsIn(child, [...path, name]),
  )
}
