import type { EventList } from '../domain/contract/booking.ts'
import type { Problem } from '../domain/errors.ts'
import { ok, type Result } from '../domain/result.ts'
import type { Caller } from './caller.ts'
import type { Deps } from './deps.ts'
import { listEventsInput } from './inputs/booking.ts'
import { parseInput } from './inputs/input.ts'

const DEFAULT_LIMIT = 20

/** The log of everything that webhooks carry, oldest first: each event's body as it was signed. */
export const listEvents = async (deps: Deps, caller: Caller, raw: unknown): Promise<Result<EventList, Problem>> => {
  const input = parseInput(listEventsInput, raw)
  if (!input.ok) return input
  const found = await deps.store.events.list(
    caller.organizationId,
    caller.environment,
    BigInt(input.value.after ?? '0'),
    input.value.limit ?? DEFAULT_LIMIT,
  )
  const events = found.map(({ position, body }) => {
    // Written by domain/event.ts.
    const parsed = JSON.parse(body) as { type: string; timestamp: string; data: unknown }
    return { position: String(position), type: parsed.type, timestamp: parsed.timestamp, data: parsed.data }
  })
  return ok({ events, nextAfter: events.at(-1)?.position ?? input.value.after ?? null })
}
