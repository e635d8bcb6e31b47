import type { EventList } from '../../domain/contract/booking.ts'
import type { Problem } from '../../domain/errors.ts'
import { ok, type Result } from '../../domain/result.ts'
import { SECOND_MS } from '../../domain/time.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { listEventsInput } from '../inputs/booking.ts'
import { parseInput } from '../inputs/input.ts'

const DEFAULT_LIMIT = 20

/** The age after which no transaction can still commit an event. */
const SURELY_COMMITTED_MS = 30 * SECOND_MS

/**
 * Reads events after a position so that none can still appear between them. When a transaction does not end (its process is
 * frozen), the newest events are left out for a while, but never one in the middle.
 */
async function readLog(
  deps: Deps,
  caller: Caller,
  { afterPosition, limit }: { readonly afterPosition: bigint; readonly limit: number },
) {
  const { organizationId, environment } = caller
  const whole = await deps.store.transactionOrNull(async (tx) =>
    (await tx.events.awaitWriters(organizationId))
      ? tx.events.list(organizationId, environment, { afterPosition, createdBefore: null, limit })
      : null,
  )
  const createdBefore = deps.clock.now() - SURELY_COMMITTED_MS
  return whole ?? deps.store.events.list(organizationId, environment, { afterPosition, createdBefore, limit })
}

/** The log of all events that webhooks carry, oldest first; each entry is the event's body as it was signed. */
export async function listEvents(deps: Deps, caller: Caller, raw: unknown): Promise<Result<EventList, Problem>> {
  const input = parseInput(listEventsInput, raw)
  if (!input.ok) return input
  const found = await readLog(deps, caller, {
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
