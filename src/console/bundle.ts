import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Packed, pack, sendPacked } from '../http/site/packed.ts'

/** What `npm run build:web` makes, and `npm ci` with it. */
export const BUNDLE = join(import.meta.dirname, '../../web/dist')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
}

/** Only the bundle's own scripts run, and no page of another origin shows it in a frame. */
const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
}

/** Names of assets have a hash of what is in them. */
const FOREVER = 'public, max-age=31536000, immutable'

/** What the server writes into the page. */
type Written = {
  /** A page of a deep link looks for its assets below its base, not beside itself; what is built says `/console/`. */
  readonly base: string
  /** How people sign in; what is built says `link`. */
  readonly ways: readonly string[]
}

function written(page: string, { base, ways }: Written): string {
  return page
    .replace('<base href="/console/"', `<base href="${base}/"`)
    .replace('<meta name="sign-in-ways" content="link"', `<meta name="sign-in-ways" content="${ways.join(' ')}"`)
}

const NOT_BUILT = `<!doctype html><html lang="en"><head><title>Not built</title></head><body><h1>The pages are not built</h1>
<p>This gateway was installed without its development packages. Where it is built, <code>npm run build:web</code> makes them.</p></body></html>`

/** The files of the console and the portal, each read and compressed when it is first asked for. */
export function createBundle(facts: Written, folder = BUNDLE) {
  let names: Promise<ReadonlySet<string>> | null = null
  const packed = new Map<string, Promise<Packed>>()

  async function listNames(): Promise<ReadonlySet<string>> {
    const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    const paths = files
      .filter((file) => file.isFile())
      .map((file) => relative(folder, join(file.parentPath, file.name)))
    return new Set(paths.map((path) => path.split(sep).join('/')))
  }

  async function read(name: string): Promise<Packed> {
    const text = await readFile(join(folder, name), 'utf8')
    return pack(name === 'index.html' ? written(text, facts) : text)
  }

  /** `path` is what stands behind `base`. What is no asset is a page of the application, which finds its screen itself. */
  return async (request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> => {
    names ??= listNames()
    const known = await names
    if (path.startsWith('assets/') && !known.has(path)) return reply.code(404).type('text/plain').send('No such file')
    const name = known.has(path) ? path : 'index.html'
    reply.header('content-type', TYPES[extname(name)] ?? 'application/octet-stream')
    if (name === 'index.html') reply.headers(PAGE_HEADERS)
    if (!known.has(name)) {
      names = null
      return reply.code(503).header('content-type', 'text/html; charset=utf-8').send(NOT_BUILT)
    }
    const file = packed.get(name) ?? read(name)
    packed.set(name, file)
    const cached = name.startsWith('assets/') ? FOREVER : 'no-cache'
    return sendPacked(request, reply.header('cache-control', cached), await file)
  }
}
