import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Set in the project `spec`: exchanges are validated against the specifications in ../shared. */
    readonly validatesWire?: boolean
  }
}

/** Levers of the sandbox, in no supplier's protocol. */
const LEVER = '/alterations'

/** A request as it is on the wire. `path` is below the supplier's base URL; header names are in lower case; `body` is its text. */
export type WireRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An exchange that arrived whole on both sides. */
export type WireExchange = {
  readonly supplierCode: string
  /** `METHOD /path/{template}`, as the supplier's specification names it. */
  readonly operation: string
  readonly request: WireRequest
  readonly status: number
  /** Null without a body, undefined for a body that is not JSON. */
  readonly answer: unknown
}

type WatchedWire = {
  /** By supplier code. */
  readonly baseUrls: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

type Watch = {
  /** In the project `spec`, every violation of a specification is added. */
  readonly wrong: string[]
  /** Receives every exchange whose answer is JSON or empty. */
  readonly observe?: (exchange: WireExchange) => void
}

/** Paths with variable parts that the adapters call. */
const TEMPLATES = [
  '/v3/properties/{property_id}/rooms/{room_id}/rates/{rate_id}',
  '/v3/itineraries/{itinerary_id}',
  '/v3/itineraries/{itinerary_id}/rooms/{room_id}',
  '/bookings/{bookingId}',
].map((template) => ({ template, pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`) }))

function templateOf(path: string): string {
  return TEMPLATES.find(({ pattern }) => pattern.test(path))?.template ?? path
}

/**
 * A proxy between adapters and suppliers that shows each exchange as it is on the wire: headers, query, body, status, answer. It changes
 * nothing, neither a cut nor a silence. The project `spec` validates both sides of each exchange as well.
 */
export async function startWatchedWire(
  targets: Readonly<Record<string, string>>,
  { wrong, observe = () => undefined }: Watch,
): Promise<WatchedWire> {
  // Imported only there: a static import would make every test that watches the wire need ../shared.
  const judge = inject('validatesWire') ? (await import('../spec/wire-judge.ts')).exchangeFaults : () => []

  function watch(supplierCode: string, request: WireRequest, { status, bytes }: Answered): void {
    const operation = `${request.method} ${templateOf(request.path)}`
    const exchange = { supplierCode, operation, request, status, answer: readJson(bytes) }
    wrong.push(...judge(exchange))
    if (exchange.answer !== undefined) observe(exchange)
  }

  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'http://proxy')
    const [, code = '', ...rest] = url.pathname.split('/')
    const path = `/${rest.join('/')}`
    forward(`${targets[code]}${path}${url.search}`, { incoming, response }, (body, answered) => {
      if (path === LEVER) return
      try {
        watch(code, requestOf(incoming, { path, query: url.searchParams, body }), answered)
      } catch (error) {
        wrong.push(`${code} ${path} could not be watched: ${String(error)}`)
      }
    })
  })
  // It shares the event loop with tests that keep it for seconds: its own connections must not be past their time then.
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrls: Object.fromEntries(Object.keys(targets).map((code) => [code, `http://127.0.0.1:${port}/${code}`])),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Answered = { readonly status: number; readonly bytes: Buffer }
type Pair = { readonly incoming: IncomingMessage; readonly response: ServerResponse }

/** Sends a request on, and its answer back as it comes; `whole` is called before the last byte is sent. */
function forward(
  target: string,
  { incoming, response }: Pair,
  whole: (body: string, answered: Answered) => void,
): void {
  const upstream = send(target, { method: incoming.method, headers: incoming.headers, agent: false })
  const sent = buffer(incoming).then((bytes) => {
    upstream.end(bytes)
    return bytes.toString('utf8')
  })
  sent.catch(() => upstream.destroy())
  response.once('close', () => upstream.destroy())
  upstream.once('error', () => response.socket?.resetAndDestroy())
  upstream.once('response', (answer) => {
    const chunks: Buffer[] = []
    response.writeHead(answer.statusCode ?? 0, answer.rawHeaders)
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      response.write(chunk)
    })
    answer.once('error', () => response.destroy())
    answer.once('end', () => {
      sent.then(
        (body) => {
          whole(body, { status: answer.statusCode ?? 0, bytes: unpacked(answer, Buffer.concat(chunks)) })
          response.end()
        },
        () => response.destroy(),
      )
    })
  })
}

function unpacked({ headers }: IncomingMessage, bytes: Buffer): Buffer {
  if (headers['content-encoding'] !== 'gzip' || bytes.length === 0) return bytes
  try {
    return gunzipSync(bytes)
  } catch {
    return Buffer.from('not packed')
  }
}

/** No answer of a supplier is as large; no client reads it. */
const READABLE_BYTES = 32 * 1024 * 1024

/** Undefined: nothing that a client could read. */
function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return null
  if (bytes.length > READABLE_BYTES) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

function requestOf(
  { method = 'GET', headers }: IncomingMessage,
  rest: Pick<WireRequest, 'path' | 'query' | 'body'>,
): WireRequest {
  return {
    method,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')])),
    ...rest,
  }
}
