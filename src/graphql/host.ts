import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../domain/errors.ts'
import { callerOf, stillAllowed } from '../http/context.ts'
import type { OpenStreams } from '../http/open-streams.ts'
import { refusalToWait, rememberOrganization, turnFor } from '../http/own-turn.ts'
import type { ShownKey } from '../http/shown-key.ts'
import type { Authenticate, AuthenticatedKey } from '../operations/access/authenticate.ts'
import {
  type ConsumeRate,
  createRateHeaders,
  type KeyScope,
  type RateClass,
  type RateOutcome,
} from '../operations/access/rate-limits.ts'
import type { Environment } from '../operations/caller.ts'
import type { Gateway } from '../operations/gateway.ts'
import type { FairShare } from '../platform/fair-share.ts'
import type { Logger } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import { type FailureCode, failureCode } from '../platform/outage.ts'
import { createSideField } from '../platform/side-field.ts'
import { createLoaders } from '../resolvers/loaders.ts'
import type { EngineName } from './engine.ts'
import type { GraphqlHost } from './host-port.ts'

export type GraphqlMount = {
  readonly gateway: Gateway
  readonly engine: EngineName
  /** The page of the GraphQL explorer is served in the sandbox only. */
  readonly environment: Environment
  /** The key that the explorer of a local sandbox fills in. */
  readonly shownKey: ShownKey
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'observeRequest' | 'openStream'>
  readonly authenticate: Authenticate
  readonly consumeRate: ConsumeRate
  readonly fairShare: FairShare
}

/** The keys of requests that have passed the check before their body is read. */
const keys = createSideField<AuthenticatedKey>()

/** Called when the request's key was checked. */
export function rememberKey(request: FastifyRequest, key: AuthenticatedKey): void {
  keys.set(request, key)
  rememberOrganization(request, key.organizationId)
}

/** The data and functions for one GraphQL request: its caller, rate limits, streams and error reporting. */
export function hostFor(
  {
    gateway,
    log,
    metrics,
    consumeRate,
    fairShare,
    authenticate,
    streams,
  }: GraphqlMount & { readonly streams: OpenStreams },
  request: FastifyRequest,
  reply: FastifyReply,
): GraphqlHost {
  const key = keys.get(request)
  const { raw } = reply
  const rates = createRateHeaders()
  async function consume(organizationId: string, rateClass: RateClass, replay?: KeyScope): Promise<RateOutcome> {
    const rate = await consumeRate(organizationId, rateClass, replay)
    const headers = rates.with(rate)
    if (!raw.headersSent) for (const [name, value] of Object.entries(headers)) raw.setHeader(name, value)
    return rate
  }
  function unforeseen(error: unknown): FailureCode {
    log.error({ err: error, requestId: request.id }, 'GraphQL request failed')
    return failureCode(error)
  }
  return {
    teller: { requestId: request.id, unforeseen },
    consumeRest: async () => {
      if (!key || rates.isTold()) return null
      const rate = await consume(key.organizationId, 'static')
      return rate.allowed ? null : problem('RATE_LIMITED', undefined, { retryAfterMs: rate.resetSeconds * 1_000 })
    },
    enter: async () => {
      const refused = key ? refusalToWait(fairShare, key.organizationId) : null
      if (!refused) await turnFor(fairShare, request)
      return refused
    },
    contextFor: (isHeavy) => {
      if (!key) throw new Error('the request has no checked key')
      const caller = callerOf(key, request, reply)
      const { organizationId, environment } = caller
      return {
        gateway,
        caller,
        loaders: createLoaders(gateway, caller),
        consumeRate: (rateClass, replay) =>
          consume(organizationId, rateClass, replay && { organizationId, environment, ...replay }),
        turn: () => (isHeavy ? turnFor(fairShare, request) : null),
        addStream: () => {
          // The connection is cut without `complete`: clients reconnect after a drop, but not after `complete`.
          const added = streams.add({
            organizationId,
            isAllowed: stillAllowed({ authenticate, environment }, request),
            end: () => raw.destroy(),
          })
          if (!added.ok) return added.error
          raw.once('close', added.value)
          return null
        },
        observe: ({ field, isMutation, status, seconds }) => {
          metrics.observeRequest({ facade: 'graphql', operation: field, outcome: String(status), seconds })
          log[isMutation ? 'info' : 'debug']({ operation: field, status, ms: Math.round(seconds * 1_000) }, 'answered')
        },
        openStream: () => metrics.openStream('graphql'),
        unforeseen,
      }
    },
  }
}
