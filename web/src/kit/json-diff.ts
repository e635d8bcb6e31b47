/** A place at which two JSON values differ; undefined: it is not there. */
export type Difference = { readonly path: string; readonly before: unknown; readonly after: unknown }

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Where `after` differs from `before`, in the order of the keys; nothing: they are alike. */
export function jsonDifferences(before: unknown, after: unknown, path = ''): readonly Difference[] {
  if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after))
    return Object.is(before, after) ? [] : [{ path, before, after }]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) =>
    jsonDifferences(
      before[key],
      after[key],
      path === '' ? key : Array.isArray(before) ? `${path}[${key}]` : `${path}.${key}`,
    ),
  )
}
