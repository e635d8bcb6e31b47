import type { Rows } from './command.ts'

const GAP = '  '

/**
 * Rows for people: a table, or a block of `name: value` lines for each row where the lines of a table would be longer than `width`
 * characters, because a terminal breaks them and nobody can read that. One row is always a block.
 */
export function printed(rows: Rows, width: number): string {
  if (rows.length === 0) return 'none'
  const table = rows.length === 1 ? null : tableOf(rows)
  return table && table.every((line) => line.length <= width) ? table.join('\n') : rows.map(block).join('\n\n')
}

function block(row: Rows[number]): string {
  return Object.entries(row)
    .map(([name, value]) => `${name}: ${show(value)}`)
    .join('\n')
}

export function tableOf(rows: Rows): readonly string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [names, ...rows.map((row) => names.map((name) => show(row[name])))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  )
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return visible(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Suppliers and guests have written parts of it: what moves a cursor, or turns the direction of writing, is spelled out. */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, (sign) =>
    sign === '\n' ? '\\n' : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
