import type { LabelledPair } from '../../../bench/mapping-pairs.ts'
import type { HotelFacts } from '../../../src/mapping/hotel-facts.ts'

/** How a supplier's point goes wrong: by typing, by a form's columns, by a geocoder that knows the street or the town only. */
const FAULTS = {
  /** The first two decimals in the other order. */
  digits: ([latitude, longitude]) => [turned(latitude), turned(longitude)],
  swapped: ([latitude, longitude]) => [longitude, latitude],
  sign: ([latitude, longitude]) => [latitude, -longitude],
  /** The town's middle, to two decimals, some kilometres off. */
  town: ([latitude, longitude]) => [rounded(latitude + 0.02, 2), rounded(longitude - 0.02, 2)],
  /** Elsewhere in a long street, 1.2 to 2.5 km off. */
  street: ([latitude, longitude], share) => [rounded(latitude + 0.011 + 0.011 * share, 6), longitude],
  /** A place of the same name in another part of the country. */
  namesake: ([latitude, longitude], share) => [
    rounded(latitude + 1 + share, 5),
    rounded(longitude + (longitude > 0 ? -1 : 1), 5),
  ],
} as const satisfies Record<string, (point: Point, share: number) => Point>

export type PointFault = keyof typeof FAULTS
type Point = readonly [latitude: number, longitude: number]

/** The pairs of which the second side tells a point, each with that point wrong in one of these ways, in turns. */
export function misplaced(pairs: readonly LabelledPair[]): readonly (LabelledPair & { readonly fault: PointFault })[] {
  const faults = Object.keys(FAULTS) as PointFault[] // the keys of the record above
  return pairs
    .filter(({ b }) => b.latitude !== null && b.longitude !== null)
    .map((pair, index) => {
      const fault = faults[index % faults.length] ?? 'digits'
      return { ...pair, fault, b: withPoint(pair.b, FAULTS[fault](pointOf(pair.b), ((index * 7) % 10) / 10)) }
    })
}

function pointOf({ latitude, longitude }: HotelFacts): Point {
  return [latitude ?? 0, longitude ?? 0]
}

function withPoint(facts: HotelFacts, [latitude, longitude]: Point): HotelFacts {
  return { ...facts, latitude, longitude }
}

function turned(degrees: number): number {
  return Number(degrees.toFixed(5).replace(/\.(\d)(\d)/, '.$2$1'))
}

function rounded(degrees: number, digits: number): number {
  return Number(degrees.toFixed(digits))
}
