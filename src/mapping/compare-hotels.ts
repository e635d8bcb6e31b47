import { compareNames, type NameComparison } from './names/compare-names.ts'
import type { NameWord } from './names/name-word.ts'
import type { NameReading } from './names/read-name.ts'
import { type AddressRelation, compareAddresses } from './places/compare-addresses.ts'
import { isSamePhone } from './places/phones.ts'
import { type Apart, metersApart } from './places/points.ts'
import type { PreparedHotel, WrittenName } from './prepare-hotel.ts'
import { LATIN_SCRIPT, type Scripts } from './text/scripts.ts'

export type Pair = { readonly a: PreparedHotel; readonly b: PreparedHotel }

/** Two names that were compared, and how they agree. */
export type NameMatch = {
  readonly a: NameReading
  readonly b: NameReading
  readonly is: NameComparison
  readonly grade: NameGrade
}

/**
 * EQUAL: neither name has a word that the other lacks. BARE: so too, but what they share many hotels have. CONTAINED: one name has all of
 * the other and more. OVERLAP: both have words of their own beside shared ones. OTHER: nothing that tells is shared. UNREADABLE:
 * what is left of them cannot be compared.
 */
export type NameGrade = 'EQUAL' | 'BARE' | 'CONTAINED' | 'OVERLAP' | 'OTHER' | 'UNREADABLE'

export type Comparison = Pair & {
  readonly name: NameMatch
  /** The best match of a former name of the one with a name of the other. */
  readonly former: NameMatch | null
  /** Null: one side does not tell. */
  readonly address: AddressRelation | null
  readonly phone: 'SAME' | 'OTHER' | null
  readonly apart: Apart | null
}

export function compareHotels(a: PreparedHotel, b: PreparedHotel): Comparison {
  const address = a.address && b.address && compareAddresses(a.address, b.address)
  const apart = a.place && b.place && metersApart(a.place, b.place)
  const isElsewhere = address === 'OTHER_HOUSE' || address === 'OTHER_STREET'
  const pair = { a, b, isElsewhere, isThere: address === 'SAME_HOUSE' && !isFar(apart) }
  return {
    a,
    b,
    name: bestMatch(pair, a.names, b.names),
    former: formerMatch(pair),
    address,
    phone: comparePhones(a, b),
    apart,
  }
}

/** `isElsewhere`: the addresses contradict. `isThere`: they are of one house. */
type Named = Pair & { readonly isElsewhere: boolean; readonly isThere: boolean }

/** Less than a short word alone says nothing. */
const NOTHING_ALONE = 0.36
/** A rare word with a slip in it, or two that are not quite rare. */
const ENOUGH_SHARED = 0.8
const SOME_SHARED = 0.4

function gradeOf(is: NameComparison, isThere: boolean): NameGrade {
  const { shared, aloneA, aloneB, isUnreadable } = is
  // At one street and number, the airport or the middle of a town is near to both: the other name's own words contain this one.
  const [lessA, lessB] = isThere ? [aloneA - settingIn(is.onlyA), aloneB - settingIn(is.onlyB)] : [aloneA, aloneB]
  const [less, more] = [Math.min(lessA, lessB), Math.max(aloneA, aloneB)]
  if (isUnreadable) return 'UNREADABLE'
  if (more <= NOTHING_ALONE && shared > 0) return shared >= ENOUGH_SHARED ? 'EQUAL' : 'BARE'
  if (shared < SOME_SHARED) return 'OTHER'
  return less <= NOTHING_ALONE ? 'CONTAINED' : 'OVERLAP'
}

function settingIn(words: readonly NameWord[]): number {
  return words.reduce((sum, word) => sum + (isAround(word) ? word.weight : 0), 0)
}

function isAround({ group, isHard, key }: NameWord): boolean {
  return group === 'setting' && (!isHard || key === '#airport')
}

const GRADES: readonly NameGrade[] = ['EQUAL', 'BARE', 'CONTAINED', 'UNREADABLE', 'OVERLAP', 'OTHER']

/**
 * Of a listing's names in several languages, the two that agree best. Names that are written alike are compared with each other: what
 * `South` says in English, its sound in Japanese must not take back. Only where names in one script have nothing in common are sounds asked,
 * and only of a script that one of the listings does not write in.
 */
function bestMatch(pair: Named, namesA: readonly WrittenName[], namesB: readonly WrittenName[]): NameMatch {
  const [onlyA, onlyB] = [namesA[0], namesB[0]]
  // Most listings have one name, and each pair is judged some ten thousand times a second.
  if (onlyA && onlyB && namesA.length === 1 && namesB.length === 1) return matchOf(pair, onlyA, onlyB)
  const tiers = tiersOf(namesA, namesB)
  const matches = tiers.map((names) => bestOf(names.map(([a, b]) => matchOf(pair, a, b))))
  const related = matches.find((match) => match !== null && match.grade !== 'OTHER' && match.grade !== 'UNREADABLE')
  const best = related ?? bestOf(matches.filter((match) => match !== null))
  if (best === null) throw new Error('a listing without a name')
  return best
}

