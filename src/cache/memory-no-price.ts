import { createBoundedMemory } from '../platform/kept.ts'
import type { Cache } from './cache.ts'
import { noPriceKeys } from './no-price-keys.ts'
import { createNoPriceSet, type NoPriceSet, type WritableNoPriceSet } from './no-price-set.ts'

/** Beyond these limits the oldest entries are evicted. Each time takes some 60 bytes. */
const MAX_SETS = 200_000
const MAX_TIMES = 4_000_000

/** Check-in dates by the time of their last miss, oldest first. */
type History = Map<string, number>

export function memoryNoPrice(): Cache['noPrice'] {
  const sets = createBoundedMemory<string, WritableNoPriceSet>({ max: MAX_SETS, maxWeight: MAX_TIMES })
  const histories = createBoundedMemory<string, History>({ max: MAX_TIMES })

  /** The set of a key, created if absent; its weight is updated for one more hotel. */
  function setToFill(key: string): WritableNoPriceSet {
    const set = sets.get(key) ?? createNoPriceSet()
    sets.set(key, set, set.size() + 1)
    return set
  }
  function current(key: string, now: number): NoPriceSet[] {
    const set = sets.get(key)
    set?.sweep(now)
    return set ? [set] : []
  }
  const known: Cache['noPrice']['known'] = (question) => {
    const { exact, chronic } = noPriceKeys(question)
    const now = question.now()
    return [...current(exact, now), ...current(chronic, now)]
  }
  return {
    known,
    hear: async (question) => known(question),
    among: async (question, hotelIds) => {
      const here = known(question)
      return hotelIds.filter((hotelId) => here.some((set) => set.has(hotelId)))
    },
    record: async (question, hotelIds, { exactMs, chronicDates, chronicWithinMs }) => {
      const keys = noPriceKeys(question)
      const now = question.now()
      for (const hotelId of hotelIds) {
        setToFill(keys.exact).put(hotelId, now + exactMs)
        const history = addMiss(histories.get(keys.history(hotelId)) ?? new Map(), question.checkInDate, {
          now,
          since: now - chronicWithinMs,
          atMost: chronicDates,
        })
        histories.set(keys.history(hotelId), history)
        if (history.size >= chronicDates)
          setToFill(keys.chronic).put(hotelId, Math.min(...history.values()) + chronicWithinMs)
      }
    },
    clear: async (question, hotelIds) => {
      const keys = noPriceKeys(question)
      for (const hotelId of hotelIds) {
        sets.get(keys.exact)?.drop(hotelId)
        sets.get(keys.chronic)?.drop(hotelId)
        histories.delete(keys.history(hotelId))
      }
    },
  }
}

/** The newest misses of a history, including this one. */
function addMiss(
  history: History,
  checkInDate: string,
  { now, since, atMost }: { readonly now: number; readonly since: number; readonly atMost: number },
): History {
  for (const [date, at] of history) if (at <= since || date === checkInDate) history.delete(date)
  history.set(checkInDate, now)
  const [oldest] = history.keys()
  if (history.size > atMost && oldest !== undefined) history.delete(oldest)
  return history
}
