import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../domain/errors.ts'
import { sendProblem } from './respond.ts'

/** What bounds one process' connections; settings of the operator. */
export type ServerLimits = {
  readonly maxConnections: number
  readonly maxStreamsPerOrganization: number
  /** Until the last header of a request has arrived. */
  readonly headersTimeoutMs: number
  /** Until the last byte of a request has arrived; an answer, an event stream included, may take as long as it likes. */
  readonly requestTimeoutMs: number
  /** How long an idle connection is kept for the next request. */
  readonly keepAliveTimeoutMs: number
  /** Addresses and networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
}

/** Request line and headers together; what is longer is a 431, or a 414 when it is the address. */
const MAX_HEADER_BYTES = 16 * 1024
/** Node silently drops headers above its own limit, so ours is lower: we must still see them all to answer 431. */
const MAX_HEADERS = 100
/** What proxies and browsers take too. */
export const MAX_URL_LENGTH = 8 * 1024
/** Late requests are looked for this often. */
const MAX_CHECKING_MS = 5_000

/** For Fastify; `http` goes to Node's own server. */
export function serverOptions(limits: ServerLimits) {
  return {
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    trustProxy: limits.trustedProxies.length > 0 ? [...limits.trustedProxies] : false,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(MAX_CHECKING_MS, Math.ceil(limits.headersTimeoutMs / 4)),
    },
  }
}

/** Too many headers and absurd addresses. */
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
 * Connections above `maxConnections` are answered 503 and closed, so that a client learns why; far above it they are cut
 * off unread. Health is always told.
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
