/** What is written of a cell: nothing for null. */
export type Cell = string | number | boolean | null

/** A program for tables would take these for a formula, the wide forms of East Asian keyboards too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

function csvCell(value: Cell): string {
  if (value === null) return ''
  const text = String(value)
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line of RFC 4180 CSV, with its end. A text that begins like a formula gets an apostrophe before it, so that it stays a text. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}
