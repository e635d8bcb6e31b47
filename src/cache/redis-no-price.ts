import type { Cache, NoPriceQuestion } from './cache.ts'
import { changesKey, noPriceKeys } from './no-price-keys.ts'
import { createNoPriceCopies } from './redis-no-price-copies.ts'
import type { Wire } from './redis-wire.ts'

/** How many hotels one script call handles: well below the limit of `unpack`, and some milliseconds of the server's time. */
const SCRIPT_BATCH = 250
/** How many hotels one query about single hotels may have. */
const ASK_BATCH = 1_000

export function redisNoPrice(wire: Wire): Cache['noPrice'] {
  const { redis, key, guard, run, together } = wire
  const copies = createNoPriceCopies(wire)

  /** Sends the batches one after the other; what is sent of each may be for different servers. */
  function inBatches(
    question: NoPriceQuestion,
    hotelIds: readonly number[],
    send: (batch: Batch) => readonly Promise<unknown>[],
  ): Promise<void> {
    return guard(async () => {
      const keys = noPriceKeys(question, together)
      const exact = [keys.exact, changesKey(keys.exact)].map(key)
      const chronic = [keys.chronic, changesKey(keys.chronic)]
      for (const ids of batchesOf(hotelIds, SCRIPT_BATCH))
        await Promise.all(send({ ids, exact, chronic: [...chronic, ...ids.map(keys.history)].map(key) }))
    }, undefined)
  }

  /** The hotels whose time in the set has not passed. */
  async function counting(set: string, hotelIds: readonly number[], now: number): Promise<readonly number[]> {
    const until = await redis.zmscore(key(set), ...hotelIds.map(String))
    return hotelIds.filter((_, index) => Number(until[index] ?? 0) > now)
  }

  return {
    known: (question) => copies.known(noPriceKeys(question, together)),
    hear: (question) => copies.hear(noPriceKeys(question, together)),
    among: (question, hotelIds) =>
      guard(async () => {
        const { exact, chronic } = noPriceKeys(question, together)
        const now = question.now()
        const asked = batchesOf(hotelIds, ASK_BATCH).flatMap((batch) => [
          counting(exact, batch, now),
          counting(chronic, batch, now),
        ])
        return [...new Set((await Promise.all(asked)).flat())]
      }, []),
    record: (question, hotelIds, { exactMs, chronicDates, chronicWithinMs }) => {
      const { checkInDate, now } = question
      return inBatches(question, hotelIds, ({ ids, exact, chronic }) => [
        run('recordExact', exact, [now(), exactMs, ...ids]),
        run('recordChronic', chronic, [now(), chronicDates, chronicWithinMs, checkInDate, ...ids]),
      ])
    },
    clear: (question, hotelIds) =>
      inBatches(question, hotelIds, ({ ids, exact, chronic }) =>
        [exact, chronic].map((keys) => run('clearNoPrice', keys, [CHANGES_KEPT_MS, ...ids])),
      ),
  }
}

/** Hotels of one script call, with the keys of a question's set, and of the scope's with these hotels' histories. */
type Batch = {
  readonly ids: readonly number[]
  readonly exact: readonly string[]
  readonly chronic: readonly string[]
}

/** How long a log of changes is stored after its last entry; a copy that has missed it is read again. */
const CHANGES_KEPT_MS = 3_600_000

function batchesOf(hotelIds: readonly number[], size: number): (readonly number[])[] {
  return Array.from({ length: Math.ceil(hotelIds.length / size) }, (_, batch) =>
    hotelIds.slice(batch * size, (batch + 1) * size),
  )
}
