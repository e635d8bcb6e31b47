import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid, type Problem, problem } from '../domain/errors.ts'
import { issue } from '../domain/issue.ts'
import type { Result } from '../domain/result.ts'
import type { AuthenticatedKey } from '../operations/access/authenticate.ts'
import type { KeyedOperation, KeyScope, RateClass } from '../operations/access/rate-limits.ts'
import type { Caller } from '../operations/caller.ts'
import { inSpan } from '../platform/request-trace.ts'
import { createSideField } from '../platform/side-field.ts'
import { sendAnswer } from './answer.ts'
import { authenticated, callerOf, type HttpContext, limitRate, stillAllowed } from './context.ts'
import { deprecationHeaders } from './deprecation.ts'
import { refusalToWait, rememberOrganization, turnFor } from './own-turn.ts'
import { readInput } from './read-input.ts'
import { sendProblem } from './respond.ts'
import type { Route } from './routes/route.ts'
import { endStream, ROOM_STREAM, writeStream } from './sse.ts'

const VERSION_HEADER = 'x-service-contract-version'

/** The keys of requests that have passed the checks before their body is read. */
const keys = createSideField<AuthenticatedKey>()

/** The refusal that does not depend on the body. The contract's order is version first, then scope. */
function refusal(route: Route, key: AuthenticatedKey, request: FastifyRequest): Problem | null {
  const wanted = request.headers[VERSION_HEADER] ?? route.version
  if (wanted !== route.version)
    return problem('CONTRACT_VERSION_UNSUPPORTED', undefined, { supportedVersions: [route.version] })
  const isAllowed = route.scope === null || key.scopes.includes(route.scope)
  return isAllowed ? null : problem('FORBIDDEN', undefined, { requiredScope: route.scope })
}

/** The routes whose answer is replayed for a repeated idempotency key. */
const KEYED: Partial<Readonly<Record<Route['operation'], KeyedOperation>>> = {
  createBooking: 'CREATE',
  cancelBooking: 'CANCEL',
  reviewBooking: 'REVIEW',
}

function replayOf(
  route: Route,
  { organizationId, environment }: AuthenticatedKey,
  request: FastifyRequest,
): KeyScope | undefined {
  const operation = KEYED[route.operation]
  const key = request.headers['idempotency-key']
  return operation && typeof key === 'string' ? { organizationId, environment, operation, key } : undefined
}

/**
 * Checks key, version, scope and rate limit in the contract's order, before the body is read. Sends the answer when one of them
 * fails.
 */
export function checkAccess(context: HttpContext, route: Route, told = deprecationHeaders(route)) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    reply.headers(told)
    const found = await authenticated(context, request)
    if (!found.ok) return sendProblem(reply, request.id, found.error)
    const key = found.value
    const refused = refusal(route, key, request)
    if (refused?.code !== 'CONTRACT_VERSION_UNSUPPORTED') reply.header(VERSION_HEADER, route.version)
    keys.set(request, key)
    rememberOrganization(request, key.organizationId)
    // The body decides which bucket a search consumes from: see `handle`, or `limitUnread` when the body is not readable.
    if (route.operation === 'searchHotels' && !refused) return undefined
    const limited = await limitRate(context, key, {
      rateClass: route.rateClass,
      reply,
      replay: replayOf(route, key, request),
    })
    const fault = refused ?? limited
    return fault ? sendProblem(reply, request.id, fault) : undefined
  }
}

