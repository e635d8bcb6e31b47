/** What is written of a cell: nothing for null. */
export type Cell = string | number | boolean | bigint | null | undefined

/** A program for tables would take these for a formula. */
const FORMULA = /^[=+\-@\t\r]/

function csvCell(value: Cell): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as RFC 4180 CSV, the names of the columns first. */
export function toCsv(rows: readonly Readonly<Record<string, Cell>>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [names.map(csvCell), ...rows.map((row) => names.map((name) => csvCell(row[name])))]
  return `${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`
}

/** Values as JSON, one a line. */
export function toNdjson(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}
