import type { ReportRow } from './documents.ts'

/** A figure of a row; null: the row does not have it. */
export function figureOf(row: ReportRow, name: string): number | null {
  const value = row[name]
  return typeof value === 'number' ? value : null
}

/** `12.5 %` */
export function percentText(part: number | null | undefined, whole: number | null | undefined): string {
  if (part == null || whole == null || whole === 0) return '–'
  return `${((100 * part) / whole).toFixed(1)} %`
}

export function wordOf(row: ReportRow, name: string): string | null {
  const value = row[name]
  return typeof value === 'string' ? value : null
}
