import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, problem } from '../domain/errors.ts'
import { err, type Result } from '../domain/result.ts'
import type { Authenticate, AuthenticatedKey } from '../operations/access/authenticate.ts'
import type { ConsumeRate, KeyScope, RateClass } from '../operations/access/rate-limits.ts'
import { rateHeaders } from '../operations/access/rate-limits.ts'
import { requestIdOf } from '../operations/access/request-id.ts'
import type { ReceiveNotification } from '../operations/bookings/follow-up/receive-supplier-notification.ts'
import type { Caller, Environment, TravellerHeaders } from '../operations/caller.ts'
import type { Deps } from '../operations/deps.ts'
import type { UncheckedGateway } from '../operations/gateway.ts'
import type { SandboxControls } from '../operations/operator/sandbox-controls.ts'
import { acceptedLanguage, matchLanguage } from '../operations/search/languages.ts'
import type { FairShare } from '../platform/fair-share.ts'
import type { Logger } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { FailureCode } from '../platform/outage.ts'
import type { Tracing } from '../platform/request-trace.ts'
import { keyHint } from './key-hint.ts'
import { arrivedAt } from './observe.ts'
import type { OpenStreams } from './open-streams.ts'
import type { Route } from './routes/route.ts'
import type { ServerLimits } from './server-limits.ts'
import type { ShownKey } from './shown-key.ts'

export type HealthReport = {
  /** False when new requests should go to another process. */
  readonly ready: boolean
  /** What is faulty, by the name of the component. Not every fault makes a process unready. */
  readonly faults: Readonly<Record<string, string>>
  /** The supplier connections that this process has used, with the state of their circuit breakers. */
  readonly suppliers: readonly {
    readonly supplierCode: string
    readonly connectionId: string
    readonly breaker: string
  }[]
}

type Health = { readonly report: () => Promise<HealthReport> }

export type HttpOptions = {
  readonly gateway: UncheckedGateway
  readonly deps: Pick<Deps, 'clock' | 'randomBytes'>
  readonly environment: Environment
  readonly authenticate: Authenticate
  readonly consumeRate: ConsumeRate
  /** Shares the event loop's time between organizations. */
  readonly fairShare: FairShare
  readonly log: Logger
  readonly limits: ServerLimits
  readonly health: Health
  /** Aborted when the process is about to close its port; from then on each response closes its connection. */
  readonly leaving?: AbortSignal
  readonly metrics: Pick<Metrics, 'contentType' | 'text' | 'observeRequest' | 'openStream'>
  /** Whether this port also serves metrics and the reasons of a failed readiness check; false in production. */
  readonly publicMetrics: boolean
  /** The key that the pages of a local sandbox fill in. */
  readonly shownKey: ShownKey
  /** Where security vulnerabilities can be reported; null: no contact is published. */
  readonly securityContact: string | null
  /** Null or absent: traces are not collected. */
  readonly tracing?: Tracing | null
  /** What a client is told of an unexpected error. */
  readonly failureCode: (error: unknown) => FailureCode
  /** Handles a message that a supplier sent on its own initiative. */
  readonly receiveNotification: ReceiveNotification
  /** Null in production, and where the sandbox clock is disabled. */
  readonly sandbox: SandboxControls | null
  /** Mounts the GraphQL facade on the same server. */
  readonly mount?: (app: FastifyInstance, streams: OpenStreams) => Promise<void>
}

/** The context that all routes share. */
export type HttpContext = HttpOptions & { readonly routes: readonly Route[]; readonly streams: OpenStreams }

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** The id under which a request is logged and answered. It does not change during the request. */
export function requestId(options: Pick<HttpOptions, 'deps'>, request: FastifyRequest): string {
  return requestIdOf(options.deps, header(request, 'x-request-id'))
}

/** The owner of the request's key. A refusal says what the request itself shows to be wrong, and nothing of the key. */
export async function authenticated(
  { authenticate, environment }: Pick<HttpOptions, 'authenticate' | 'environment'>,
  request: FastifyRequest,
): Promise<Result<AuthenticatedKey, Problem>> {
  const found = await authenticate(header(request, 'x-api-key'), request.ip)
  const hint = found.ok || found.error.code !== 'UNAUTHENTICATED' ? null : keyHint(request, environment)
  return hint === null ? found : err(problem('UNAUTHENTICATED', undefined, { hint }))
}

