import { readFileSync } from 'node:fs'

const FOLDER = new URL('../tables/', import.meta.url)

export type Section = {
  /** The words in the brackets above the lines. */
  readonly head: readonly string[]
  /** What follows the brackets, split at commas. */
  readonly after: readonly string[]
  readonly lines: readonly { readonly name: string; readonly aliases: readonly string[] }[]
}

/** A table of `[head] after` sections with lines of `name = alias, alias`; `#` begins a comment. */
export function readSections(file: string): readonly Section[] {
  const sections: { head: string[]; after: string[]; lines: Section['lines'][number][] }[] = []
  for (const line of linesOf(file)) {
    const [, head, after = ''] = line.match(/^\[([^\]]+)\]\s*(.*)$/) ?? []
    if (head !== undefined) sections.push({ head: head.split(' '), after: itemsOf(after), lines: [] })
    else {
      const [name = '', aliases = ''] = line.split(' = ')
      sections.at(-1)?.lines.push({ name: name.trim(), aliases: itemsOf(aliases) })
    }
  }
  return sections
}

/** The lines of a table that are neither empty nor comments. */
export function linesOf(file: string): readonly string[] {
  return readFileSync(new URL(file, FOLDER), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
}

function itemsOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
