import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Problem, problem } from '../domain/errors.ts'
import { checkAccess, handle } from './contract-route.ts'
import { authenticated, type HttpContext, type HttpOptions, requestId } from './context.ts'
import { addOperatorRoutes } from './operator-routes.ts'
import { sendProblem } from './respond.ts'
import { ROUTES } from './routes.ts'
import { addSandboxRoutes } from './sandbox-routes.ts'
import { createOpenStreams } from './sse.ts'
import { addSupplierRoutes } from './supplier-routes.ts'

/** The largest body that is read. */
export const MAX_BODY_BYTES = 1024 * 1024

export type HttpServer = {
  readonly app: FastifyInstance
  /** Tells open streams to reconnect, lets running requests end, then closes. */
  readonly close: () => Promise<void>
}

/** The HTTP/JSON facade: the contract's routes, health, documents, and whatever `mount` adds. Does not listen yet. */
export const createHttpServer = async (options: HttpOptions): Promise<HttpServer> => {
  const context: HttpContext = { ...options, streams: createOpenStreams() }
  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    genReqId: (raw) => requestId(options, { headers: raw.headers } as FastifyRequest),
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    return503OnClosing: false,
  })
  parseJsonOnly(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.url ?? 'unknown'
    options.metrics.observeRequest('http', operation, String(reply.statusCode), reply.elapsedTime / 1_000)
  })
  app.setErrorHandler<FastifyError>((error, request, reply) => fail(options, error, request, reply))
  app.setNotFoundHandler((request, reply) => sendProblem(reply, request.id, problem('NOT_FOUND')))
  for (const route of ROUTES)
    app.route({
      method: route.method,
      url: route.path,
      onRequest: checkAccess(context, route),
      handler: handle(context, route),
    })
  refuseOtherMethods(app, context)
  addOperatorRoutes(app, context)
  addSandboxRoutes(app, context)
  addSupplierRoutes(app, context)
  await options.mount?.(app)
  await app.ready()
  return {
    app,
    close: async () => {
      context.streams.endAll()
      // A connection whose last request ends during the close would be kept alive for a minute more.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 100)
      await app.close().finally(() => clearInterval(sweep))
    },
  }
}

/** One parser, for JSON; every other media type is refused by its absence. An empty body is no body. */
const parseJsonOnly = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      done(null, JSON.parse(body))
    } catch {
      done(Object.assign(new Error('the body is not JSON'), { code: 'MALFORMED_JSON' }))
    }
  })
}

/** A known path with another method is a 405 that lists the right ones, after the key was checked. */
const refuseOtherMethods = (app: FastifyInstance, context: HttpContext): void => {
  const byPath = Map.groupBy(ROUTES, ({ path }) => path)
  for (const [path, routes] of byPath) {
    const methods = routes.map(({ method }): string => method)
    const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !methods.includes(method)),
      url: path,
      onRequest: async (request, reply) => {
        if (!(await authenticated(context, request))) return sendProblem(reply, request.id, problem('UNAUTHENTICATED'))
        reply.header('allow', allowed.join(', '))
        return sendProblem(reply, request.id, problem('METHOD_NOT_ALLOWED', undefined, { allowed }))
      },
      handler: () => undefined,
    })
  }
}

const EXPECTED: Readonly<Record<string, () => Problem>> = {
  MALFORMED_JSON: () => problem('MALFORMED_JSON'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => problem('UNSUPPORTED_MEDIA_TYPE'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => problem('PAYLOAD_TOO_LARGE'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => problem('MALFORMED_JSON', 'the body is not as long as announced'),
  FST_ERR_BAD_URL: () => problem('NOT_FOUND'),
}

/** A body that is too large, but not absurdly so, is read and thrown away: a client that is cut off never sees the answer. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024

const isReadToItsEnd = (error: FastifyError, { headers }: FastifyRequest): boolean =>
  error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' && Number(headers['content-length']) <= MAX_DISCARDED_BYTES

/** What is wrong with a request before any operation sees it; null for an error that is ours. */
export const wireProblem = (error: unknown): Problem | null => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? (EXPECTED[code]?.() ?? null) : null
}

/** Faults of the wire get their own answers; an outage is a 503; everything else is ours, logged and masked. */
const fail = (
  { log, isOutage }: HttpOptions,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  if (isReadToItsEnd(error, request)) reply.removeHeader('connection')
  const expected = wireProblem(error)
  if (expected) return sendProblem(reply, request.id, expected)
  log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed')
  return sendProblem(reply, request.id, problem(isOutage(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR'))
}
