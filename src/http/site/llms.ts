import { TITLE } from './layout.ts'
import { GROUPS, type Page } from './pages.ts'

/** The documentation as one list of links, for language models (llmstxt.org). */
export function llmsText(pages: ReadonlyMap<string, Page>): string {
  const groups = GROUPS.map(({ title, pages: names }) => {
    const lines = names.flatMap((name) => {
      const page = pages.get(name)
      return page ? [`- [${page.title}](/docs/${name}.md): ${page.summary}`] : []
    })
    return `## ${title}\n\n${lines.join('\n')}`
  })
  return `# ${TITLE}

> One API over many hotel suppliers: search, room streams, prebook, book, hold, cancel, signed webhooks; over HTTP/JSON and GraphQL.

Everything in one file: [llms-full.txt](/llms-full.txt).

${groups.join('\n\n')}

## Reference

- [openapi.json](/openapi.json): every operation, field, error and webhook of the HTTP facade, described (OpenAPI 3.1)
- [schema.graphql](/schema.graphql): the GraphQL schema, described
`
}

/** All guides in one text. */
export function llmsFullText(pages: ReadonlyMap<string, Page>): string {
  return [...pages.values()]
    .map(({ markdown }) => markdown.replace(/```svg[\s\S]*?```\n?/g, '').trim())
    .join('\n\n---\n\n')
}
