import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '../../operations/caller.ts'
import type { HttpContext } from '../context.ts'
import { pageHeaders } from '../security-headers.ts'
import { atomFeed } from './feed.ts'
import { frontDoor } from './front-door.ts'
import { Html } from './html.ts'
import { shell } from './layout.ts'
import { llmsFullText, llmsText } from './llms.ts'
import { drawMachine, machineTable } from './machine.ts'
import { renderMarkdown } from './markdown.ts'
import { type Page, readPages } from './pages.ts'
import { referenceHeaders, referencePage, referenceScript, startScript } from './reference.ts'
import { searchScript } from './search-script.ts'
import { type Searchable, sectionsOf } from './sections.ts'

/** Only the site's own scripts and styles run. */
const PAGE_HEADERS = pageHeaders("script-src 'self'; img-src 'self'", "'self'")

/** Pages and their assets change only with the process: browsers may keep them for a while, and ask by their tag then. */
const CACHE = 'public, max-age=300'

type Asset = {
  readonly type: string
  readonly read: () => string | Promise<string>
  /** What this request gets instead, and may not keep; null: what all get. */
  readonly readFor?: (request: FastifyRequest) => string | null
}

function assetFile(name: string): () => string {
  return () => readFileSync(join(import.meta.dirname, 'assets', name), 'utf8')
}

/** The GraphQL schema as it is committed, which `npm run check` compares with the code. */
function schemaFile(): string {
  return readFileSync(join(import.meta.dirname, '..', '..', '..', 'schema.graphql'), 'utf8')
}

/** A text that is made once, when it is first asked for, with its compressed forms; what failed is made again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

type Forms = { readonly tag: string; readonly plain: Buffer; readonly br: Buffer; readonly gzip: Buffer }

async function formsOf(text: string): Promise<Forms> {
  const plain = Buffer.from(text)
  const [br, zipped] = await Promise.all([
    toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    toGzip(plain),
  ])
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { tag, plain, br, gzip: zipped }
}

/** Sends the form that the client accepts. These texts hold nothing secret, so compressing them tells nothing. */
function sendForms(request: FastifyRequest, reply: FastifyReply, forms: Forms): FastifyReply {
  reply.header('vary', 'accept-encoding').header('etag', forms.tag)
  if (request.headers['if-none-match']?.includes(forms.tag)) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  if (isAccepted('br', accepted)) return reply.header('content-encoding', 'br').send(forms.br)
  if (isAccepted('gzip', accepted)) return reply.header('content-encoding', 'gzip').send(forms.gzip)
  return reply.send(forms.plain)
}

/** True when the encoding is named, other than with a weight of 0. */
function isAccepted(encoding: string, accepted: string): boolean {
  return accepted.split(',').some((one) => one.split(';')[0]?.trim() === encoding && !/;\s*q=0(\.0*)?\s*$/.test(one))
}

/** Where the service is reached, as the request says; it is only printed into links. */
function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${/^[\w.:[\]-]{1,255}$/.test(host) ? host : 'localhost'}`
}

/**
 * The documentation: a front door at `/`, guides at `/docs/…`, the reference, search, feed and texts for language models. It needs no
 * key and shows no data of any tenant.
 */
export function addSite(app: FastifyInstance, context: HttpContext, document: Searchable): void {
  const pages = readPages()
  const { environment, shownKey } = context

  function serve(path: string, { type, read, readFor }: Asset, headers: Readonly<Record<string, string>> = {}): void {
    const forms = once(async () => formsOf(await read()))
    app.get(path, async (request, reply) => {
      reply.header('content-type', `${type}; charset=utf-8`).headers(headers)
      const own = readFor?.(request) ?? null
      // `no-store` is what every answer has that says nothing else.
      if (own !== null) return reply.send(own)
      return sendForms(request, reply.header('cache-control', CACHE), await forms())
    })
  }

  /** A page that fills in the key for a browser of this machine, which must not keep it. */
  function serveWithKey(path: string, write: (key: string | null) => string, headers = PAGE_HEADERS): void {
    function readFor({ headers: sent }: FastifyRequest): string | null {
      const key = shownKey(sent)
      return key === null ? null : write(key)
    }
    serve(path, { type: 'text/html', read: () => write(null), readFor }, headers)
  }

  serveWithKey('/', (key) => frontDoor(pages, { environment, key }))
  for (const page of pages.values()) {
    serve(`/docs/${page.name}`, { type: 'text/html', read: () => guide(pages, page, environment) }, PAGE_HEADERS)
    serve(`/docs/${page.name}.md`, { type: 'text/markdown', read: () => page.markdown })
  }
  app.get('/docs', (_request, reply) => reply.redirect('/docs/quick-start'))
  app.get('/docs/', (_request, reply) => reply.redirect('/docs/quick-start'))
  serveWithKey('/docs/reference', referencePage, referenceHeaders())
  serve('/docs/assets/reference-start.js', { type: 'text/javascript', read: () => startScript(environment) })
  serve('/docs/assets/reference.js', { type: 'text/javascript', read: referenceScript })
  serve('/docs/assets/search.js', { type: 'text/javascript', read: searchScript })
  serve('/docs/assets/site.css', { type: 'text/css', read: assetFile('site.css') })
  serve('/docs/assets/icon.svg', { type: 'image/svg+xml', read: assetFile('icon.svg') })
  serve('/docs/assets/site.js', { type: 'text/javascript', read: assetFile('site.js') })
  serve('/docs/assets/sections.json', {
    type: 'application/json',
    read: () => JSON.stringify(sectionsOf(pages, document)),
  })
  serve('/schema.graphql', { type: 'text/plain', read: schemaFile })
  serve('/llms.txt', { type: 'text/plain', read: () => llmsText(pages) })
  serve('/llms-full.txt', { type: 'text/plain', read: () => llmsFullText(pages) })
  app.get('/docs/changelog.xml', (request, reply) => {
    const changelog = pages.get('changelog')
    reply.header('content-type', 'application/atom+xml; charset=utf-8')
    return reply.send(changelog ? atomFeed(changelog, originOf(request)) : '')
  })
}

/** The place in a guide at which the booking machine is drawn. */
const MACHINE = '<!-- machine -->'

function guide(pages: ReadonlyMap<string, Page>, page: Page, environment: Environment): string {
  const { name, title, summary, markdown } = page
  const { body, headings } = renderMarkdown(markdown)
  const content = new Html(body.text.replace(MACHINE, () => drawMachine().text + machineTable().text))
  return shell(pages, { title, summary, current: name, environment, content, headings })
}
