import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, problem } from '../domain/errors.ts'
import type { Result } from '../domain/result.ts'
import type { Authenticate, AuthenticatedKey } from '../operations/access/authenticate.ts'
import type { ConsumeRate, KeyScope, RateClass } from '../operations/access/rate-limits.ts'
import { rateHeaders } from '../operations/access/rate-limits.ts'
import { requestIdOf } from '../operations/access/request-id.ts'
import type { ReceiveNotification } from '../operations/bookings/follow-up/receive-supplier-notification.ts'
import type { Caller, Environment } from '../operations/caller.ts'
import type { Deps } from '../operations/deps.ts'
import type { UncheckedGateway } from '../operations/gateway.ts'
import type { SandboxControls } from '../operations/operator/sandbox-controls.ts'
import { acceptedLanguage, matchLanguage } from '../operations/search/languages.ts'
import type { FairShare } from '../platform/fair-share.ts'
import type { Logger } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Tracing } from '../platform/request-trace.ts'
import { arrivedAt } from './observe.ts'
import type { OpenStreams } from './open-streams.ts'
import type { Route } from './routes/route.ts'
import type { ServerLimits } from './server-limits.ts'

export type HealthReport = {
  /** False when requests should go to another process. */
  readonly ready: boolean
  /** What is wrong, by name; not everything makes a process unready. */
  readonly faults: Readonly<Record<string, string>>
  /** The supplier connections that were used, and their circuit breakers. */
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
  /** Of the event loop's time, between organizations. */
  readonly fairShare: FairShare
  readonly log: Logger
  readonly limits: ServerLimits
  readonly health: Health
  /** Aborted when the process is about to close its port: from then on each answer closes its connection. */
  readonly leaving?: AbortSignal
  readonly metrics: Pick<Metrics, 'contentType' | 'text' | 'observeRequest' | 'openStream'>
  /** Metrics, and what is wrong behind a readiness, are on this port: false in production. */
  readonly publicMetrics: boolean
  /** Where faults of security are told; null: nowhere. */
  readonly securityContact: string | null
  /** Null or absent: nobody collects traces. */
  readonly tracing?: Tracing | null
  /** True for an error that says that Postgres is away. */
  readonly isOutage: (error: unknown) => boolean
  /** Takes a message that a supplier sent by itself. */
  readonly receiveNotification: ReceiveNotification
  /** Null in production, and where the clock is switched off. */
  readonly sandbox: SandboxControls | null
  /** Mounts the other facade on the same server. */
  readonly mount?: (app: FastifyInstance, streams: OpenStreams) => Promise<void>
}

/** What the routes share. */
export type HttpContext = HttpOptions & { readonly routes: readonly Route[]; readonly streams: OpenStreams }

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** The id under which a request is logged and answered; the same for its whole life. */
export function requestId(options: Pick<HttpOptions, 'deps'>, request: FastifyRequest): string {
  return requestIdOf(options.deps, header(request, 'x-request-id'))
}

export function authenticated(
  options: Pick<HttpOptions, 'authenticate'>,
  request: FastifyRequest,
): Promise<Result<AuthenticatedKey, Problem>> {
  return options.authenticate(header(request, 'x-api-key'), request.ip)
}

/** Whether the key of an open stream would open it still. Throws when that cannot be found out. */
export function stillAllowed(options: Pick<HttpOptions, 'authenticate'>, request: FastifyRequest) {
  return async (): Promise<boolean> => {
    const key = await authenticated(options, request)
    return key.ok || key.error.code !== 'UNAUTHENTICATED'
  }
}

/** The language header wins over Accept-Language; an unknown language is `en`. */
function languageOf(request: FastifyRequest): string {
  return matchLanguage(header(request, 'language')) ?? acceptedLanguage(header(request, 'accept-language')) ?? 'en'
}

/** The caller of a checked request. A write continues without its client: it has no reader, and no signal. */
export function callerOf(key: AuthenticatedKey, request: FastifyRequest, reader: FastifyReply | null): Caller {
  return new RequestCaller(key, request, reader)
}

/** A class, because of its getter: in a literal it would give every request a shape of its own, which outlives it for long. */
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
    this.#reader = reader
  }

  /** Aborted when the reader leaves. Made when it is first looked at: most answers are there at once. */
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

/** Takes a point and says so in the headers; a refusal when there was none left. */
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

/** Aborted when the client closes its connection before the answer was sent. */
function clientGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  function look(): void {
    if (!raw.writableFinished) gone.abort()
  }
  if (raw.destroyed) look()
  else raw.once('close', look)
  return gone.signal
}
