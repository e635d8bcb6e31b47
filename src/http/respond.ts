import type { FastifyReply } from 'fastify'
import { documentationUrl, ERRORS, type Problem } from '../domain/errors.ts'
import { toWire } from '../domain/wire.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
/** The WWW-Authenticate header of a 401 answer. */
export const CHALLENGE = 'ApiKey realm="hotel-distribution-gateway", header="x-api-key"'

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** Sends a body as JSON. It is serialized here, because Fastify's own serializer would process it a second time. */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify(body))
}

/** Sends bytes that are already JSON. */
export function sendBytes(reply: FastifyReply, json: Buffer): FastifyReply {
  return reply.code(200).header('content-type', JSON_TYPE).send(json)
}

/** The value of Retry-After in whole seconds; null where a retry does not help. */
export function retryAfterSeconds({ details, status }: Problem): number | null {
  const ms = details['retryAfterMs']
  if (typeof ms === 'number') return Math.max(1, Math.ceil(ms / 1_000))
  return status === 503 || status === 429 ? 5 : null
}

/** Sends the contract's error body, or the same content as RFC 9457 to clients that ask for it. */
export function sendProblem(reply: FastifyReply, requestId: string, problem: Problem): FastifyReply {
  const { code, message, details, retryable, status } = problem
  const seconds = retryAfterSeconds(problem)
  if (seconds !== null) reply.header('retry-after', String(seconds))
  if (status === 401) reply.header('www-authenticate', CHALLENGE)
  const body = {
    code,
    message,
    details: toWire(details),
    retryable,
    request_id: requestId,
    documentation_url: documentationUrl(code),
  }
  if (!/\bapplication\/problem\+json\b/.test(reply.request.headers.accept ?? '')) return sendJson(reply, status, body)
  return reply
    .code(status)
    .header('content-type', PROBLEM_TYPE)
    .send(
      JSON.stringify({
        type: body.documentation_url,
        title: ERRORS[code].title,
        status,
        detail: message,
        instance: `urn:request:${requestId}`,
        ...body,
      }),
    )
}
