import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, type Problem, problem } from './domain/errors.ts'
import { callerOf, clientGone } from './http/context.ts'
import { CHALLENGE, sendJson } from './http/respond.ts'
import { wireProblem } from './http/server.ts'
import type { Authenticate, AuthenticatedKey } from './operations/access/authenticate.ts'
import { type ConsumeRate, rateHeaders } from './operations/access/rate-limits.ts'
import type { Gateway } from './operations/gateway.ts'
import type { Logger } from './platform/logger.ts'
import { createLoaders } from './resolvers/loaders.ts'
import { createGraphql, GRAPHQL_PATH, GRAPHQL_STREAM_PATH, type GraphqlHost } from './resolvers/yoga.ts'
import { isOutage } from './store/database.ts'

export type GraphqlMount = {
  readonly gateway: Gateway
  /** Shows the explorer's page. */
  readonly sandbox: boolean
  readonly log: Logger
  readonly authenticate: Authenticate
  readonly consumeRate: ConsumeRate
}

/** Puts the GraphQL facade on the server of the HTTP facade: one port, one way to authenticate, one set of limits. */
export const mountGraphql =
  (mount: GraphqlMount) =>
  async (app: FastifyInstance): Promise<void> => {
    const { sandbox } = mount
    const yoga = createGraphql({ graphiql: sandbox })
    await app.register(async (scope) => {
      // The server's own parser reads and bounds the body; an error of it is told in GraphQL's shape.
      scope.setErrorHandler((error, request, reply) =>
        refuse(reply, request.id, wireProblem(error) ?? problem('INTERNAL_ERROR')),
      )
      for (const url of [GRAPHQL_PATH, GRAPHQL_STREAM_PATH])
        scope.route({
          method: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
          url,
          handler: async (request, reply) => {
            const page = sandbox && url === GRAPHQL_PATH && isBrowserVisit(request)
            const key = await mount.authenticate(headerOf(request))
            if (!key && !page) return refuse(reply, request.id, problem('UNAUTHENTICATED'))
            reply.hijack()
            reply.raw.setHeader('x-request-id', request.id)
            // What is parsed already, yoga takes as it is: reading the stream again costs a third of a request.
            if (request.body !== undefined) Object.assign(request.raw, { body: request.body })
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

const refuse = (
  reply: FastifyReply,
  requestId: string,
  { code, message, retryable, status }: Problem,
): FastifyReply => {
  if (status === 401) reply.header('www-authenticate', CHALLENGE)
  return sendJson(reply, status, { errors: [{ message, extensions: { code, requestId, retryable } }] })
}

const hostFor = (
  { gateway, log, consumeRate }: GraphqlMount,
  request: FastifyRequest,
  reply: FastifyReply,
  key: AuthenticatedKey | null,
): GraphqlHost => ({
  contextFor: () => {
    if (!key) throw new Error('a page is not a request')
    const caller = callerOf(key, request, clientGone(reply))
    return {
      gateway,
      caller,
      loaders: createLoaders(gateway, caller),
      consumeRate: async (rateClass) => {
        const rate = await consumeRate(key.organizationId, rateClass)
        if (!reply.raw.headersSent)
          for (const [name, value] of Object.entries(rateHeaders(rate))) reply.raw.setHeader(name, value)
        return rate
      },
      unforeseen: (error): Extract<ErrorCode, 'INTERNAL_ERROR' | 'SERVICE_UNAVAILABLE'> => {
        log.error({ err: error, requestId: request.id }, 'GraphQL request failed')
        return isOutage(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR'
      },
    }
  },
})