/** Returns a check of whether the key of an open stream would still be accepted. The check throws when it cannot find out. */
export function stillAllowed(options: Pick<HttpOptions, 'authenticate' | 'environment'>, request: FastifyRequest) {
  return async (): Promise<boolean> => {
    const key = await authenticated(options, request)
    return key.ok || key.error.code !== 'UNAUTHENTICATED'
  }
}

/**
 * The language of the answer. The `language` header takes precedence over Accept-Language; an unknown language falls back to
 * `en`.
 */
function languageOf(request: FastifyRequest): string {
  return matchLanguage(header(request, 'language')) ?? acceptedLanguage(header(request, 'accept-language')) ?? 'en'
}

/** Null for a request without the headers. A header that was sent twice is joined to one text elsewhere, and is told apart here. */
function travellerHeadersOf({ headers, raw }: FastifyRequest): TravellerHeaders | null {
  if (headers[TRAVELLER_IP] === undefined && headers[TRAVELLER_SESSION] === undefined) return null
  const { [TRAVELLER_IP]: ip = [], [TRAVELLER_SESSION]: sessionId = [] } = raw.headersDistinct
  return { ip, sessionId }
}

const TRAVELLER_IP = 'x-traveller-ip'
const TRAVELLER_SESSION = 'x-traveller-session'

/**
 * The caller of a request that passed the checks. Writes continue when the client disconnects, so they have no reader and no
 * signal.
 */
export function callerOf(key: AuthenticatedKey, request: FastifyRequest, reader: FastifyReply | null): Caller {
  return new RequestCaller(key, request, reader)
}

/**
 * This is a class because of its getter: V8 would create a new hidden class for each object literal with a getter, and keep it
 * for a long time.
 */
class RequestCaller implements Caller {
  readonly organizationId: string
  readonly keyId: string
  readonly actor: string
  readonly environment: Environment
  readonly scopes: readonly string[]
  readonly requestId: string
  readonly language: string
  readonly ip: string
  readonly askedAt: number
  readonly travellerHeaders: TravellerHeaders | null
  readonly #reader: FastifyReply | null
  #signal: AbortSignal | null = null

  constructor(
    { keyId, organizationId, environment, scopes }: AuthenticatedKey,
    request: FastifyRequest,
    reader: FastifyReply | null,
  ) {
    this.organizationId = organizationId
    this.keyId = keyId
    this.actor = `key:${keyId}`
    this.environment = environment
    this.scopes = scopes
    this.requestId = request.id
    this.language = languageOf(request)
    this.ip = request.ip
    this.askedAt = arrivedAt(request)
    this.travellerHeaders = travellerHeadersOf(request)
    this.#reader = reader
  }

  /** Aborted when the client disconnects. It is created on first use, because most answers need no signal. */
  get signal(): AbortSignal | null {
    this.#signal ??= this.#reader && clientGone(this.#reader)
    return this.#signal
  }
}

interface RatedRequest {
  readonly rateClass: RateClass
  readonly reply: FastifyReply
  readonly replay?: KeyScope | undefined
}

/** Consumes a rate-limit point and sets the rate-limit headers; returns a refusal when no point is left. */
export async function limitRate(
  { consumeRate }: HttpOptions,
  key: AuthenticatedKey,
  { rateClass, reply, replay }: RatedRequest,
): Promise<Problem | null> {
  const rate = await consumeRate(key.organizationId, rateClass, replay)
  reply.headers(rateHeaders(rate))
  return rate.allowed
    ? null
    : problem('RATE_LIMITED', undefined, { rateClass: rate.rateClass, retryAfterMs: rate.resetSeconds * 1_000 })
}

/** A signal that aborts when the client closes its connection before the answer was sent. */
function clientGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  function look(): void {
    if (!raw.writableFinished) gone.abort()
  }
  if (raw.destroyed) look()
  else raw.once('close', look)
  return gone.signal
}
