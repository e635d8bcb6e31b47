import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { invalid, type Problem, problem } from '../domain/errors.ts'
import { issue } from '../domain/issue.ts'
import { requestIdOf } from '../operations/access/request-id.ts'
import { authenticated, type HttpContext, type HttpOptions, requestId } from './context.ts'
import { checkAccess, handle, limitUnread } from './contract-route.ts'
import { parseJsonOnly, refuseEncodedBodies } from './json-body.ts'
import { closesBehind, lingerAlways } from './linger.ts'
import { nearestRoute } from './nearest-route.ts'
import { observeRequests } from './observe.ts'
import { createOpenStreams } from './open-streams.ts'
import { addOperatorRoutes } from './operator-routes.ts'
import { tooManyBodies } from './own-turn.ts'
import { sendProblem } from './respond.ts'
import { changesSomething, type Route } from './routes/route.ts'
import { ROUTES } from './routes.ts'
import { addSandboxRoutes } from './sandbox-routes.ts'
import { securityHeaders } from './security-headers.ts'
import { boundConnections, boundRequests, serverOptions } from './server-limits.ts'
import { addSupplierRoutes } from './supplier-routes.ts'
import { createClientErrorHandler } from './wire-errors.ts'

/** The largest request body that is read. */
const MAX_BODY_BYTES = 1024 * 1024

export type HttpServer = {
  readonly app: FastifyInstance
  /** Ends open streams with a request to reconnect, waits for running requests, then closes. */
  readonly close: () => Promise<void>
}

/**
 * Creates the HTTP/JSON facade: the contract's routes (or another table of them), health, documents, and the routes that `mount`
 * adds. It does not listen yet.
 */
export async function createHttpServer(options: HttpOptions, routes: readonly Route[] = ROUTES): Promise<HttpServer> {
  const streams = createOpenStreams(options.limits.maxStreamsPerOrganization)
  const context: HttpContext = { ...options, routes, streams }
  const common = securityHeaders(options.environment)
  const app = Fastify({
    ...serverOptions(options.limits),
    bodyLimit: MAX_BODY_BYTES,
    clientErrorHandler: createClientErrorHandler(() => requestIdOf(options.deps, undefined), common),
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...common, 'x-request-id': request.id })
      sendProblem(reply, request.id, wireProblem(error) ?? problem('NOT_FOUND'))
    },
    genReqId: (raw) => requestId(options, { headers: raw.headers } as FastifyRequest),
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    return503OnClosing: false,
  })
  lingerAlways(app)
  parseJsonOnly(app, options.fairShare)
  observeRequests(app, options)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...common, 'x-request-id': request.id })
    // Before the port closes, clients with kept-alive connections are made to reconnect, so that none of them sends a request on
    // a closed connection.
    if (options.leaving?.aborted) reply.header('connection', 'close')
    // A 404 is sent before the body is read: no key was checked, and parsing a megabyte takes a tenth of a second.
    if (request.is404) return void sendProblem(reply, request.id, noSuchPath(routes, request))
    done()
  })
  boundConnections(app, options.limits.maxConnections)
  boundRequests(app)
  refuseEncodedBodies(app)
  // A request is not refused because of an unknown `Expect` header.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.setErrorHandler<FastifyError>((error, request, reply) => fail(context, error, { request, reply }))
  app.setNotFoundHandler((request, reply) => sendProblem(reply, request.id, noSuchPath(routes, request)))
  for (const route of routes)
    app.route({
      method: route.method,
      url: route.url ?? route.path,
      config: { operation: route.operation, changes: changesSomething(route) },
      onRequest: checkAccess(context, route),
      handler: handle(context, route),
    })
  refuseOtherMethods(app, context)
  addOperatorRoutes(app, context)
  addSandboxRoutes(app, context)
  addSupplierRoutes(app, context)
  await options.mount?.(app, context.streams)
  await app.ready()
  return {
    app,
    close: async () => {
      context.streams.endAll()
      await acceptWaiting()
      // Otherwise a connection whose last request ends during the close would stay open for up to a minute.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 100)
      await app.close().finally(() => clearInterval(sweep))
    },
  }
}

/** The 404 of a path that there is not, with the operation that was probably meant. */
function noSuchPath(routes: readonly Route[], { method, url }: FastifyRequest): Problem {
  const meant = nearestRoute(routes, method, url)
  return meant === null
    ? problem('NOT_FOUND')
    : problem('NOT_FOUND', `No such path; did you mean ${meant}?`, { nearest: meant })
}

