import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const GUIDES = join(import.meta.dirname, '..', '..', '..', 'docs', 'guides')

/** A page of the documentation: its markdown, which begins with `# Title`, and a paragraph that says what it is for. */
export type Page = {
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly markdown: string
}

/** The guides by group, in the order in which somebody who is new reads them. Each is a file of docs/guides. */
export const GROUPS = [
  { title: 'Start here', pages: ['quick-start', 'authentication', 'sandbox', 'client'] },
  { title: 'Search and rooms', pages: ['search', 'hotel-content', 'streams', 'prices-and-terms'] },
  { title: 'Bookings', pages: ['booking-life', 'holds', 'cancelling'] },
  { title: 'Webhooks and events', pages: ['webhooks'] },
  { title: 'Rules', pages: ['errors', 'limits', 'versions', 'graphql', 'other-languages'] },
  { title: 'News', pages: ['changelog'] },
] as const

function pageOf(name: string): Page {
  const markdown = readFileSync(join(GUIDES, `${name}.md`), 'utf8')
  const [, title = name, summary = ''] = /^# (.+)\n+([^\n]+(?:\n[^\n]+)*)/.exec(markdown) ?? []
  return { name, title, summary: summary.replace(/\n/g, ' '), markdown }
}

export function readPages(): ReadonlyMap<string, Page> {
  return new Map(GROUPS.flatMap(({ pages }) => pages.map((name) => [name, pageOf(name)])))
}
