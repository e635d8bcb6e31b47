import type { FastifyRequest } from 'fastify'
import { type Problem, problem } from '../domain/errors.ts'
import { SECOND_MS } from '../domain/time.ts'
import { type FairShare, MAX_WAITING } from '../platform/fair-share.ts'
import { createSideField } from '../platform/side-field.ts'

/** The organization of a request, and whether the request has asked for a turn on the event loop. */
type Owned = { readonly organizationId: string; isHeavy: boolean }

const owned = createSideField<Owned>()

/**
 * Records the organization of a request once its key was checked; the request's heavy work then takes that organization's turn.
 */
export function rememberOrganization(request: FastifyRequest, organizationId: string): void {
  owned.set(request, { organizationId, isHeavy: false })
}

/**
 * Waits for a turn; null: continue immediately. A request without a checked key does not wait, because it is refused before it
 * costs anything.
 */
export function turnFor({ turn }: FairShare, request: FastifyRequest): Promise<void> | null {
  const mine = owned.get(request)
  if (!mine) return null
  mine.isHeavy = true
  return turn(mine.organizationId)
}

/** The organization of a request that has asked for a turn; null for any other. */
export function ownerOf(request: FastifyRequest): string | null {
  const mine = owned.get(request)
  return mine?.isHeavy ? mine.organizationId : null
}

/** Waits for the turn of a later piece of the request, for instance when an awaited answer has arrived; see `laterTurn`. */
export function laterTurnFor({ laterTurn }: FairShare, request: FastifyRequest): Promise<void> | null {
  const mine = owned.get(request)
  return mine ? laterTurn(mine.organizationId) : null
}

/** How many large bodies of one organization may wait to be parsed: each is held in memory completely. */
const MAX_BODIES_WAITING = 16

/** Limits the waiting bodies. `waitFor` returns null when the organization has reached its limit. */
export function createBodyTurns({ turn }: FairShare) {
  const waiting = new Map<string, number>()
  return {
    waitFor: (request: FastifyRequest): Promise<void> | null => {
      const organizationId = owned.get(request)?.organizationId
      if (organizationId === undefined) return Promise.resolve()
      const count = waiting.get(organizationId) ?? 0
      if (count >= MAX_BODIES_WAITING) return null
      waiting.set(organizationId, count + 1)
      return (turn(organizationId) ?? Promise.resolve()).finally(() => {
        const left = (waiting.get(organizationId) ?? 1) - 1
        if (left > 0) waiting.set(organizationId, left)
        else waiting.delete(organizationId)
      })
    },
  }
}

/** The refusal of a body beyond the limit of waiting bodies. */
export function tooManyBodies(): Problem {
  const facts = { rateClass: 'waiting', limit: MAX_BODIES_WAITING, retryAfterMs: SECOND_MS }
  return problem('RATE_LIMITED', 'too many large bodies of yours wait already', facts)
}

/** The refusal of a heavy request when too many of the organization's requests wait already; null: it may wait. */
export function refusalToWait({ hasRoom }: FairShare, organizationId: string): Problem | null {
  if (hasRoom(organizationId)) return null
  const facts = { rateClass: 'waiting', limit: MAX_WAITING, retryAfterMs: SECOND_MS }
  return problem('RATE_LIMITED', 'too many requests of yours wait already', facts)
}
