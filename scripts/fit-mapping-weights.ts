/**
 * Says whether the weights of src/mapping/weights.ts are about right: logistic regression of a factor for each kind of evidence over the
 * labelled pairs, each city held out in turn. Prints the factors, and how often hand-set and fitted weights are wrong on cities that the
 * fit has not seen. It changes nothing: node scripts/fit-mapping-weights.ts
 */
import { developmentPairs } from '../bench/mapping-pairs.ts'
import { judgeHotels, prepareHotel } from '../src/mapping/judge-hotels.ts'
import { EVIDENCE_KINDS } from '../src/mapping/verdict.ts'
import { LEAST, WEIGHTS } from '../src/mapping/weights.ts'
import { makePairs } from '../test/mapping/pairs/make-pairs.ts'
import { hasShared } from '../test/support/spec/shared.ts'

type Sample = {
  readonly city: string
  readonly isSame: boolean
  /** The sum of numeric effects by kind, the constant last. */
  readonly effects: readonly number[]
  /** No rule has decided it. */
  readonly isOpen: boolean
}

const STEPS = 400
const RATE = 0.3
/** Pulls the factors to 1, which is what was set by hand. */
const PULL = 0.02

const samples = labelledPairs().map(({ a, b, label }): Sample => {
  const { evidence } = judgeHotels(prepareHotel(a), prepareHotel(b))
  const effects = EVIDENCE_KINDS.map((kind) =>
    evidence.reduce((sum, one) => sum + (one.kind === kind && typeof one.effect === 'number' ? one.effect : 0), 0),
  )
  const isOpen = !evidence.some(
    ({ kind, effect }) => effect === 'NEVER' || effect === 'REVIEW' || kind === 'OTHER_NAME',
  )
  return { city: `${a.countryCode} ${a.city}`, isSame: label === 'SAME', effects: [...effects, WEIGHTS.start], isOpen }
})

const byHand = EVIDENCE_KINDS.map(() => 1).concat(1)
const cities = [...new Set(samples.map(({ city }) => city))]
const folds = Array.from({ length: 10 }, (_, fold) => new Set(cities.filter((_city, index) => index % 10 === fold)))
const held = folds.flatMap((fold) => {
  const factors = fit(samples.filter(({ city }) => !fold.has(city)))
  return samples.filter(({ city }) => fold.has(city)).map((sample) => ({ sample, fitted: sumOf(sample, factors) }))
})

console.table([
  { weights: 'by hand', ...scoreOf(held.map(({ sample }) => ({ sample, sum: sumOf(sample, byHand) }))) },
  { weights: 'fitted, cities held out', ...scoreOf(held.map(({ sample, fitted }) => ({ sample, sum: fitted }))) },
])
const factors = fit(samples)
console.table(
  Object.fromEntries(
    [...EVIDENCE_KINDS, 'start'].map((kind, index) => [kind, Number((factors[index] ?? 0).toFixed(2))]),
  ),
)

function labelledPairs() {
  const ours = [...makePairs(1), ...makePairs(1, 'more-hotels.txt')]
  if (!hasShared()) return ours
  return [...developmentPairs('hotels-dev.ndjson'), ...developmentPairs('hotels-osm-dev.ndjson'), ...ours]
}

function fit(train: readonly Sample[]): readonly number[] {
  let factorsNow = [...byHand]
  for (let step = 0; step < STEPS; step++) {
    const slope = factorsNow.map((factor) => PULL * (factor - 1))
    for (const sample of train) {
      const error = chance(sumOf(sample, factorsNow)) - (sample.isSame ? 1 : 0)
      for (const [index, effect] of sample.effects.entries())
        slope[index] = (slope[index] ?? 0) + (error * effect) / train.length
    }
    factorsNow = factorsNow.map((factor, index) => factor - RATE * (slope[index] ?? 0))
  }
  return factorsNow
}

function sumOf({ effects }: Sample, by: readonly number[]): number {
  return effects.reduce((sum, effect, index) => sum + effect * (by[index] ?? 1), 0)
}

function chance(sum: number): number {
  return 1 / (1 + Math.exp(-sum))
}

/** How the sums alone do, and how they do where no rule has decided. */
function scoreOf(judged: readonly { readonly sample: Sample; readonly sum: number }[]): object {
  const loss = judged.reduce(
    (total, { sample, sum }) => total - Math.log(Math.max(1e-9, sample.isSame ? chance(sum) : 1 - chance(sum))),
    0,
  )
  const open = judged.filter(({ sample }) => sample.isOpen)
  return {
    pairs: judged.length,
    logLoss: Number((loss / judged.length).toFixed(3)),
    'wrong by sum alone': judged.filter(({ sample, sum }) => !sample.isSame && sum >= LEAST.same).length,
    'wrong after the rules': open.filter(({ sample, sum }) => !sample.isSame && sum >= LEAST.same).length,
    'AUTO after the rules': open.filter(({ sum }) => sum >= LEAST.same).length,
    'lost after the rules': open.filter(({ sample, sum }) => sample.isSame && sum < LEAST.review).length,
  }
}
