import { createBoundedMap } from '../platform/bounded-map.ts'
import type { Clock } from '../platform/clock.ts'
import type { Cache } from './cache.ts'
import { noPriceKeys } from './no-price-keys.ts'

/** Bounds: beyond these the oldest goes. Some 60 bytes a time. */
const MAX_SETS = 200_000
const MAX_TIMES = 4_000_000

/** Times by name, as Redis' sorted sets have them; what is over goes when it is next looked at. */
type Times = Map<string | number, number>

export const memoryNoPrice = (clock: Pick<Clock, 'now'>): Cache['noPrice'] => {
  const sets = createBoundedMap<Times>(MAX_SETS, MAX_TIMES)
  const timesOf = (key: string): Times => {
    const times: Times = sets.get(key) ?? new Map()
    // One more will be put in.
    sets.set(key, times, times.size + 1)
    return times
  }
  const dropUntil = (times: Times, until: number): Times => {
    for (const [name, at] of times) if (at <= until) times.delete(name)
    return times
  }
  return {
    hotels: async (question) => {
      const { exact, chronic } = noPriceKeys(question)
      const now = clock.now()
      return [exact, chronic].flatMap((key) => {
        const times = sets.get(key)
        return times ? [...dropUntil(times, now).keys()].map(Number) : []
      })
    },
    record: async (question, hotelIds, { exactMs, chronicDates, chronicWithinMs }) => {
      const keys = noPriceKeys(question)
      const now = clock.now()
      for (const hotelId of hotelIds) {
        timesOf(keys.exact).set(hotelId, now + exactMs)
        const history = dropUntil(timesOf(keys.history(hotelId)), now - chronicWithinMs)
        history.delete(question.checkInDate)
        history.set(question.checkInDate, now)
        const [oldest] = history.keys()
        if (history.size > chronicDates && oldest !== undefined) history.delete(oldest)
        if (history.size >= chronicDates)
          timesOf(keys.chronic).set(hotelId, Math.min(...history.values()) + chronicWithinMs)
      }
    },
    clear: async (question, hotelIds) => {
      const keys = noPriceKeys(question)
      for (const hotelId of hotelIds) {
        sets.get(keys.exact)?.delete(hotelId)
        sets.get(keys.chronic)?.delete(hotelId)
        sets.delete(keys.history(hotelId))
      }
    },
  }
}
