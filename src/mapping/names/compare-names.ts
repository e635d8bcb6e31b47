import { alignWords, type SharedWord } from './align-words.ts'
import type { BrandRelation } from './compare-brands.ts'
import type { NameWord } from './name-word.ts'
import type { NameReading } from './read-name.ts'
import { compareSpeltBrands } from './spelt-brands.ts'

/** What is known of a listing beside its name, by which words of the other's name are explained. All folded, in Latin letters. */
export type Surroundings = {
  readonly cityWords: ReadonlySet<string>
  /** What its country is called, and the parts of it. */
  readonly regionWords: ReadonlySet<string>
  readonly addressWords: ReadonlySet<string>
  readonly chainWords: ReadonlySet<string>
  readonly houseNumbers: ReadonlySet<string>
}

export type NameComparison = {
  /** Weight of the words, and of the brand, that both have. */
  readonly shared: number
  /** Of these, without the brand, and little for words of the street that all its houses may bear. */
  readonly telling: number
  /** The name of the city stands in both. */
  readonly sharesCity: boolean
  /** What either has alone and nothing explains. */
  readonly onlyA: readonly NameWord[]
  readonly onlyB: readonly NameWord[]
  readonly aloneA: number
  readonly aloneB: number
  readonly brands: BrandRelation
  /** All that the names share is where the one says that it is: `The Signature at MGM Grand`, `MGM Grand`. */
  readonly isHosted: boolean
  /** Words on both sides that cannot be compared, because one of them tells a meaning in another script. */
  readonly isUnreadable: boolean
}

/** What a common brand is worth beside a rare word's 1: a city has several houses of it. */
const BRAND_WEIGHT = 0.6
/** What a word of the street is worth where the names differ otherwise. */
const STREET_WORD = 0.4
/** Less shared than this, and no word is explained away: the two names have nothing to do with each other. */
const RELATED = 0.5

export type Side = { readonly name: NameReading; readonly around: Surroundings }

/** `isElsewhere`: the addresses contradict, so that they explain no words of the names. */
export function compareNames(a: Side, b: Side, isElsewhere: boolean): NameComparison {
  const aligned = alignWords(a.name.words, b.name.words)
  const { brands, onlyA, onlyB } = compareSpeltBrands(a.name, b.name, aligned)
  const hasBrand = brands === 'SAME' || brands === 'MORE'
  const shared = weightOfShared(aligned.shared) + (hasBrand ? BRAND_WEIGHT : 0)
  const explains = { isRelated: shared >= RELATED, isElsewhere }
  const [restA, restB] = bothUnexplained(
    { words: onlyA, around: a.around },
    { words: onlyB, around: b.around },
    { ...explains, isOfOwner: hasBrand && [...a.name.brands, ...b.name.brands].some(({ isFlagship }) => isFlagship) },
  )
  const telling = tellingWeight(aligned.shared, a.around, b.around)
  // A brand that only one name has comes and goes, but not beside a name that has something else instead of it.
  const unbranded = weightOf(a.name.brands.length > 0 ? restB : restA)
  const isInstead = telling < BRAND_WEIGHT || unbranded >= BRAND_WEIGHT / 2
  const brandAlone = brands === 'ONE' && isInstead ? BRAND_WEIGHT : 0
  return {
    shared,
    telling,
    sharesCity: aligned.shared.some(({ word }) => word.role === 'PLACE'),
    onlyA: restA,
    onlyB: restB,
    aloneA: weightOf(restA) + (a.name.brands.length > 0 ? brandAlone : 0),
    aloneB: weightOf(restB) + (b.name.brands.length > 0 ? brandAlone : 0),
    brands,
    isHosted: isHosted(a.name, restA, aligned.shared) || isHosted(b.name, restB, aligned.shared),
    isUnreadable: areUnreadable(restA, restB) || areUnreadable(restB, restA),
  }
}

type Rest = { readonly words: readonly NameWord[]; readonly around: Surroundings }
type Relation = { readonly isRelated: boolean; readonly isElsewhere: boolean; readonly isOfOwner: boolean }

