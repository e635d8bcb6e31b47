import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HttpContext } from '../context.ts'
import { pageHeaders } from '../security-headers.ts'
import { atomFeed } from './feed.ts'
import { frontDoor } from './front-door.ts'
import { guidePage } from './guide.ts'
import { llmsFullText, llmsText } from './llms.ts'
import { readPages } from './pages.ts'
import { referenceHeaders, referencePage, startScript } from './reference.ts'
import { referenceScript } from './reference-script.ts'
import { searchScript } from './search-script.ts'
import { type Searchable, sectionsOf } from './sections.ts'
import { type Document, getOnly, serve } from './serve.ts'
import { styleSheet } from './styles.ts'

/** Only the site's own scripts and styles run. */
const PAGE_HEADERS = pageHeaders("script-src 'self'; img-src 'self'", "'self'")

function assetFile(name: string): () => string {
  return () => readFileSync(join(import.meta.dirname, 'assets', name), 'utf8')
}

/** The GraphQL schema as it is committed, which `npm run check` compares with the code. */
function schemaFile(): string {
  return readFileSync(join(import.meta.dirname, '..', '..', '..', 'schema.graphql'), 'utf8')
}

/** A page that fills in the key for a browser of this machine, which must not keep it. */
function pageWithKey(
  { shownKey }: Pick<HttpContext, 'shownKey'>,
  write: (key: string | null) => string,
  headers = PAGE_HEADERS,
): Document {
  function readFor({ headers: sent }: FastifyRequest): string | null {
    const key = shownKey(sent)
    return key === null ? null : write(key)
  }
  return { type: 'text/html', read: () => write(null), readFor, headers }
}

/**
 * The documentation: a front door at `/`, guides at `/docs/…`, the reference, search, feed and texts for language models. It needs no
 * key and shows no data of any tenant.
 */
export function addSite(app: FastifyInstance, context: HttpContext, document: () => Promise<Searchable>): void {
  const pages = readPages()
  const { environment } = context

  serve(
    app,
    '/',
    pageWithKey(context, (key) => frontDoor(pages, { environment, key })),
  )
  for (const page of pages.values()) {
    serve(app, `/docs/${page.name}`, {
      type: 'text/html',
      read: () => guidePage(pages, page, environment),
      headers: PAGE_HEADERS,
    })
    serve(app, `/docs/${page.name}.md`, { type: 'text/markdown', read: () => page.markdown })
  }
  for (const path of ['/docs', '/docs/']) getOnly(app, path, (_request, reply) => reply.redirect('/docs/quick-start'))
  serve(app, '/docs/reference', pageWithKey(context, referencePage, referenceHeaders()))
  addScripts(app, context)
  serve(app, '/docs/assets/site.css', { type: 'text/css', read: styleSheet })
  serve(app, '/docs/assets/icon.svg', { type: 'image/svg+xml', read: assetFile('icon.svg') })
  serve(app, '/docs/assets/sections.json', {
    type: 'application/json',
    read: async () => JSON.stringify(sectionsOf(pages, await document())),
  })
  serve(app, '/schema.graphql', { type: 'text/plain', read: schemaFile })
  serve(app, '/llms.txt', { type: 'text/plain', read: () => llmsText(pages) })
  serve(app, '/llms-full.txt', { type: 'text/plain', read: () => llmsFullText(pages) })
  serve(app, '/docs/changelog.xml', { type: 'application/atom+xml', read: () => atomFeed(pages) })
}

function addScripts(app: FastifyInstance, { environment }: Pick<HttpContext, 'environment'>): void {
  const scripts: Readonly<Record<string, Document['read']>> = {
    'reference-start.js': () => startScript(environment),
    'reference.js': referenceScript,
    'search.js': searchScript,
    'site.js': assetFile('site.js'),
  }
  for (const [name, read] of Object.entries(scripts))
    serve(app, `/docs/assets/${name}`, { type: 'text/javascript', read })
}
