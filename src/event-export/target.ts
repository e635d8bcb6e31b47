import type { ExportedEvent } from '../store/event-exports.ts'

/** Where events are exported to. */
export type ExportTarget = {
  /** Its row in `event_exports`. */
  readonly name: string
  /**
   * Exports events that need not keep an order among each other. Returns for each, in the order given, null when it is stored for
   * good, and otherwise what went wrong; never throws. An event that is exported again is to be known by its id.
   */
  readonly publish: (events: readonly ExportedEvent[]) => Promise<readonly (Error | null)[]>
  readonly close: () => Promise<void>
}