/** Consumes a rate-limit point for a search whose body could not be read. */
export async function limitUnread(
  context: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Problem | null> {
  const key = keys.get(request)
  return key && !reply.hasHeader('ratelimit') ? limitRate(context, key, { rateClass: 'search', reply }) : null
}

/** The rate class of a search, by its body: instant and live searches have separate buckets. */
function searchClass(body: unknown): RateClass {
  return typeof body === 'object' && body !== null && 'pricing_mode' in body && body.pricing_mode === 'live'
    ? 'search_live'
    : 'search'
}

/**
 * Operations that take no turn on the event loop: a booking never waits for searches, not even for those of its own organization.
 */
const LIGHT: ReadonlySet<Route['operation']> = new Set([
  'openRoomStream',
  'createBooking',
  'getBooking',
  'getBookingDetails',
  'findBookingByIdempotencyKey',
  'getPenalties',
  'confirmHold',
  'quoteCancellation',
  'cancelBooking',
  'reviewBooking',
])

/** POST routes that change nothing: they are aborted when the client disconnects. */
const READS: ReadonlySet<Route['operation']> = new Set(['searchHotels', 'createRoomSearch'])

export function handle(context: HttpContext, route: Route) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const key = keys.get(request)
    if (!key) throw new Error('the request has not passed its checks')
    if (route.operation === 'searchHotels') {
      const limited = await limitRate(context, key, { rateClass: searchClass(request.body), reply })
      if (limited) return sendProblem(reply, request.id, limited)
    }
    const isHeavy = !LIGHT.has(route.operation)
    const tooMany = isHeavy ? refusalToWait(context.fairShare, key.organizationId) : null
    if (tooMany) return sendProblem(reply, request.id, tooMany)
    if (isHeavy) await turnFor(context.fairShare, request)
    const reads = route.method === 'GET' || READS.has(route.operation)
    // No work has been done for the request yet, and its client has already disconnected.
    if (reads && reply.raw.destroyed) return reply.hijack()
    const input = readInput(route, request)
    if (!input.ok) return sendProblem(reply, request.id, input.error)
    const caller = callerOf(key, request, reads ? reply : null)
    if (route.answer === 'STREAM') return stream(context, request, { reply, caller, input: input.value })
    const answered = await run(context, route, { request, caller, input: input.value })
    if (isHeavy) await turnFor(context.fairShare, request)
    return answered.ok
      ? sendAnswer(route, { request, reply, view: answered.value })
      : sendProblem(reply, request.id, answered.error)
  }
}

function run(
  { gateway }: HttpContext,
  route: Route,
  { request, caller, input }: { readonly request: FastifyRequest; readonly caller: Caller; readonly input: unknown },
): Promise<Result<unknown, Problem>> {
  const given = request.headers['idempotency-key']
  const idempotencyKey = Array.isArray(given) ? given.join(', ') : (given ?? null)
  // Operations that have no idempotency key ignore the third argument.
  const operation = gateway[route.operation]
  return inSpan({ name: route.operation, kind: 'INTERNAL' }, async (span) => {
    const answered: Result<unknown, Problem> = await operation(caller, input, route.keyed ? idempotencyKey : null)
    span?.set({ 'operation.outcome': answered.ok ? 'OK' : answered.error.code })
    return answered
  })
}

async function stream(
  context: HttpContext,
  request: FastifyRequest,
  { reply, caller, input }: { readonly reply: FastifyReply; readonly caller: Caller; readonly input: unknown },
): Promise<FastifyReply> {
  const after = lastEventId(request.headers['last-event-id'])
  if (!after.ok) return sendProblem(reply, request.id, after.error)
  const { raw } = reply
  const { organizationId } = caller
  const added = context.streams.add({
    organizationId,
    isAllowed: stillAllowed(context, request),
    end: (why) => endStream(raw, why),
  })
  if (!added.ok) return sendProblem(reply, request.id, added.error)
  const forget = added.value
  try {
    const opened = await context.gateway.openRoomStream(caller, { ...(input as object), afterEventId: after.value })
    if (!opened.ok) return sendProblem(reply, request.id, opened.error)
    reply.hijack()
    const closed = context.metrics.openStream('http')
    await writeStream(raw, { headers: textHeaders(reply), events: opened.value, dialect: ROOM_STREAM }).finally(closed)
    return reply
  } finally {
    forget()
  }
}

export function textHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
}

/** Parses `Last-Event-ID`: 0 and absent mean the beginning; anything that is not a whole number is invalid. */
function lastEventId(given: string | string[] | undefined): Result<number | null, Problem> {
  if (given === undefined || given === '') return { ok: true, value: null }
  const text = String(given)
  if (/^\d{1,15}$/.test(text)) return { ok: true, value: Number(text) }
  const fault = issue('last_event_id', 'INVALID_TYPE', 'Last-Event-ID must be the id of an event of the stream')
  return { ok: false, error: invalid([fault]) }
}
