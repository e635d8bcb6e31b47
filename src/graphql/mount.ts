import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, problem } from '../domain/errors.ts'
import { authenticated } from '../http/context.ts'
import { textHeaders } from '../http/contract-route.ts'
import type { OpenStreams } from '../http/open-streams.ts'
import { CHALLENGE, retryAfterSeconds, sendJson } from '../http/respond.ts'
import { pageHeaders } from '../http/security-headers.ts'
import { clientsFault, keepIfReadable } from '../http/server.ts'
import { type StreamDialect, writeStream } from '../http/sse.ts'
import { lazily } from '../platform/lazily.ts'
import type { Logger } from '../platform/logger.ts'
import { failureCode } from '../platform/outage.ts'
import type { Lane } from './fast-path/queries.ts'
import type { Message, StreamLane } from './fast-path/subscriptions.ts'
import { type GraphqlMount, hostFor, rememberKey } from './host.ts'
import type { GraphqlHost } from './host-port.ts'
import { GRAPHQL_PATH, GRAPHQL_STREAM_PATH } from './paths.ts'
import { refusalBody } from './refusal.ts'

/**
 * Adds the GraphQL facade to the server of the HTTP facade: both share one port, authentication and limits. In production it is loaded
 * before the process is ready. A sandbox loads it at the first GraphQL request: it is a third of the modules that a start would load.
 */
export function mountGraphql(mount: GraphqlMount) {
  return async (app: FastifyInstance, streams: OpenStreams): Promise<void> => {
    const isSandbox = mount.environment === 'sandbox'
    const facade = lazily(() => loadFacade(mount))
    if (!isSandbox) await facade()
    await app.register(async (scope) => {
      // The server's own parser reads and limits the body; its errors are returned in GraphQL's format.
      scope.setErrorHandler<FastifyError>((error, request, reply) => {
        keepIfReadable(error, request, reply)
        return refuse(reply, request.id, clientsFault(error, request) ?? unforeseen(mount, error, request))
      })
      for (const url of [GRAPHQL_PATH, GRAPHQL_STREAM_PATH])
        scope.route({
          method: [...METHODS, ...OTHER_METHODS],
          url,
          // The key is checked before the body is read.
          onRequest: async (request, reply) => {
            if (isSandbox && url === GRAPHQL_PATH && isBrowserVisit(request))
              return void reply.headers(EXPLORER_HEADERS)
            const key = await authenticated(mount, request)
            if (!key.ok) return refuse(reply, request.id, key.error)
            rememberKey(request, key.value)
            if (METHODS.some((method) => method === request.method)) return
            reply.header('allow', METHODS.join(', '))
            return refuse(reply, request.id, problem('METHOD_NOT_ALLOWED'))
          },
          handler: async (request, reply) => {
            if (request.method === 'POST' && !isParameters(request.body))
              return refuse(reply, request.id, problem('MALFORMED_JSON', 'send one JSON object'))
            const host = hostFor({ ...mount, streams }, request, reply)
            const { yoga, lanes } = await facade()
            const isAnswered =
              lanes &&
              (await (url === GRAPHQL_PATH
                ? runInLane(lanes.queries, reply, host)
                : streamInLane({ lane: lanes.subscriptions, log: mount.log }, reply, host)))
            if (isAnswered) return reply
            const tooMany = await host.enter()
            if (tooMany) return refuse(reply, request.id, tooMany)
            reply.hijack()
            for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, String(value))
            // Yoga accepts a parsed body: reading the stream again would cost a third of a request.
            if (request.body !== undefined) Object.assign(request.raw, { body: request.body })
            await yoga.handle(request.raw, reply.raw, host)
            lanes?.queries.learnMediaType(request.headers.accept, String(reply.raw.getHeader('content-type')))
            return reply
          },
        })
    })
  }
}