/** Turns of the event loop that are needed: one accepts the waiting connections, one reads what they have sent. */
const TURNS = 3

/** Accepts and reads waiting connections before the port closes: otherwise they would be reset. */
async function acceptWaiting(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn()
}

/** Answers a known path with another method by 405 and the allowed methods, after the key was checked. */
function refuseOtherMethods(app: FastifyInstance, context: HttpContext): void {
  const byPath = Map.groupBy(context.routes, ({ path, url = path }) => url)
  for (const [path, ofPath] of byPath) {
    const methods = ofPath.map(({ method }): string => method)
    const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'].filter(
        (method) => !methods.includes(method),
      ),
      url: path,
      onRequest: async (request, reply) => {
        const key = await authenticated(context, request)
        if (!key.ok) return sendProblem(reply, request.id, key.error)
        reply.header('allow', allowed.join(', '))
        return sendProblem(
          reply,
          request.id,
          problem('METHOD_NOT_ALLOWED', `The path does not take this method, but ${allowed.join(', ')}`, { allowed }),
        )
      },
      handler: () => undefined,
    })
  }
}

/** The position of the fault, where it was found: `json-fault.ts` put it on the error. */
function malformedJson(error: unknown): Problem {
  const { line, column, what } = error as { line?: number; column?: number; what?: string }
  if (line === undefined || column === undefined) return problem('MALFORMED_JSON')
  return problem(
    'MALFORMED_JSON',
    `The body is not JSON: ${what ?? 'it cannot be read'} in line ${line}, column ${column}`,
    {
      line,
      column,
    },
  )
}

/** `json-body.ts` put the path of the field on the error. */
function unknownField(error: unknown): Problem {
  const { path = '', message = '' } = error as { path?: string; message?: string }
  return invalid([issue(path, 'UNKNOWN_KEY', message)])
}

const EXPECTED: Readonly<Record<string, (error: unknown) => Problem>> = {
  MALFORMED_JSON: malformedJson,
  FORBIDDEN_NAME: unknownField,
  JSON_TOO_DEEP: () => problem('MALFORMED_JSON', 'the body is nested too deeply'),
  TOO_MANY_BODIES: tooManyBodies,
  ENCODED_BODY: () => problem('UNSUPPORTED_MEDIA_TYPE'),
  FST_ERR_MAX_PARAM_LENGTH: () => problem('URI_TOO_LONG'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    problem('UNSUPPORTED_MEDIA_TYPE', 'The body is not plain JSON: send the header content-type: application/json'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => problem('PAYLOAD_TOO_LARGE'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => problem('MALFORMED_JSON', 'the body is not as long as announced'),
  FST_ERR_BAD_URL: () => problem('NOT_FOUND'),
}

/** A body above the limit, but below this, is read and discarded: a client whose connection is cut would never see the answer. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024

/** Keeps the connection open when the rest of a too large body is small enough to be discarded. */
export function keepIfReadable(
  { code }: { readonly code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const length = Number(request.headers['content-length'])
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' && length <= MAX_DISCARDED_BYTES) reply.removeHeader('connection')
  else if (reply.getHeader('connection') === 'close') closesBehind(request)
}

/** The problem for an error of Fastify or Node that the client caused; null for an error of our own. */
function wireProblem(error: unknown): Problem | null {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? (EXPECTED[code]?.(error) ?? null) : null
}

/** The problem for a body that did not arrive completely, because the client disconnected or sent malformed chunks. */
function cutShort(error: Error, { raw }: FastifyRequest): Problem | null {
  return raw.errored === error ? problem('MALFORMED_JSON', 'the body did not arrive whole') : null
}

/** The problem for a client's fault before any operation saw the request; null for an error of our own. */
export function clientsFault(error: Error, request: FastifyRequest): Problem | null {
  return wireProblem(error) ?? cutShort(error, request)
}

/** Answers an error: the client's faults get their own codes, an outage is a 503, and every other error is logged and masked. */
async function fail(
  context: HttpContext,
  error: FastifyError,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  keepIfReadable(error, request, reply)
  const expected = clientsFault(error, request)
  if (expected) return sendProblem(reply, request.id, (await limitUnread(context, request, reply)) ?? expected)
  const { log, failureCode } = context
  log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed')
  return sendProblem(reply, request.id, problem(failureCode(error)))
}
