import { idOf } from './markdown.ts'
import type { Page } from './pages.ts'

/** A part of a page under one heading, or an operation of the reference: what search finds. */
export type Section = {
  readonly id: string
  readonly url: string
  readonly page: string
  readonly title: string
  readonly text: string
}

/** A part longer than this is cut in the index; what it is about stands at its beginning. */
const MAX_TEXT = 2_000

function plain(markdown: string): string {
  return markdown
    .replace(/```svg[\s\S]*?```/g, ' ')
    .replace(/^```\w*$/gm, ' ')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/[`*|#>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT)
}

function sectionsOfPage({ name, title, markdown }: Page): Section[] {
  const [intro = '', ...parts] = markdown.split(/^(?=#{2,3} )/m)
  const first = { id: name, url: `/docs/${name}`, page: title, title, text: plain(intro.replace(/^# .*$/m, '')) }
  const others = parts.map((part) => {
    const heading = /^#{2,3} (.*)$/m.exec(part)?.[1] ?? ''
    const id = idOf(heading)
    return {
      id: `${name}#${id}`,
      url: `/docs/${name}#${id}`,
      page: title,
      title: heading.replace(/`/g, ''),
      text: plain(part.replace(/^#{2,3} .*$/m, '')),
    }
  })
  return [first, ...others]
}

type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
}

/** The part of the OpenAPI document that search reads. */
export type Searchable = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

function sectionsOfReference({ paths }: Searchable): Section[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, description, tags }]) => {
      const call = `${method.toUpperCase()} ${path}`
      const tag = (tags[0] ?? '').toLowerCase()
      return {
        id: operationId,
        url: `/docs/reference#tag/${tag}/${method.toUpperCase()}${path}`,
        page: 'HTTP reference',
        title: summary,
        text: plain(`${call} ${operationId} ${description}`),
      }
    }),
  )
}

/** Everything that search can find, guides first. */
export function sectionsOf(pages: ReadonlyMap<string, Page>, document: Searchable): Section[] {
  return [...[...pages.values()].flatMap(sectionsOfPage), ...sectionsOfReference(document)]
}
