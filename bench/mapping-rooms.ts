import { judgeAttributes } from '../src/mapping/rooms/judge-rooms.ts'
import { parseRoom } from '../src/mapping/rooms/parse-room.ts'
import { madeNames, madePairs, type RoomPair, trickyPairs } from '../test/support/room-pairs.ts'
import { developmentRoomPairs } from '../test/support/spec/room-pairs.ts'
import { hasShared } from '../test/support/spec/shared.ts'
import { median } from './facade.ts'
import { sized } from './size.ts'

export type RoomRow = {
  readonly pairs: string
  readonly of: string
  readonly count: number
  /** Verdicts EQUAL, and how many of them are wrong. */
  readonly equal: number
  readonly wrong: number
  /** Null where nothing was called EQUAL. */
  readonly precision: number | null
  /** With 95 % confidence at least this, by the exact binomial bound. */
  readonly precisionAtLeast: number | null
  /** Null where no pair is EQUAL. */
  readonly recall: number | null
  readonly review: number
}

export type RoomSpeedRow = { readonly pairs: string; readonly of: string; readonly perSecond: number }

const ROUNDS = sized(5, 1)
const ROUND_NAMES = sized(40_000, 200)

/** How well and how fast rooms are told apart: the development pairs, and made-up hotels of this repository with pairs that look alike. */
export function benchMappingRooms(progress: (line: string) => void): Promise<readonly (RoomRow | RoomSpeedRow)[]> {
  const sets: readonly (readonly [string, readonly RoomPair[]])[] = [
    ['development', hasShared() ? developmentRoomPairs() : []],
    ['made-up hotels', madePairs()],
    ['look alike', trickyPairs()],
  ]
  const rows = sets.filter(([, pairs]) => pairs.length > 0).flatMap(([name, pairs]) => rowsOf(name, pairs))
  progress('speed')
  return Promise.resolve([...rows, ...speeds()])
}

type JudgedRooms = { readonly pair: Pick<RoomPair, 'label'>; readonly verdict: string }
type Judged = JudgedRooms & { readonly pair: RoomPair }

function rowsOf(name: string, pairs: readonly RoomPair[]): RoomRow[] {
  const judged: readonly Judged[] = pairs.map((pair) => ({
    pair,
    verdict: judgeAttributes(parseRoom(pair.a), parseRoom(pair.b)).verdict,
  }))
  const kinds = Map.groupBy(judged, ({ pair }) => pair.kind)
  const languages = Map.groupBy(
    judged.filter(({ pair }) => pair.label === 'EQUAL'),
    ({ pair }) => `in ${pair.kind.split('-')[1]}`,
  )
  const parts = [...kinds, ...languages].sort(([a], [b]) => a.localeCompare(b))
  return [roomRowOf(name, 'all', judged), ...parts.map(([part, some]) => roomRowOf(name, part, some))]
}

/** What came out of some pairs. */
export function roomRowOf(pairs: string, of: string, judged: readonly JudgedRooms[]): RoomRow {
  const equal = judged.filter(({ verdict }) => verdict === 'EQUAL')
  const right = equal.filter(({ pair }) => pair.label === 'EQUAL').length
  const all = judged.filter(({ pair }) => pair.label === 'EQUAL').length
  return {
    pairs,
    of,
    count: judged.length,
    equal: equal.length,
    wrong: equal.length - right,
    precision: share(right, equal.length),
    precisionAtLeast: equal.length === 0 ? null : rounded(lowerBound(right, equal.length)),
    recall: share(right, all),
    review: share(judged.filter(({ verdict }) => verdict === 'REVIEW').length, judged.length) ?? 0,
  }
}

/** Null of nothing. */
function share(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded(part / whole)
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

/** The share of which `right` or more of `count` come out by chance in 5 of 100 cases (Clopper and Pearson, one-sided). */
function lowerBound(right: number, count: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (atLeast(right, count, middle) > 0.05) high = middle
    else low = middle
  }
  return low
}

/** The chance of `right` or more successes of `count`, each with the chance `each`. */
function atLeast(right: number, count: number, each: number): number {
  let chance = 0
  for (let wrong = 0; wrong <= count - right; wrong++) {
    let term = Math.log(1 - each) * wrong + Math.log(each) * (count - wrong)
    for (let one = 0; one < wrong; one++) term += Math.log(count - one) - Math.log(one + 1)
    chance += Math.exp(term)
  }
  return chance
}

function speeds(): RoomSpeedRow[] {
  const rooms = madeNames()
  const read = rooms.map(parseRoom)
  return [
    {
      pairs: 'speed',
      of: 'names read',
      perSecond: perSecond((at) => parseRoom(rooms[at % rooms.length] ?? { name: '' })),
    },
    {
      pairs: 'speed',
      of: 'pairs judged, read before',
      perSecond: perSecond((at) => {
        const [a = parseRoom({ name: '' }), b = a] = [read[at % read.length], read[(at * 7) % read.length]]
        return judgeAttributes(a, b)
      }),
    },
  ]
}

/** On one core, the median of the rounds; the first one only warms up. */
function perSecond(run: (at: number) => unknown): number {
  const rounds = Array.from({ length: ROUNDS + 1 }, () => {
    const began = performance.now()
    for (let at = 0; at < ROUND_NAMES; at++) run(at)
    return ROUND_NAMES / ((performance.now() - began) / 1_000)
  })
  return Math.round(median(rounds.slice(1)))
}
