import type { Cache } from './cache.ts'
import { type NoPriceKeys, noPriceKeys } from './no-price-keys.ts'
import type { Wire } from './redis.ts'

/** Hotels a call of a script: well below what `unpack` takes. */
const NO_PRICE_BATCH = 1_000

export const redisNoPrice = ({ clock, key, guard, run }: Wire): Cache['noPrice'] => {
  const inBatches = async (
    keys: NoPriceKeys,
    hotelIds: readonly number[],
    send: (keys: readonly string[], hotelIds: readonly number[]) => Promise<unknown>,
  ): Promise<void> => {
    for (let from = 0; from < hotelIds.length; from += NO_PRICE_BATCH) {
      const batch = hotelIds.slice(from, from + NO_PRICE_BATCH)
      await send([keys.exact, keys.chronic, ...batch.map(keys.history)].map(key), batch)
    }
  }
  return {
    hotels: (question) =>
      guard(async () => {
        const { exact, chronic } = noPriceKeys(question)
        const found = await run('noPriceHotels', [key(exact), key(chronic)], [clock.now()])
        return (found as string[]).map(Number) // what the script answers
      }, []),
    record: (question, hotelIds, { exactMs, chronicDates, chronicWithinMs }) =>
      guard(
        () =>
          inBatches(noPriceKeys(question), hotelIds, (keys, batch) =>
            run('recordNoPrice', keys, [
              clock.now(),
              exactMs,
              chronicDates,
              chronicWithinMs,
              question.checkInDate,
              ...batch,
            ]),
          ),
        undefined,
      ),
    clear: (question, hotelIds) =>
      guard(
        () => inBatches(noPriceKeys(question), hotelIds, (keys, batch) => run('clearNoPrice', keys, batch)),
        undefined,
      ),
  }
}
