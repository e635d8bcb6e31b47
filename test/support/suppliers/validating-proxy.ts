import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { type Specification, specificationOf, type WireRequest } from './specification.ts'

/** Where each supplier's specification is. */
const SPECIFICATIONS: Readonly<Record<string, readonly string[]>> = {
  expedia_rapid: ['expedia-rapid/openapi.json'],
  hotelbeds: ['hotelbeds/openapi.derived.json'],
  ratehawk: ['ratehawk/openapi.derived.json'],
  liteapi: ['liteapi/search.openapi.json', 'liteapi/booking.openapi.json'],
}

/** Answers that a supplier documents in prose, and its specification does not list. */
const UNLISTED: Readonly<Record<string, readonly number[]>> = { liteapi: [401, 429, 500] }

/** Levers of the sandbox, in no supplier's protocol. */
const LEVER = '/alterations'

/** An exchange that arrived whole on both sides. */
export type WireExchange = {
  readonly supplierCode: string
  /** `METHOD /path/{template}`, as the specification names it. */
  readonly operation: string
  readonly request: WireRequest
  readonly status: number
  /** Null without a body. */
  readonly answer: unknown
}

export type ValidatingProxy = {
  /** By supplier code. */
  readonly baseUrls: Readonly<Record<string, string>>
  /** How many exchanges were checked. */
  readonly checked: () => number
  readonly close: () => Promise<void>
}

type Watch = {
  /** Everything that breaks a specification is added: `request` for ours, `answer` for the supplier's. */
  readonly wrong: string[]
  readonly observe?: (exchange: WireExchange) => void
}

/**
 * Stands between adapters and suppliers, and holds each exchange against the supplier's specification as it is on the wire: headers,
 * query, body, status, answer. It changes nothing, neither a cut nor a silence.
 */
export async function startValidatingProxy(
  targets: Readonly<Record<string, string>>,
  { wrong, observe = () => undefined }: Watch,
): Promise<ValidatingProxy> {
  let count = 0
  const specifications = new Map<string, Specification>()
  function specificationFor(code: string): Specification {
    const known = specifications.get(code) ?? specificationOf(SPECIFICATIONS[code] ?? [])
    specifications.set(code, known)
    return known
  }

  function judge(supplierCode: string, request: WireRequest, { status, bytes }: Answered): void {
    const specification = specificationFor(supplierCode)
    const { method, path } = request
    function said(side: 'request' | 'answer', faults: readonly string[]): void {
      for (const fault of faults) wrong.push(`${side} ${supplierCode} ${method} ${path}: ${fault}`)
    }
    count += 1
    said('request', specification.requestFaults(request))
    const answer = readJson(bytes)
    // What is no JSON at all is a fault that was asked for; what an adapter makes of it is judged elsewhere.
    if (answer === undefined) return
    if (!UNLISTED[supplierCode]?.includes(status)) said('answer', specification.answerFaults(request, status, answer))
    const operation = specification.operationOf(method, path) ?? `${method} ${path}`
    observe({ supplierCode, operation, request, status, answer })
  }

  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'http://proxy')
    const [, code = '', ...rest] = url.pathname.split('/')
    const path = `/${rest.join('/')}`
    forward(`${targets[code]}${path}${url.search}`, { incoming, response }, (body, answered) => {
      if (path === LEVER) return
      try {
        judge(code, requestOf(incoming, { path, query: url.searchParams, body }), answered)
      } catch (error) {
        wrong.push(`${code} ${path} could not be judged: ${String(error)}`)
      }
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrls: Object.fromEntries(Object.keys(targets).map((code) => [code, `http://127.0.0.1:${port}/${code}`])),
    checked: () => count,
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
