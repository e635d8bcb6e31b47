import type { ExportedEvent } from '../store/event-exports.ts'

/**
 * Divides events, in the order of the log, into waves: no wave has two events of a booking, and a booking's events are in waves in
 * their order. Whoever waits for one wave before the next cannot change the order of a booking's events.
 */
export function toWaves(events: readonly ExportedEvent[]): readonly (readonly ExportedEvent[])[] {
  const waves: ExportedEvent[][] = []
  const seen = new Map<string, number>()
  for (const event of events) {
    const before = event.bookingId === null ? 0 : (seen.get(event.bookingId) ?? 0)
    if (event.bookingId !== null) seen.set(event.bookingId, before + 1)
    const wave = waves[before] ?? []
    wave.push(event)
    waves[before] = wave
  }
  return waves
}

/** The events, in the order of the log, before the first that is not among the acknowledged ones. */
export function wholeBeginning(
  events: readonly ExportedEvent[],
  acknowledged: ReadonlySet<string>,
): readonly ExportedEvent[] {
  const end = events.findIndex(({ id }) => !acknowledged.has(id))
  return end === -1 ? events : events.slice(0, end)
}
