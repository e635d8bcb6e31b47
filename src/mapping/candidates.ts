import { distanceKm, type Point } from '../domain/geo.ts'
import { cellOf, cellsAround, keysOf, latinWords, pointOf, reachKm } from './blocking.ts'
import type { HotelFacts } from './hotel-facts.ts'

/** A hotel or a listing, with what a cheap look needs of it; made once, however often it is looked at. */
export type Blocked<Id> = {
  readonly id: Id
  readonly facts: HotelFacts
  readonly point: Point | null
  readonly keys: ReadonlySet<number>
  readonly words: ReadonlySet<string>
}

/** Hotels or listings of some region, found by place and by key. */
export type Region<Id> = {
  readonly inCell: ReadonlyMap<number, readonly Blocked<Id>[]>
  readonly byKey: ReadonlyMap<number, readonly Blocked<Id>[]>
}

/** What a listing is judged against, and how many others were near, or had a key in common. */
export type Candidates<Id> = {
  readonly chosen: readonly Blocked<Id>[]
  readonly near: number
  readonly byKey: number
}

/** How many of the nearest are looked at, and how many of all are judged. */
const NEAREST = 50
const JUDGED = 20
/** The nearest are judged whatever their names: a name in another script shares no word. */
const NEAREST_JUDGED = 8
/** A key that more have is a call centre's telephone, or words that many names have. */
const MAX_BY_KEY = 30

export function toBlocked<Id>(id: Id, facts: HotelFacts): Blocked<Id> {
  return { id, facts, point: pointOf(facts), keys: new Set(keysOf(facts)), words: new Set(wordsOf(facts)) }
}

function wordsOf({ name, alternativeNames, formerNames }: HotelFacts): string[] {
  return [name, ...(alternativeNames ?? []), ...(formerNames ?? [])].flatMap(latinWords)
}

/** The cells in which a listing's candidates may lie; none without a point. */
export function cellsOf(facts: HotelFacts): number[] {
  const point = pointOf(facts)
  return point ? cellsAround(point, reachKm(facts)) : []
}

export function toRegion<Id>(members: readonly Blocked<Id>[]): Region<Id> {
  const inCell = new Map<number, Blocked<Id>[]>()
  const byKey = new Map<number, Blocked<Id>[]>()
  function enter(map: Map<number, Blocked<Id>[]>, key: number, member: Blocked<Id>): void {
    const known = map.get(key)
    if (known) known.push(member)
    else map.set(key, [member])
  }
  for (const member of members) {
    if (member.point) enter(inCell, cellOf(member.point), member)
    for (const key of member.keys) enter(byKey, key, member)
  }
  return { inCell, byKey }
}

/** Chooses whom a listing is judged against: the nearest and those with a key in common, the likeliest of both. */
export function chooseCandidates<Id>(of: Blocked<unknown>, region: Region<Id>): Candidates<Id> {
  const reach = reachKm(of.facts)
  const near = cellsOf(of.facts)
    .flatMap((cell) => region.inCell.get(cell) ?? [])
    .map((one) => ({ one, km: apart(of, one) }))
    .filter(({ km }) => km <= reach)
    .sort((a, b) => a.km - b.km)
    .slice(0, NEAREST)
  const byKey = [...of.keys].flatMap((key) => {
    const all = region.byKey.get(key) ?? []
    return all.length > MAX_BY_KEY ? [] : all
  })
  const nearest = near.slice(0, NEAREST_JUDGED).map(({ one }) => one)
  const others = new Set([...near.map(({ one }) => one), ...byKey])
  for (const one of nearest) others.delete(one)
  const likeliest = [...others]
    .map((one) => ({ one, likeness: likenessOf(of, one) }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, JUDGED - nearest.length)
  return {
    chosen: [...nearest, ...likeliest.map(({ one }) => one)],
    near: near.length,
    byKey: new Set(byKey).size,
  }
}

function apart(a: Blocked<unknown>, b: Blocked<unknown>): number {
  return a.point && b.point ? distanceKm(a.point, b.point) : Number.POSITIVE_INFINITY
}

/** A cheap look: what the two have in common, less how far apart they are. It only chooses; it decides nothing. */
function likenessOf(a: Blocked<unknown>, b: Blocked<unknown>): number {
  const words = countShared(a.words, b.words) / Math.max(1, Math.min(a.words.size, b.words.size))
  return 2 * words + countShared(a.keys, b.keys) - Math.min(2, apart(a, b))
}

function countShared<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  let shared = 0
  for (const one of a) if (b.has(one)) shared += 1
  return shared
}
