import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../domain/errors.ts'
import { sendProblem } from './respond.ts'

/** The limits on the connections of one process; operators set them. */
export type ServerLimits = {
  readonly maxConnections: number
  readonly maxStreamsPerOrganization: number
  /** The time until the last header of a request must have arrived. */
  readonly headersTimeoutMs: number
  /** The time until the last byte of a request must have arrived. It does not limit the answer, which may be an event stream. */
  readonly requestTimeoutMs: number
  /** How long an idle connection stays open for the next request. */
  readonly keepAliveTimeoutMs: number
  /** Addresses and networks whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
}

/** The limit on request line and headers together. Beyond it the answer is 431, or 414 when the URL is too long. */
const MAX_HEADER_BYTES = 16 * 1024
/** Node silently drops headers above its own limit, so ours is lower: we must still see them all to answer 431. */
const MAX_HEADERS = 100
/** Common proxies and browsers accept URLs of this length too. */
export const MAX_URL_LENGTH = 8 * 1024
/** The longest interval between checks for requests that exceed their time. */
const MAX_CHECKING_MS = 5_000

/** No route has a JSON schema: zod checks what it takes. Without these Fastify loads Ajv and fast-json-stringify, a hundred modules. */
const NO_SCHEMAS = { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } }

function refuseSchema(): never {
  throw new Error('routes have no JSON schemas')
}

/** The options for Fastify; those in `http` go to Node's own server. */
export function serverOptions(limits: ServerLimits) {
  return {
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    schemaController: NO_SCHEMAS,
    trustProxy: limits.trustedProxies.length > 0 ? [...limits.trustedProxies] : false,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(MAX_CHECKING_MS, Math.ceil(limits.headersTimeoutMs / 4)),
    },
  }
}

/** Refuses requests with too many headers or an extremely long URL. */
export function boundRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.rawHeaders.length > MAX_HEADERS * 2)
      return void sendProblem(
        reply,
        request.id,
        problem('REQUEST_HEADERS_TOO_LARGE', `a request may have ${MAX_HEADERS} headers`),
      )
    if (request.url.length > MAX_URL_LENGTH) return void sendProblem(reply, request.id, problem('URI_TOO_LONG'))
    done()
  })
}

function isHealth({ url }: FastifyRequest): boolean {
  return url.startsWith('/health/')
}

/**
 * Answers 503 on connections above `maxConnections` and closes them, so that the client learns the reason. Far above it,
 * connections are closed unread. Health checks are always answered.
 */
export function boundConnections(app: FastifyInstance, maxConnections: number): void {
  const tooMany = new WeakSet<Socket>()
  let open = 0
  app.server.maxConnections = maxConnections + Math.max(16, Math.ceil(maxConnections / 10))
  app.server.on('connection', (socket: Socket) => {
    open += 1
    if (open > maxConnections) tooMany.add(socket)
    socket.once('close', () => {
      open -= 1
    })
  })
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    if (!tooMany.has(request.raw.socket) || isHealth(request)) return done()
    reply.header('connection', 'close')
    sendProblem(reply, request.id, problem('SERVICE_UNAVAILABLE', 'this process has too many open connections'))
  })
}
