import type { EventList } from '../../domain/contract/booking.ts'
import type { Problem } from '../../domain/errors.ts'
import { ok, type Result } from '../../domain/result.ts'
import { DAY_MS, type Instant, SECOND_MS, toRfc3339 } from '../../domain/time.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { listEventsInput } from '../inputs/booking.ts'
import { parseInput } from '../inputs/input.ts'

const DEFAULT_LIMIT = 20
const LONGEST_MONTH_MS = 31 * DAY_MS

/**
 * The log of all events that webhooks carry, oldest first; each entry is the event's body as it was signed. The newest are left
 * out for as long as an older one may still be committed, but never one in the middle.
 */
export async function listEvents(deps: Deps, caller: Caller, raw: unknown): Promise<Result<EventList, Problem>> {
  const input = parseInput(listEventsInput, raw)
  if (!input.ok) return input
  const { organizationId, environment } = caller
  const [found, wholeSince] = await Promise.all([
    deps.store.events.list(organizationId, environment, {
      afterPosition: BigInt(input.value.after ?? '0'),
      limit: input.value.limit ?? DEFAULT_LIMIT,
    }),
    deps.store.partitions.wholeSince('booking_events'),
  ])
  const events = found.map(({ position, body }) => {
    // domain/event.ts wrote this body.
    const parsed = JSON.parse(body) as { type: string; timestamp: string; data: unknown }
    return { position: String(position), type: parsed.type, timestamp: parsed.timestamp, data: parsed.data }
  })
  return ok({
    events,
    nextAfter: events.at(-1)?.position ?? input.value.after ?? null,
    completeSince: wholeSince === null ? null : toRfc3339(ownFloor(deps, organizationId, wholeSince)),
  })
}

/**
 * The floor is in real time, and events have their organization's. In one whose clock is ahead a term ends earlier by as much, and in
 * another place of a month: the end of that is said, because a gap that is not told is worse than one that is not there.
 */
function ownFloor({ clock }: Deps, organizationId: string, since: Instant): Instant {
  const aheadMs = clock.of(organizationId).now() - clock.real()
  return aheadMs < SECOND_MS ? since : since + aheadMs + LONGEST_MONTH_MS
}
