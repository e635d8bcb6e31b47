import type { FastifyRequest } from 'fastify'
import { type Problem, problem } from '../domain/errors.ts'
import { SECOND_MS } from '../domain/time.ts'
import { type FairShare, MAX_WAITING } from '../platform/fair-share.ts'
import { createSideField } from '../platform/side-field.ts'

/** Whose request it is, and whether it has asked for a turn. */
type Owned = { readonly organizationId: string; isHeavy: boolean }

const owned = createSideField<Owned>()

/** Once its key was checked: what is heavy about it takes the organization's turn. */
export function rememberOrganization(request: FastifyRequest, organizationId: string): void {
  owned.set(request, { organizationId, isHeavy: false })
}

/** Null: continue immediately. A request whose key was not checked waits for nobody, and is refused before it costs anything. */
export function turnFor({ turn }: FairShare, request: FastifyRequest): Promise<void> | null {
  const mine = owned.get(request)
  if (!mine) return null
  mine.isHeavy = true
  return turn(mine.organizationId)
}

/** Whose heavy request it is; null for any other. */
export function ownerOf(request: FastifyRequest): string | null {
  const mine = owned.get(request)
  return mine?.isHeavy ? mine.organizationId : null
}

/** For what the request goes on with later, when something has come that it waited for; see `laterTurn`. */
export function laterTurnFor({ laterTurn }: FairShare, request: FastifyRequest): Promise<void> | null {
  const mine = owned.get(request)
  return mine ? laterTurn(mine.organizationId) : null
}

/** Large bodies of one organization that may wait for their turn to be parsed: each is held in memory whole. */
const MAX_BODIES_WAITING = 16

/** Bounds the bodies that wait. `waitFor` answers null when the organization has as many waiting as it may. */
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

/** What a body is refused with that may not even wait. */
export function tooManyBodies(): Problem {
  const facts = { rateClass: 'waiting', limit: MAX_BODIES_WAITING, retryAfterMs: SECOND_MS }
  return problem('RATE_LIMITED', 'too many large bodies of yours wait already', facts)
}

/** Why an organization's next heavy request is not even to wait; null: it may. */
export function refusalToWait({ hasRoom }: FairShare, organizationId: string): Problem | null {
  if (hasRoom(organizationId)) return null
  const facts = { rateClass: 'waiting', limit: MAX_WAITING, retryAfterMs: SECOND_MS }
  return problem('RATE_LIMITED', 'too many requests of yours wait already', facts)
}
