import type { EventList } from '../../domain/contract/booking.ts'
import type { Problem } from '../../domain/errors.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { listEventsInput } from '../inputs/booking.ts'
import { parseInput } from '../inputs/input.ts'

const DEFAULT_LIMIT = 20

/**
 * The log of all events that webhooks carry, oldest first; each entry is the event's body as it was signed. The newest are left
 * out for as long as an older one may still be committed, but never one in the middle.
 */
export async function listEvents(deps: Deps, caller: Caller, raw: unknown): Promise<Result<EventList, Problem>> {
  const input = parseInput(listEventsInput, raw)
  if (!input.ok) return input
  const { organizationId, environment } = caller
  const found = await deps.store.events.list(organizationId, environment, {
    afterPosition: BigInt(input.value.after ?? '0'),
    limit: input.value.limit ?? DEFAULT_LIMIT,
  })
  const events = found.map(({ position, body }) => {
    // domain/event.ts wrote this body.
    const parsed = JSON.parse(body) as { type: string; timestamp: string; data: unknown }
    return { position: String(position), type: parsed.type, timestamp: parsed.timestamp, data: parsed.data }
  })
  return ok({ events, nextAfter: events.at(-1)?.position ?? input.value.after ?? null })
}
