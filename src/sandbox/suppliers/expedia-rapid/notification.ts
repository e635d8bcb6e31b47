import { randomUUID } from 'node:crypto'
import { toRfc3339 } from '../../../domain/time.ts'
import type { SandboxDeps, SandboxMessage, SandboxReply } from '../exchange.ts'
import { tellUndelivered } from '../stock/undelivered.ts'
import { itineraryIdOf, type StoredItinerary } from './itinerary.ts'
import { reply } from './reply.ts'
import { loadItinerary } from './retrieve.ts'

/** So many undelivered messages are told in one answer. */
const A_CALL = 25

/** A message as Rapid sends it, also when it tells it in the list of undelivered ones. */
export function notificationView(
  { clock }: Pick<SandboxDeps, 'clock'>,
  { itinerary_id, email, affiliate_reference_id }: StoredItinerary,
  { kind, text }: Pick<SandboxMessage, 'kind' | 'text'>,
): object {
  return {
    event_id: randomUUID(),
    event_type: kind,
    event_time: toRfc3339(clock.now()),
    itinerary_id,
    email,
    message: text === '' ? 'This itinerary has changed.' : text,
    affiliate_reference_id: affiliate_reference_id ?? '',
  }
}

export async function messageOf(deps: SandboxDeps, message: SandboxMessage): Promise<object | null> {
  const itinerary = await loadItinerary(deps, itineraryIdOf(message.reference))
  return itinerary && notificationView(deps, itinerary, message)
}

/** `GET /v3/notifications?undeliverable=true`: each message is told once. */
export async function showUndelivered(deps: SandboxDeps): Promise<SandboxReply> {
  return reply(deps, 200, await tellUndelivered(deps, A_CALL))
}
