import type { Core } from '../core.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../domain/time.ts'
import { createTimedMemory } from '../platform/kept.ts'
import type { MadeByMinute } from '../store/home-figures.ts'

/** The bookings of sixty whole minutes. */
export type BookingTraffic = MadeByMinute & { readonly from: Instant; readonly until: Instant }

/** However many people look at Home, an hour is counted so often at most. */
const KEPT_MS = 5 * SECOND_MS
const MOST_KEPT = 8

type Memory = { readonly get: (until: Instant) => Promise<BookingTraffic> }

const memories = new WeakMap<object, Memory>()

function memoryOf({ store, config }: Core): Memory {
  const known = memories.get(store)
  if (known) return known
  const made = createTimedMemory({
    read: async (until: Instant): Promise<BookingTraffic> => {
      const range = { environment: config.environment, from: until - HOUR_MS, until }
      return { ...range, ...(await store.homeFigures.madeByMinute(range)) }
    },
    keepMs: KEPT_MS,
    max: MOST_KEPT,
  })
  memories.set(store, made)
  return made
}

/** The last sixty whole minutes, or the same ones so many days before. */
export function bookingTraffic(core: Core, daysBefore: number): Promise<BookingTraffic> {
  const until = Math.floor(core.clock.real() / MINUTE_MS) * MINUTE_MS - daysBefore * DAY_MS
  return memoryOf(core).get(until)
}