/**
 * What either name has alone and nothing explains. The street is called so for all its houses: where two names have an owner's own brand,
 * which may be short for any of its brands, and the one a word that nothing explains, a word that the other has alone is not explained by
 * the street either (Original Sokos Hotel Viru and Solo Sokos Estoria, both at Viru väljak 4).
 */
function bothUnexplained(
  a: Rest,
  b: Rest,
  { isOfOwner, ...relation }: Relation,
): readonly [readonly NameWord[], readonly NameWord[]] {
  const toA = { own: a.around, other: b.around, others: b.words, ...relation }
  const toB = { own: b.around, other: a.around, others: a.words, ...relation }
  const [restA, restB] = [unexplained(a.words, toA), unexplained(b.words, toB)]
  if (!isOfOwner || (!restA.some(isRare) && !restB.some(isRare))) return [restA, restB]
  return [
    restB.some(isRare) ? unexplained(a.words, { ...toA, isElsewhere: true }) : restA,
    restA.some(isRare) ? unexplained(b.words, { ...toB, isElsewhere: true }) : restB,
  ]
}

function isRare({ role, isForeign }: NameWord): boolean {
  return role === 'RARE' && !isForeign
}

type Explanation = {
  readonly own: Surroundings
  readonly other: Surroundings
  /** What the other name has alone. */
  readonly others: readonly NameWord[]
  readonly isRelated: boolean
  readonly isElsewhere: boolean
}

/** Without the words that the listing's or the other's city, address or chain explains. */
function unexplained(words: readonly NameWord[], explanation: Explanation): readonly NameWord[] {
  if (words.length === 0) return words
  const { own, other, others, isRelated, isElsewhere } = explanation
  const isNumbered = others.some(({ role }) => role === 'NUMBER')
  return words.filter((word) => {
    if (word.role === 'PLACE' || own.cityWords.has(word.text) || other.cityWords.has(word.text)) return false
    if (!isRelated) return true
    // That its own chain is called so says nothing about a house whose supplier names another chain, or none.
    if (other.chainWords.has(word.text) || own.regionWords.has(word.text)) return false
    if (word.role === 'NUMBER')
      return isNumbered || !(own.houseNumbers.has(word.text) || other.houseNumbers.has(word.text))
    return isElsewhere || !other.addressWords.has(word.text)
  })
}

function weightOfShared(shared: readonly SharedWord[]): number {
  return shared.reduce((sum, { word, likeness }) => sum + word.weight * likeness, 0)
}

function tellingWeight(shared: readonly SharedWord[], a: Surroundings, b: Surroundings): number {
  return shared.reduce((sum, { word, likeness }) => {
    const isOfPlace = a.addressWords.has(word.text) || b.addressWords.has(word.text)
    const isOfCity = a.cityWords.has(word.text) || b.cityWords.has(word.text)
    return sum + (isOfCity ? 0 : word.weight * likeness * (isOfPlace ? STREET_WORD : 1))
  }, 0)
}

function weightOf(words: readonly NameWord[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0)
}

const GENERIC: ReadonlySet<string> = new Set(['PLACE', 'TYPE', 'DIVIDING'])

function isHosted({ host }: NameReading, alone: readonly NameWord[], shared: readonly SharedWord[]): boolean {
  if (host.size === 0 || !alone.some(({ key, group }) => !host.has(key) && group !== 'hotel')) return false
  // Suites in a tower that is called Suites share no more than where they are.
  const isShared = shared.some(({ word }) => word.role !== 'PLACE' && host.has(word.key))
  return isShared && shared.every(({ word }) => GENERIC.has(word.role) || host.has(word.key))
}

/** Characters that tell no sound, or nothing but foreign words on one side, which may be translated and not transcribed. */
function areUnreadable(foreign: readonly NameWord[], other: readonly NameWord[]): boolean {
  if (foreign.some(({ isByMeaning }) => isByMeaning)) return !other.some(({ isByMeaning }) => isByMeaning)
  return (
    foreign.length > 0 &&
    other.length > 0 &&
    foreign.every(({ isForeign }) => isForeign) &&
    !other.some(({ isForeign }) => isForeign)
  )
}
