import { type Comparison, isOneCode, isOneHouse, isPrivateName, isVouched, type NameMatch } from '../compare-hotels.ts'
import type { NameWord } from '../names/name-word.ts'
import type { Evidence } from '../verdict.ts'
import { WEIGHTS } from '../weights.ts'

export function nameEvidence(comparison: Comparison): readonly Evidence[] {
  return [...nameWords(comparison), ...formerName(comparison), ...dividingWords(comparison), ...nameNumbers(comparison)]
}

function nameWords(comparison: Comparison): readonly Evidence[] {
  const { name } = comparison
  const { shared, aloneA, aloneB } = name.is
  const likeness = shared === 0 ? 0 : Math.round((100 * shared) / (shared + aloneA + aloneB)) / 100
  const told = { kind: 'NAME', a: name.a.folded, b: name.b.folded, likeness } as const
  const effect: Evidence = { ...told, effect: effectOf(name, likeness) }
  const cap = capOf(comparison)
  return cap === null ? [effect] : [effect, { ...told, effect: 'REVIEW', ...cap }]
}

function effectOf({ grade, is }: NameMatch, likeness: number): number {
  const weights = WEIGHTS.name
  if (grade === 'EQUAL') return weights.equal
  if (grade === 'BARE') return is.sharesCity ? weights.bareInCity : weights.bare
  if (grade === 'CONTAINED')
    return rounded(
      Math.max(weights.containedLeast, weights.contained + weights.containedPerWord * (is.aloneA + is.aloneB)),
    )
  if (grade === 'UNREADABLE') return is.brands === 'SAME' ? weights.unreadableOfBrand : weights.unreadable
  if (grade === 'OTHER') return weights.other
  const none = is.brands === 'SAME' ? weights.overlapNoneOfBrand : weights.overlapNone
  return rounded(none + (weights.overlapAll - none) * likeness)
}

/** What keeps names as these from being SAME, as the words that either has alone; null when nothing does. */
function capOf(comparison: Comparison): { readonly a: string | null; readonly b: string | null } | null {
  const { grade, is } = comparison.name
  const alone = { a: textOf(is.onlyA), b: textOf(is.onlyB) }
  if (grade === 'EQUAL') return isOwnName(comparison) && !is.isHosted ? null : alone
  if (grade === 'BARE') return isVouched(comparison) || isBareEnough(comparison) ? null : alone
  if (grade === 'CONTAINED') return isContainedEnough(comparison) ? null : alone
  if (grade === 'UNREADABLE') return isBrandOfHouse(comparison) ? null : alone
  return alone
}

/** Of two flats or guest houses of one name there may be several in a street. */
function isOwnName(comparison: Comparison): boolean {
  const { is } = comparison.name
  return (
    !isPrivateName(comparison.name) || is.telling > SEVERAL_WORDS || isVouched(comparison) || isAtOnePoint(comparison)
  )
}

/** More than one rare word. */
const SEVERAL_WORDS = 1.4

function isAtOnePoint({ apart }: Comparison): boolean {
  return apart !== null && !apart.isMended && apart.meters <= ONE_POINT_METERS
}

const ONE_POINT_METERS = 60
const ONE_SITE_METERS = 450

/**
 * Two names with one common word, or one brand, and no more. Chains with several houses in a street call each by the brand alone, so
 * that a brand needs the city's name beside it, which a chain gives to its only house.
 */
function isBareEnough(comparison: Comparison): boolean {
  const { apart, name, phone } = comparison
  if (apart === null || apart.isMended || phone === 'OTHER') return false
  if (name.is.sharesCity) return apart.meters <= ONE_SITE_METERS
  return isAtOnePoint(comparison) && (name.is.brands !== 'SAME' || isOneCode(comparison))
}

/** One brand at one street and number: what cannot be read beside it says where the house is. */
function isBrandOfHouse(comparison: Comparison): boolean {
  return comparison.name.is.brands === 'SAME' && isOneHouse(comparison) && !isContradicted(comparison)
}

/** A rare word, or two that are not quite, beside brand, city and street. */
const TELLING = 0.9

/**
 * The one has more words than the other. Two houses of one name, of which a supplier gives only what they share, look the same: the house or
 * the telephone must agree and nothing contradict. Words that come and go are no more then. For all others street and number must agree,
 * and what is shared must be a name of its own, one brand, or borne out by the telephone; and words that sister houses take (Royal,
 * Grand, Palace, Tower) are asked about even then.
 */
function isContainedEnough(comparison: Comparison): boolean {
  const { onlyA, onlyB, brands, telling, isHosted } = comparison.name.is
  const more = [...onlyA, ...onlyB]
  if (isHosted || isSister(comparison, more)) return false
  const isHarmless = more.every(({ role, isHard }) => (role === 'TYPE' || role === 'DIVIDING') && !isHard)
  if (isContradicted(comparison)) return isHarmless && isOneHouse(comparison)
  if (!isVouched(comparison)) return more.every(isOfMiddle) && telling >= TELLING && isNear(comparison)
  if (isOneHouse(comparison) && more.every(({ role, group }) => role === 'TYPE' || group === 'setting')) return true
  if (isHarmless) return true
  if (!isOneHouse(comparison)) return isOneSite(comparison) && telling > SEVERAL_WORDS
  return comparison.phone === 'SAME' || brands === 'SAME' || telling >= leastBeside(more)
}

