import { setImmediate as breathe } from 'node:timers/promises'
import {
  dayNumber,
  type Observed,
  recentNightly,
  recommendation,
  typicalNightly,
  valuePermille,
} from '../domain/observed-price.ts'
import { dateInZone, type Instant } from '../domain/time.ts'
import type { PriceObservations } from '../store/price-observations.ts'
import type { Store } from '../store/store.ts'
import { growingColumn } from './columns.ts'
import { starsKey, starsOf } from './edition.ts'
import { orderBy } from './order-by.ts'
import { type Ranking, type RankingColumns, typicalKey, UNKNOWN_VALUE } from './ranking.ts'

/** How many hotels' observations are read together. */
const PAGE = 2_000
/** Lists are sorted by the price for two guests. */
const SORT_PARTY = 2

type Inputs = Pick<Ranking, 'version' | 'createdAt' | 'edition'>

/** Computes all orders of an edition from the prices that suppliers returned recently, and yields to other work in between. */
export async function makeRankingOf(
  { store }: { readonly store: { readonly priceObservations: Pick<Store['priceObservations'], 'ofHotels'> } },
  inputs: Inputs,
): Promise<Ranking> {
  const { edition, createdAt } = inputs
  const { hotelIds, estimates, weights } = edition.columns
  const { count } = edition
  const nightly = estimates.slice()
  const recommendations = new Int32Array(count)
  const values = new Int32Array(count).fill(UNKNOWN_VALUE)
  const isObserved = new Uint8Array(count)
  const typicalKeys = growingColumn((length) => new Uint32Array(length))
  const typicals = growingColumn((length) => new Uint32Array(length))
  const today = todayNumber(createdAt)

  for (let from = 0; from < count; from += PAGE) {
    const to = Math.min(count, from + PAGE)
    const observed = await store.priceObservations.ofHotels(hotelIds[from] ?? 0, hotelIds[to - 1] ?? 0)
    const byHotel = Map.groupBy(observed, ({ hotelId }) => hotelId)
    if (byHotel.size > 0)
      for (let row = from; row < to; row++) {
        const kinds = byHotel.get(hotelIds[row] ?? 0)
        if (!kinds) continue
        for (const [key, typical] of typicalsOf(row, kinds, today)) {
          typicalKeys.push(key)
          typicals.push(typical)
        }
        const ofTwo = kinds.filter(({ party }) => party === SORT_PARTY).flatMap(observedOf)
        const recent = recentNightly(ofTwo, today)
        if (recent === null) continue
        nightly[row] = recent
        isObserved[row] = 1
        const typical = typicalNightly(ofTwo, today)
        if (typical !== null) values[row] = valuePermille(recent, typical)
      }
    await breathe()
  }

  for (let row = 0; row < count; row++) {
    const value = values[row] ?? UNKNOWN_VALUE
    recommendations[row] = recommendation({
      weight: weights[row] ?? 0,
      stars: starsOf(edition, row),
      valuePermille: value === UNKNOWN_VALUE ? null : value,
      isObserved: isObserved[row] === 1,
    })
  }
  const scratch = new Float64Array(count)
  async function order(keyOf: (row: number) => number): Promise<Uint32Array<ArrayBuffer>> {
    await breathe()
    return orderBy(count, keyOf, scratch)
  }
  const columns: RankingColumns = {
    nightly,
    recommendations,
    values,
    byRecommendation: await order((row) => -(recommendations[row] ?? 0)),
    byPrice: await order((row) => nightly[row] ?? 0),
    byPriceDown: await order((row) => -(nightly[row] ?? 0)),
    byStars: await order((row) => -starsKey(edition, row)),
    byValue: await order((row) => -(values[row] ?? 0)),
    typicalKeys: typicalKeys.finish(),
    typicalNightly: typicals.finish(),
  }
  return { ...inputs, columns }
}

/** The current day number. Observations are dated in UTC: a day more or less is negligible in ninety. */
function todayNumber(at: Instant): number {
  return dayNumber(dateInZone(at, 'UTC'))
}

function observedOf({ days, nightlyUsdCents }: PriceObservations): Observed[] {
  return days.map((day, index) => ({ day, nightlyUsdCents: nightlyUsdCents[index] ?? 0 }))
}

/** The typical prices of a row, ordered by key. */
function typicalsOf(row: number, kinds: readonly PriceObservations[], today: number): [key: number, typical: number][] {
  return kinds
    .flatMap((kind): [number, number][] => {
      const typical = typicalNightly(observedOf(kind), today)
      return typical === null ? [] : [[typicalKey(row, kind.party, kind.weekdayClass), typical]]
    })
    .sort(([a], [b]) => a - b)
}
