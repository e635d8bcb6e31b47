import type { Comment } from './comments.ts'
import type { MeasuredFunction } from './functions.ts'
import type { FolderMeasure, Measure, Spread } from './measure.ts'

type Row = readonly string[]

const FOLDER_HEAD: Row = [
  'folder',
  'files',
  'lines',
  'file median / p90 / max',
  'functions',
  'function median / p95 / max',
  'over 3 parameters',
  'complexity over 15',
  '`as`',
]

function spread({ median, high, max }: Spread): string {
  return `${median} / ${high} / ${max}`
}

function folderRow(one: FolderMeasure): Row {
  const { folder, files, lines, fileLines, functions, functionLines, manyParameters, complex, casts } = one
  const counts = [manyParameters, complex, casts].map(String)
  return [folder, `${files}`, `${lines}`, spread(fileLines), `${functions}`, spread(functionLines), ...counts]
}

function place({ path, line, name }: MeasuredFunction): string {
  return `${name} (${path}:${line})`
}

type Section = { readonly title: string; readonly head: Row; readonly rows: readonly Row[] }

function sectionsOf(found: Measure): Section[] {
  function circles(title: string, list: Measure['circles']): Section {
    return {
      title: `${title}: ${list.length}`,
      head: ['files', 'which'],
      rows: list.map((circle) => [String(circle.length), circle.join(', ')]),
    }
  }
  return [
    { title: 'By folder', head: FOLDER_HEAD, rows: found.folders.map(folderRow) },
    {
      title: 'Longest files',
      head: ['lines', 'file'],
      rows: found.longestFiles.map(({ path, lines }) => [String(lines), path]),
    },
    {
      title: 'Longest functions',
      head: ['lines', 'function'],
      rows: found.longestFunctions.map((one) => [String(one.lines), place(one)]),
    },
    {
      title: `Functions with more than 3 parameters: ${found.manyParameters.length}`,
      head: ['parameters', 'function'],
      rows: found.manyParameters.map((one) => [String(one.parameters), place(one)]),
    },
    {
      title: `Cognitive complexity over 15: ${found.complex.length}`,
      head: ['complexity', 'function'],
      rows: found.complex.map((one) => [String(one.complexity), place(one)]),
    },
    circles('Import circles by value', found.valueCircles),
    circles('Import circles by value or type', found.circles),
    {
      title: `Exports used in no other file: ${found.exportsUsedNowhere.length} of ${found.exports}`,
      head: ['export'],
      rows: found.exportsUsedNowhere.map(({ path, line, name }) => [`${name} (${path}:${line})`]),
    },
  ]
}

/** For a terminal: columns padded with blanks. */
export function toText(found: Measure): string {
  return sectionsOf(found)
    .map(({ title, head, rows }) => `${title}\n${rows.length === 0 ? '  none' : columns([head, ...rows])}`)
    .join('\n\n')
}

function columns(rows: readonly Row[]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  return rows
    .map((row) => `  ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd())
    .join('\n')
}

export type Dated = { readonly commit: string; readonly found: Measure }

/** A page with the figures of two commits: the folders of both, then the totals side by side, then the later one's lists. */
export function toMarkdown(before: Dated, now: Dated): string {
  const lists = sectionsOf(now.found)
    .filter(({ title }) => title !== 'By folder' && !title.startsWith('Exports'))
    .map(({ title, head, rows }) => `## ${title}\n\n${rows.length === 0 ? 'None.' : table(head, rows)}`)
  return `${[
    '# Measure',
    'What `npm run measure` finds, at two commits. `npm run measure -- --markdown` writes this page; nothing checks that it is of\ntoday. Functions are those with a name; a callback counts as lines of the function around it.',
    '## Totals of src/',
    table(['', before.commit, now.commit], totals(before.found, now.found)),
    `## By folder at ${now.commit}`,
    table(FOLDER_HEAD, now.found.folders.map(folderRow)),
    `## By folder at ${before.commit}`,
    table(FOLDER_HEAD, before.found.folders.map(folderRow)),
    ...lists,
  ].join('\n\n')}\n`
}

function totals(before: Measure, now: Measure): Row[] {
  function ofSrc({ folders }: Measure): FolderMeasure | undefined {
    return folders.find(({ folder }) => folder === 'src')
  }
  function row(label: string, read: (found: Measure) => string | number | undefined): Row {
    return [label, String(read(before) ?? '–'), String(read(now) ?? '–')]
  }
  return [
    row('files', (found) => ofSrc(found)?.files),
    row('lines', (found) => ofSrc(found)?.lines),
    row('longest function, lines', (found) => ofSrc(found)?.functionLines.max),
    row('functions with more than 3 parameters', (found) => found.manyParameters.length),
    row('functions of complexity over 15', (found) => found.complex.length),
    row('`as`, but for `as const`', (found) => ofSrc(found)?.casts),
    row('import circles by value', (found) => found.valueCircles.length),
    row('import circles by value or type', (found) => found.circles.length),
    row('exports used in no other file', (found) => `${found.exportsUsedNowhere.length} of ${found.exports}`),
  ]
}

function table(head: Row, rows: readonly Row[]): string {
  function line(cells: Row): string {
    return `| ${cells.join(' | ')} |`
  }
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A comment with its place above it and the code that follows below it. */
export function commentText({ path, line, text, code }: Comment): string {
  return [`${path}:${line}`, ...[...text.split('\n'), ...code].map((one) => `    ${one.trimEnd()}`)].join('\n')
}
