import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FairShare } from '../platform/fair-share.ts'
import type { Logger } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import { type OpenSpan, onTrace, type RequestTrace, type Tracing } from '../platform/request-trace.ts'
import { createSideField } from '../platform/side-field.ts'
import { laterTurnFor, ownerOf } from './own-turn.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of a route, as metrics and traces name it. */
    readonly operation?: string
    /** True for a route that changes something: it is logged at `info`, not only at `debug`. */
    readonly changes?: boolean
  }
}

/** Paths for operators and documentation; requests for them are not traced. */
const OPERATORS = /^\/(health|metrics|docs|openapi)/

function facadeOf(route: string): string {
  return route.startsWith('/graphql') ? 'graphql' : 'http'
}

function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'unknown'
}

type Seen = { readonly trail: RequestTrace; readonly startedAt: number }

const seen = createSideField<Seen>()

/** When the first line of a request was read, on the clock of `performance.now()`. */
export function arrivedAt(request: FastifyRequest): number {
  return seen.get(request)?.startedAt ?? performance.now()
}

type Observers = {
  readonly metrics: Pick<Metrics, 'observeRequest'>
  readonly log: Logger
  readonly fairShare: FairShare
  readonly tracing?: Tracing | null | undefined
}

/** Gives every request a trace from its first byte on, and counts, times and logs it when it is answered. */
export function observeRequests(app: FastifyInstance, { metrics, log, fairShare, tracing = null }: Observers): void {
  function begin(request: FastifyRequest): OpenSpan | null {
    if (!tracing || OPERATORS.test(request.url)) return null
    const { method, headers } = request
    const route = routeOf(request)
    const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': request.id }
    const { traceparent } = headers
    const parent = typeof traceparent === 'string' ? traceparent : null
    return tracing.begin({ name: `${method} ${route}`, kind: 'SERVER', attributes }, parent)
  }

  app.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now()
    function turn(): Promise<void> | null {
      return laterTurnFor(fairShare, request)
    }
    const trail = { requestId: request.id, span: begin(request), turn, owner: () => ownerOf(request) }
    seen.set(request, { trail, startedAt })
    // Streams and aborted requests never finish their response, but every response emits `close`.
    reply.raw.once('close', () => tell(request, reply, { trail, seconds: (performance.now() - startedAt) / 1_000 }))
    onTrace(trail, done)
  })

  // The body is read in callbacks of its socket, which are outside the trace: what follows must enter it again.
  app.addHook('preValidation', (request, _reply, done) => {
    const begun = seen.get(request)
    if (begun) onTrace(begun.trail, done)
    else done()
  })

  function tell(
    request: FastifyRequest,
    { raw }: FastifyReply,
    { trail, seconds }: { readonly trail: RequestTrace; readonly seconds: number },
  ): void {
    const route = routeOf(request)
    const { operation = route, changes = false } = request.routeOptions.config
    const outcome = raw.headersSent ? String(raw.statusCode) : 'aborted'
    metrics.observeRequest({ facade: facadeOf(route), operation, outcome, seconds })
    const facts = { operation, status: outcome, ms: Math.round(seconds * 1_000) }
    onTrace(trail, () => log[changes ? 'info' : 'debug'](facts, 'answered'))
    endSpan(trail.span, raw)
  }
}

function endSpan(span: OpenSpan | null, { headersSent, statusCode }: FastifyReply['raw']): void {
  if (!headersSent) span?.fail('aborted')
  else span?.set({ 'http.response.status_code': statusCode })
  if (statusCode >= 500) span?.fail(String(statusCode))
  span?.end()
}