/** A rare word that only the one has may be what an owner calls a second house in the yard: then the shared name must be of several. */
function leastBeside(more: readonly NameWord[]): number {
  return more.some(({ role }) => role === 'RARE') ? SEVERAL_WORDS : TELLING
}

function isContradicted({ address, phone }: Comparison): boolean {
  return phone === 'OTHER' || address === 'OTHER_HOUSE' || address === 'OTHER_STREET'
}

const STREET_WEIGHT = 0.2

/**
 * Royal, Grand, Palace; but neither beside one brand and a name that is shared (ibis Myeongdong), nor in a proper name of the house (Palacio
 * Duhau) that stands beside its brand (Park Hyatt).
 */
function isSister({ name }: Comparison, more: readonly NameWord[]): boolean {
  const isTold = name.is.telling >= TELLING || more.some(({ role }) => role === 'RARE')
  return more.some(isSisterly) && !(name.is.brands === 'SAME' && isTold)
}

/** One address without a number, one telephone, one point. */
function isOneSite(comparison: Comparison): boolean {
  return comparison.address === 'SAME_TEXT' && comparison.phone === 'SAME' && isNear(comparison)
}

/** `Centre`, which some add to the name of each house in the middle of a town. */
function isOfMiddle({ role, key }: NameWord): boolean {
  return role === 'TYPE' || key === '#centre'
}

function isNear({ apart }: Comparison): boolean {
  return apart !== null && !apart.isMended && apart.meters - apart.precisionMeters <= NEAR_METERS
}

const NEAR_METERS = 250

function isSisterly({ role, weight }: NameWord): boolean {
  return role === 'COMMON' && weight > STREET_WEIGHT && weight < 1
}

function formerName({ former, name }: Comparison): readonly Evidence[] {
  if (former === null || name.grade === 'EQUAL') return []
  return [
    { kind: 'FORMER_NAME', effect: WEIGHTS.name.former - WEIGHTS.name.other, a: former.a.folded, b: former.b.folded },
    { kind: 'FORMER_NAME', effect: 'REVIEW', a: former.a.folded, b: former.b.folded },
  ]
}

/** Tower, annex, express, airport, north: words by which a company tells its own houses apart. */
function dividingWords(comparison: Comparison): readonly Evidence[] {
  const { name } = comparison
  const [a, b] = [dividing(name.is.onlyA), dividing(name.is.onlyB)]
  if (a.length === 0 && b.length === 0) return []
  const told = { kind: 'DIVIDING_WORD', a: textOf(a), b: textOf(b) } as const
  if (a.length > 0 && b.length > 0) {
    const isOneAxis = a.some((x) => b.some((y) => x.group === y.group))
    const isNever = isOneAxis && [...a, ...b].some(({ isHard }) => isHard)
    if (isNever && !isOfOneHouse(comparison, [...a, ...b])) return [{ ...told, effect: 'NEVER' }]
    return [
      { ...told, effect: WEIGHTS.dividing.apartSoft },
      { ...told, effect: 'REVIEW' },
    ]
  }
  const isTold = isOfOneHouse(comparison, [...a, ...b]) || isHotelWithHomes(comparison, [...a, ...b])
  const isHard = [...a, ...b].some((word) => word.isHard) && !isTold
  const effect: Evidence = { ...told, effect: isHard ? WEIGHTS.dividing.hard : WEIGHTS.dividing.soft }
  return isHard ? [effect, { ...told, effect: 'REVIEW' }] : [effect]
}

/** What lies near (airport, station, centre) is near to all of a house: it tells no two apart at one street and number. */
function isOfOneHouse(comparison: Comparison, words: readonly NameWord[]): boolean {
  const isThere = isOneHouse(comparison) && comparison.phone !== 'OTHER' && !comparison.name.is.isUnreadable
  return isThere && words.every(({ group }) => group === 'setting')
}

/** `Hotel & Residences` is the hotel of one house; `Residences` alone may be flats beside it. */
function isHotelWithHomes(comparison: Comparison, words: readonly NameWord[]): boolean {
  const { onlyA } = comparison.name.is
  const { saysHotel } = words.every((word) => onlyA.includes(word)) ? comparison.name.a : comparison.name.b
  return saysHotel && words.every(({ key }) => key === '#residences') && isOneHouse(comparison)
}

function dividing(words: readonly NameWord[]): readonly NameWord[] {
  return words.filter(({ role }) => role === 'DIVIDING')
}

/** `Hotel 81 Gold`, `Nevsky 93`, `Studio M`: numbers and single letters are never slips. */
function nameNumbers({ name }: Comparison): readonly Evidence[] {
  const [a, b] = [numbersIn(name.is.onlyA), numbersIn(name.is.onlyB)]
  if (a.length === 0 && b.length === 0) return []
  const told = { kind: 'NAME_NUMBER', a: textOf(a), b: textOf(b) } as const
  if (a.length > 0 && b.length > 0) return [{ ...told, effect: 'NEVER' }]
  return [
    { ...told, effect: WEIGHTS.number.one },
    { ...told, effect: 'REVIEW' },
  ]
}

function numbersIn(words: readonly NameWord[]): readonly NameWord[] {
  return words.filter(({ role }) => role === 'NUMBER')
}

function textOf(words: readonly NameWord[]): string | null {
  return words.length === 0 ? null : words.map(({ text }) => text).join(' ')
}

function rounded(effect: number): number {
  return Math.round(effect * 100) / 100
}
