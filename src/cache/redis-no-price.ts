import type { Cache } from './cache.ts'
import { changesKey, type NoPriceKeys, noPriceKeys } from './no-price-keys.ts'
import { createNoPriceCopies } from './redis-no-price-copies.ts'
import type { Wire } from './redis-wire.ts'

/** How many hotels one script call handles: well below the limit of `unpack`, and some milliseconds of the server's time. */
const SCRIPT_BATCH = 250
/** How many hotels one query about single hotels may have. */
const ASK_BATCH = 1_000

export function redisNoPrice(wire: Wire): Cache['noPrice'] {
  const { redis, key, guard, run } = wire
  const copies = createNoPriceCopies(wire)

  async function inBatches(
    keys: NoPriceKeys,
    hotelIds: readonly number[],
    send: (keys: readonly string[], hotelIds: readonly number[]) => Promise<unknown>,
  ): Promise<void> {
    const sets = [keys.exact, changesKey(keys.exact), keys.chronic, changesKey(keys.chronic)]
    for (const batch of batchesOf(hotelIds, SCRIPT_BATCH))
      await send([...sets, ...batch.map(keys.history)].map(key), batch)
  }

  /** The hotels whose time in the set has not passed. */
  async function counting(set: string, hotelIds: readonly number[], now: number): Promise<readonly number[]> {
    const until = await redis.zmscore(key(set), ...hotelIds.map(String))
    return hotelIds.filter((_, index) => Number(until[index] ?? 0) > now)
  }

  return {
    known: (question) => copies.known(noPriceKeys(question)),
    hear: (question) => copies.hear(noPriceKeys(question)),
    among: (question, hotelIds) =>
      guard(async () => {
        const { exact, chronic } = noPriceKeys(question)
        const now = question.now()
        const asked = batchesOf(hotelIds, ASK_BATCH).flatMap((batch) => [
          counting(exact, batch, now),
          counting(chronic, batch, now),
        ])
        return [...new Set((await Promise.all(asked)).flat())]
      }, []),
    record: (question, hotelIds, { exactMs, chronicDates, chronicWithinMs }) =>
      guard(
        () =>
          inBatches(noPriceKeys(question), hotelIds, (keys, batch) => {
            const rules = [question.now(), exactMs, chronicDates, chronicWithinMs]
            return run('recordNoPrice', keys, [...rules, question.checkInDate, ...batch])
          }),
        undefined,
      ),
    clear: (question, hotelIds) =>
      guard(
        () =>
          inBatches(noPriceKeys(question), hotelIds, (keys, batch) =>
            run('clearNoPrice', keys, [CHANGES_KEPT_MS, ...batch]),
          ),
        undefined,
      ),
  }
}

/** How long a log of changes is stored after its last entry; a copy that has missed it is read again. */
const CHANGES_KEPT_MS = 3_600_000

function batchesOf(hotelIds: readonly number[], size: number): (readonly number[])[] {
  return Array.from({ length: Math.ceil(hotelIds.length / size) }, (_, batch) =>
    hotelIds.slice(batch * size, (batch + 1) * size),
  )
}