function bestOf(matches: readonly NameMatch[]): NameMatch | null {
  const [first, ...others] = matches
  return first ? others.reduce((best, one) => (rankOf(one) > rankOf(best) ? one : best), first) : null
}

type Names = readonly [WrittenName, WrittenName]

function tiersOf(namesA: readonly WrittenName[], namesB: readonly WrittenName[]): readonly (readonly Names[])[] {
  const shared = allScripts(namesA) & allScripts(namesB)
  const pairs = namesA.flatMap((a) => namesB.map((b) => ({ names: [a, b] as const, tier: tierOf(a, b, shared) })))
  return TIERS.map((tier) => pairs.filter((one) => one.tier === tier).map(({ names }) => names))
}

function allScripts(names: readonly WrittenName[]): Scripts {
  return names.reduce((bits, { scripts }) => bits | scripts, 0)
}

/** Which names are compared first. What is in none of them is not compared. */
const TIERS = ['LATIN', 'ONE_SCRIPT', 'TWO_SCRIPTS'] as const
type Tier = (typeof TIERS)[number] | null

function tierOf(a: WrittenName, b: WrittenName, shared: Scripts): Tier {
  if (a.scripts === b.scripts && (a.scripts === LATIN_SCRIPT || a.scripts === 0)) return 'LATIN'
  if ((a.scripts & b.scripts) !== 0) return 'ONE_SCRIPT'
  return (a.scripts & shared) !== 0 && (b.scripts & shared) !== 0 ? null : 'TWO_SCRIPTS'
}

function rankOf({ grade, is }: NameMatch): number {
  return is.shared - is.aloneA - is.aloneB - 10 * GRADES.indexOf(grade)
}

function matchOf(pair: Named, a: NameReading, b: NameReading): NameMatch {
  const is = compareNames({ name: a, around: pair.a.around }, { name: b, around: pair.b.around }, pair.isElsewhere)
  return { a, b, is, grade: isWordless(a) && isWordless(b) ? gradeOfWordless(a, b) : gradeOf(is, pair.isThere) }
}

/** `The Hotel`: it has nothing but words that say nothing. */
function isWordless({ words, brands }: NameReading): boolean {
  return words.length === 0 && brands.length === 0
}

function gradeOfWordless(a: NameReading, b: NameReading): NameGrade {
  return a.folded === b.folded ? 'BARE' : 'UNREADABLE'
}

function formerMatch(pair: Named): NameMatch | null {
  const { a, b } = pair
  const matches = [
    ...(a.formerNames.length > 0 ? [bestMatch(pair, a.formerNames, b.names)] : []),
    ...(b.formerNames.length > 0 ? [bestMatch(pair, a.names, b.formerNames)] : []),
  ]
  return matches.find(({ grade }) => grade === 'EQUAL') ?? matches.find(({ grade }) => grade === 'CONTAINED') ?? null
}

function comparePhones({ phones: a }: PreparedHotel, { phones: b }: PreparedHotel): Comparison['phone'] {
  if (a.length === 0 || b.length === 0) return null
  return a.some((one) => b.some((other) => isSamePhone(one, other))) ? 'SAME' : 'OTHER'
}

const SAME_SITE_METERS = 1_000

/** The two say one house: its street and number, and no point that says otherwise. */
export function isOneHouse({ address, apart }: Comparison): boolean {
  return address === 'SAME_HOUSE' && !isFar(apart)
}

/** Something that is no name says that it is one house. */
export function isVouched(comparison: Comparison): boolean {
  return isOneHouse(comparison) || comparison.phone === 'SAME'
}

export function isFar(apart: Apart | null): boolean {
  return apart !== null && apart.meters > SAME_SITE_METERS + apart.precisionMeters
}

/** Flats, villas and guest houses bear the names of women, flowers and views, and an agent's address and telephone. */
const PRIVATE: ReadonlySet<string> = new Set(['apartment', 'villa', 'guesthouse'])

export function isPrivateName({ a, b }: NameMatch): boolean {
  return [a, b].some(({ words }) => words.some(({ role, group }) => role === 'TYPE' && PRIVATE.has(group)))
}

/** Null: one side does not tell. */
export function isSameCity({ a, b }: Pair): boolean | null {
  if (a.cityWords.length === 0 || b.cityWords.length === 0) return null
  return a.cityId === null ? a.cityWords.join(' ') === b.cityWords.join(' ') : a.cityId === b.cityId
}

/** One postcode where a code has a handful of houses. */
export function isOneCode({ a, b }: Pair): boolean {
  return (
    a.postcode !== null && b.postcode !== null && a.postcode.reach === 'HOUSES' && a.postcode.text === b.postcode.text
  )
}
