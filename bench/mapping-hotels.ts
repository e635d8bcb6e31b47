import { judgeHotels, prepareHotel } from '../src/mapping/judge-hotels.ts'
import type { Verdict } from '../src/mapping/verdict.ts'
import { makePairs } from '../test/mapping/pairs/make-pairs.ts'
import { hasShared } from '../test/support/spec/shared.ts'
import { developmentPairs, type LabelledPair } from './mapping-pairs.ts'
import { sized } from './size.ts'

const SEEDS = sized([1, 2, 3], [1])
const SPEED_ROUNDS = sized(20, 1)

/** A set, or a kind of its pairs. Shares are of 1; empty cells do not apply. */
export type HotelPairsRow = {
  readonly set: string
  readonly kind: string
  readonly pairs: number
  readonly same: number
  readonly review: number
  readonly different: number
  /** Pairs that are two hotels and were called one. */
  readonly wrong: number
  /** Pairs that are one hotel and were called two. */
  readonly lost: number
  readonly precision: number | ''
  /** Of precision, one-sided, 95 %. */
  readonly atLeast: number | ''
  readonly recall: number | ''
  readonly reviewShare: number
}

/** How the judge does on pairs of hotels, by set and by kind. */
export function hotelPairRows(): readonly HotelPairsRow[] {
  return sets().flatMap(([set, pairs]) => {
    const judged = pairs.map((pair) => ({ ...pair, verdict: judge(pair) }))
    const kinds = [...Map.groupBy(judged, ({ kind }) => kind)].sort(([a], [b]) => (a < b ? -1 : 1))
    return [rowOf(set, 'all', judged), ...kinds.map(([kind, some]) => rowOf(set, kind, some))]
  })
}

/** Pairs a second on this core, both listings prepared anew for each pair, as `mapping judge` does. */
export function hotelPairsPerSecond(): number {
  const pairs = sets().flatMap(([, some]) => some)
  for (const pair of pairs) judge(pair)
  const started = process.cpuUsage()
  for (let round = 0; round < SPEED_ROUNDS; round++) for (const pair of pairs) judge(pair)
  const { user, system } = process.cpuUsage(started)
  return Math.round((1_000_000 * SPEED_ROUNDS * pairs.length) / (user + system))
}

function sets(): readonly (readonly [string, readonly LabelledPair[]])[] {
  const development = hasShared()
    ? ([
        ['development', developmentPairs('hotels-dev.ndjson')],
        ['map data', developmentPairs('hotels-osm-dev.ndjson')],
      ] as const)
    : []
  return [
    ...development,
    ['other cities', SEEDS.flatMap((seed) => makePairs(seed))],
    ['more cities', SEEDS.flatMap((seed) => makePairs(seed, 'more-hotels.txt'))],
    ['third cities', SEEDS.flatMap((seed) => makePairs(seed, 'third-hotels.txt'))],
    ['fourth cities', SEEDS.flatMap((seed) => makePairs(seed, 'fourth-hotels.txt'))],
    ['fifth list', SEEDS.flatMap((seed) => makePairs(seed, 'fifth-hotels.txt'))],
  ]
}

function judge({ a, b }: LabelledPair): Verdict {
  return judgeHotels(prepareHotel(a), prepareHotel(b)).verdict
}

export type Judged = Pick<LabelledPair, 'label'> & { readonly verdict: Verdict }

/** What came out of some pairs. */
export function rowOf(set: string, kind: string, judged: readonly Judged[]): HotelPairsRow {
  const same = countOf(judged, { verdict: 'SAME' })
  const wrong = countOf(judged, { verdict: 'SAME', label: 'DIFFERENT' })
  const trulySame = countOf(judged, { label: 'SAME' })
  const review = countOf(judged, { verdict: 'REVIEW' })
  return {
    set,
    kind,
    pairs: judged.length,
    same,
    review,
    different: countOf(judged, { verdict: 'DIFFERENT' }),
    wrong,
    lost: countOf(judged, { verdict: 'DIFFERENT', label: 'SAME' }),
    precision: same === 0 ? '' : rounded((same - wrong) / same),
    atLeast: same === 0 ? '' : rounded(leastPrecision(same, wrong)),
    recall: trulySame === 0 ? '' : rounded((same - wrong) / trulySame),
    reviewShare: rounded(review / judged.length),
  }
}

function countOf(judged: readonly Judged[], wanted: Partial<Judged>): number {
  return judged.filter(
    ({ label, verdict }) => (wanted.label ?? label) === label && (wanted.verdict ?? verdict) === verdict,
  ).length
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000
}

/**
 * The precision below which so few errors would be seen with a chance of less than 5 % (Clopper and Pearson). 3,000 verdicts without an
 * error show 0.999.
 */
export function leastPrecision(verdicts: number, errors: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 50; step++) {
    const rate = (low + high) / 2
    if (chanceOfAtMost(errors, verdicts, rate) > 0.05) low = rate
    else high = rate
  }
  return 1 - low
}

/** The chance of at most so many errors in so many trials (binomial). */
function chanceOfAtMost(errors: number, trials: number, rate: number): number {
  let term = (1 - rate) ** trials
  let sum = term
  for (let k = 1; k <= errors; k++) {
    term *= ((trials - k + 1) / k) * (rate / (1 - rate))
    sum += term
  }
  return sum
}
