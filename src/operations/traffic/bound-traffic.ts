import type { Deps } from '../deps.ts'
import { dropEarliest } from '../operator/partitions.ts'
import { SCARCE } from './traffic-room.ts'

/** More days are not dropped at once: each drop has the table for itself for a moment. */
const MOST_DROPS = 8

/**
 * Job: drops the earliest days of what is kept of the traffic with suppliers while it takes so much of its room that samples are fewer: they
 * are whole again afterwards. Today stays: writers keep less of it, then nothing. Pinned exchanges outlive their day. Returns the names of what was dropped.
 */
export async function boundTraffic(
  deps: Pick<Deps, 'store' | 'clock' | 'log'>,
  maxBytes: number,
): Promise<readonly string[]> {
  const dropped: string[] = []
  while (dropped.length < MOST_DROPS && (await deps.store.traffic.bytes()) >= maxBytes * SCARCE) {
    const name = await dropEarliest(deps, 'supplier_exchanges')
    if (name === null) break
    dropped.push(name)
  }
  if (dropped.length > 0)
    deps.log.warn({ dropped, maxBytes }, 'traffic with suppliers went before its term: there was no room')
  return dropped
}
