/** What a list shows while others change it. */
export type LiveRows<Row> = {
  /** The rows that were shown, each as it is now. */
  readonly rows: readonly Row[]
  /** How many have come since and are not among them. */
  readonly fresh: number
  /** The ids of rows that the list has no more, for example because somebody has decided them. */
  readonly gone: ReadonlySet<string>
}

/**
 * Holds the rows of a page where they are while somebody reads them: a row that changed is shown as it is now, in its place; what is new is
 * only counted; what is no longer there is marked. As many rows of the end as are new stand on the next page now, and are not gone.
 */
export function holdRows<Row>(
  shown: readonly Row[],
  latest: readonly Row[],
  idOf: (row: Row) => string,
): LiveRows<Row> {
  const now = new Map(latest.map((row) => [idOf(row), row]))
  const known = new Set(shown.map(idOf))
  const last = shown.findLast((row) => now.has(idOf(row)))
  const end = last === undefined ? -1 : latest.findIndex((row) => idOf(row) === idOf(last))
  const range = end === -1 ? latest : latest.slice(0, end)
  const fresh = range.filter((row) => !known.has(idOf(row))).length
  const gone = shown.slice(0, shown.length - fresh).map(idOf)
  return {
    rows: shown.map((row) => now.get(idOf(row)) ?? row),
    fresh,
    gone: new Set(gone.filter((id) => !now.has(id))),
  }
}
