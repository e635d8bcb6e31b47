import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Core } from './core.ts'
import { type ErrorCode, problem } from './domain/errors.ts'
import { callerOf, clientGone } from './http/context.ts'
import { sendJson } from './http/respond.ts'
import type { Authenticate, AuthenticatedKey } from './operations/access/authenticate.ts'
import { type ConsumeRate, rateHeaders } from './operations/access/rate-limits.ts'
import { createLoaders } from './resolvers/loaders.ts'
import { createGraphql, GRAPHQL_PATH, GRAPHQL_STREAM_PATH, type GraphqlHost } from './resolvers/yoga.ts'
import { isOutage } from './store/database.ts'

export type GraphqlMount = {
  readonly core: Core
  readonly authenticate: Authenticate
  readonly consumeRate: ConsumeRate
}

/** Puts the GraphQL facade on the server of the HTTP facade: one port, one way to authenticate, one set of limits. */
export const mountGraphql =
  (mount: GraphqlMount) =>
  async (app: FastifyInstance): Promise<void> => {
    const sandbox = mount.core.config.environment === 'sandbox'
    const yoga = createGraphql({ graphiql: sandbox })
    await app.register(async (scope) => {
      // Yoga reads the body itself.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      for (const url of [GRAPHQL_PATH, GRAPHQL_STREAM_PATH])
        scope.route({
          method: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
          url,
          handler: async (request, reply) => {
            const page = sandbox && url === GRAPHQL_PATH && isBrowserVisit(request)
            const key = await mount.authenticate(headerOf(request))
            if (!key && !page) return refuse(reply, request.id)
            reply.hijack()
            reply.raw.setHeader('x-request-id', request.id)
            await yoga.handle(request.raw, reply.raw, hostFor(mount, request, reply, key))
            return reply
          },
        })
    })
  }

const headerOf = (request: FastifyRequest): string | undefined => {
  const value = request.headers['x-api-key']
  return Array.isArray(value) ? value[0] : value
}

/** The explorer's page itself needs no key: it shows nothing of anybody. */
const isBrowserVisit = ({ method, headers, query }: FastifyRequest): boolean =>
  method === 'GET' && /text\/html/.test(headers.accept ?? '') && !('query' in (query as object))

const refuse = (reply: FastifyReply, requestId: string): FastifyReply => {
  const { code, message, retryable } = problem('UNAUTHENTICATED')
  reply.header('www-authenticate', 'ApiKey realm="hotel-distribution-gateway", header="x-api-key"')
  return sendJson(reply, 401, { errors: [{ message, extensions: { code, requestId, retryable } }] })
}

const hostFor = (
  { core, consumeRate }: GraphqlMount,
  request: FastifyRequest,
  reply: FastifyReply,
  key: AuthenticatedKey | null,
): GraphqlHost => ({
  contextFor: () => {
    if (!key) throw new Error('a page is not a request')
    const caller = callerOf(key, request, clientGone(reply))
    return {
      gateway: core.gateway,
      caller,
      loaders: createLoaders(core.gateway, caller),
      consumeRate: async (rateClass) => {
        const rate = await consumeRate(key.organizationId, rateClass)
        if (!reply.raw.headersSent)
          for (const [name, value] of Object.entries(rateHeaders(rate))) reply.raw.setHeader(name, value)
        return rate
      },
      unforeseen: (error): Extract<ErrorCode, 'INTERNAL_ERROR' | 'SERVICE_UNAVAILABLE'> => {
        core.log.error({ err: error, requestId: request.id }, 'GraphQL request failed')
        return isOutage(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR'
      },
    }
  },
})