/** Yoga, and the lanes that answer most requests without it. */
async function loadFacade({ engine: name, environment, shownKey }: GraphqlMount) {
  const [{ createEngine }, { createGraphql }] = await Promise.all([import('./engine.ts'), import('./yoga.ts')])
  const engine = createEngine(name)
  const explorer = environment === 'sandbox' ? shownKey : null
  return { yoga: createGraphql({ explorer, engine }), lanes: engine.lanes }
}

/** Logs an unexpected error, and returns it as what `failureCode` makes of it. */
function unforeseen({ log }: GraphqlMount, error: unknown, { id }: FastifyRequest): Problem {
  log.error({ err: error, requestId: id }, 'GraphQL request failed')
  return problem(failureCode(error))
}

/** If the parsed body is not an object, Yoga reads the request stream again; it is already consumed, so that would hang. */
function isParameters(body: unknown): boolean {
  return typeof body === 'object' && body !== null
}

/** Tries to answer in the lane; returns true when it has answered. */
async function runInLane(lane: Lane, reply: FastifyReply, host: GraphqlHost): Promise<boolean> {
  const { request } = reply
  if (request.method !== 'POST') return false
  const mediaType = lane.mediaTypeFor(request.headers.accept)
  const answer = mediaType === null ? null : await lane.run(request.body, host)
  if (mediaType === null || answer === null) return false
  if ('refused' in answer) {
    refuse(reply, request.id, answer.refused)
    return true
  }
  const refused = await host.consumeRest()
  if (refused) refuse(reply, request.id, refused)
  // The answer is sent as bytes: Fastify and Node would each measure a string, and copy it behind the headers.
  else reply.header('content-type', mediaType).send(answer.bytes)
  return true
}

/** graphql-sse has the same interval for its own keep-alives. */
const PING_EVERY_MS = 12_000

const SUBSCRIPTION: StreamDialect<Message> = { first: ':\n\n', frame: (message) => message(), keepAlive: ':\n\n' }

/** Tries to write a subscription in the lane; returns true when it was written to its end. */
async function streamInLane(
  { lane, log }: { readonly lane: StreamLane; readonly log: Logger },
  reply: FastifyReply,
  { contextFor }: GraphqlHost,
): Promise<boolean> {
  const { request } = reply
  const { accept = '', [TOKEN_HEADER]: token } = request.headers
  if (request.method !== 'POST' || token !== undefined || !accept.includes('text/event-stream')) return false
  const messages = await lane.subscribe(request.body, contextFor)
  if (!messages) return false
  reply.hijack()
  const { raw } = reply
  const ping = setInterval(() => raw.write(SUBSCRIPTION.keepAlive), PING_EVERY_MS)
  raw.once('close', () => clearInterval(ping))
  try {
    await writeStream(raw, { headers: textHeaders(reply), events: messages, dialect: SUBSCRIPTION })
  } catch (error) {
    log.error({ err: error }, 'a subscription failed')
    raw.destroy()
  }
  return true
}

/** The header of graphql-sse's single-connection mode. */
const TOKEN_HEADER = 'x-graphql-event-stream-token'

/**
 * PUT and DELETE belong to graphql-sse's single-connection mode, which is not supported because its reservations would be
 * unlimited: each subscription has its own connection.
 */
const METHODS = ['GET', 'POST'] as const
const OTHER_METHODS = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'] as const

/** The explorer is a single page, and runs its editor in workers that it creates itself. */
const EXPLORER_HEADERS = pageHeaders(
  "script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:; img-src 'self' data:; font-src data:",
)

/** True for a browser that opens the explorer. Its page needs no key, because it shows no data. */
function isBrowserVisit({ method, headers, query }: FastifyRequest): boolean {
  return method === 'GET' && /text\/html/.test(headers.accept ?? '') && !('query' in (query as object))
}

function refuse(reply: FastifyReply, requestId: string, refusal: Problem): FastifyReply {
  const { status } = refusal
  if (status === 401) reply.header('www-authenticate', CHALLENGE)
  const seconds = retryAfterSeconds(refusal)
  if (seconds !== null) reply.header('retry-after', String(seconds))
  return sendJson(reply, status, refusalBody(refusal, requestId))
}
