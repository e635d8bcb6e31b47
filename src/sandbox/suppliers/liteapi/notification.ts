import { randomUUID } from 'node:crypto'
import { toRfc3339 } from '../../../domain/time.ts'
import type { SandboxDeps, SandboxMessage } from '../exchange.ts'
import { findByReference } from '../stock/booking.ts'

/** A webhook. LiteAPI publishes no form of it: this is ours, with the ids that its records have. */
export async function messageOf(deps: SandboxDeps, { reference, kind }: SandboxMessage): Promise<object | null> {
  const [booking] = await findByReference(deps, reference)
  if (!booking) return null
  return {
    id: randomUUID(),
    event: kind,
    created_at: toRfc3339(deps.clock.now()),
    data: { bookingId: booking.id, clientReference: booking.reference },
  }
}
