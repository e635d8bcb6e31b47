import type { BedMention } from './draft.ts'
import type { BedPlan, BedWord } from './room-attributes.ts'

export const NO_BEDS: BedPlan = { choices: [], word: null, isCounted: false }

/** A set of one bed that two sleep in. */
export const BED_FOR_TWO = /^(DOUBLE|QUEEN|KING|SUPER_KING|WIDE_DOUBLE|FRENCH):1$/

const TWO_PEOPLE: ReadonlySet<string> = new Set(['DOUBLE', 'DOBLE', 'DOPPIA'])
const PLACES_WORDS: Readonly<Record<number, BedWord>> = { 1: 'SINGLE', 3: 'TRIPLE', 4: 'QUADRUPLE' }

/** Sizes as a set of beds has them: by `doble` and `doppia` with a bed, a double bed is meant. */
function sizeOf(size: string): string {
  if (TWO_PEOPLE.has(size)) return 'DOUBLE'
  return size === 'TWIN' ? 'SINGLE' : size
}

/** `DOUBLE:1+SINGLE:1`, in one order. */
export function bedSetOf(beds: readonly (readonly [size: string, count: number])[]): string {
  const counts = new Map<string, number>()
  for (const [size, count] of beds) counts.set(size, (counts.get(size) ?? 0) + count)
  return [...counts]
    .map(([size, count]) => `${size}:${count}`)
    .sort()
    .join('+')
}

/**
 * The beds of a name. Beds that are named win over rooms named by a bed (`Queen Room with Two Queen Beds`); the same bed said twice is
 * one; several are together, unless an "or" stands between them.
 * @param places for how many the room is by its words, `triple` and the like; null: not said.
 */
export function planBeds(mentions: readonly BedMention[], places: number | null): BedPlan {
  const all = withWholeChoices(mentions)
  const named = withoutRepetition(all.filter(({ isBed }) => isBed))
  if (named.length > 0) return planNamed(named, { bare: all.filter(({ isBed }) => !isBed), places })
  return planBare(all, places)
}

/** A choice of which one is a bed is a choice of beds: `King or Twin Bed`, `matrimoniale o doppia`. */
function withWholeChoices(mentions: readonly BedMention[]): readonly BedMention[] {
  const chains: BedMention[][] = []
  for (const mention of mentions) {
    if (mention.isAlternative) chains.at(-1)?.push(mention)
    else chains.push([mention])
  }
  return chains.flatMap((chain) => (chain.length > 1 && chain.some(({ isBed }) => isBed) ? chain.map(asBed) : chain))
}

function asBed(mention: BedMention): BedMention {
  const size = mention.size === 'DOPPIA' || mention.size === 'DOBLE' ? 'TWIN' : mention.size
  return mention.isBed ? mention : { ...mention, size, isBed: true }
}

type Beside = { readonly bare: readonly BedMention[]; readonly places: number | null }

function planNamed(named: readonly BedMention[], { bare, places }: Beside): BedPlan {
  const forMany = places ?? placesOf(bare)
  const groups: (readonly [string, number])[][] = [[]]
  for (const mention of named) {
    if (mention.isAlternative && (groups.at(-1)?.length ?? 0) > 0) groups.push([])
    groups.at(-1)?.push(countedBed(mention, forMany))
  }
  const sizes = new Set(named.map(({ size }) => sizeOf(size)))
  const others = bare
    .filter(({ size }) => isOtherBed(size, sizes))
    .map((mention) => bedSetOf([countedBed(mention, forMany)]))
  const choices = [...new Set([...groups.map(bedSetOf), ...others])].sort()
  return { choices, word: null, isCounted: named.some(({ count }) => count !== null) }
}

/** A `Twin Room` with a double bed may be either. A room for two, or for one, may have any bed. */
function isOtherBed(size: string, named: ReadonlySet<string>): boolean {
  if (TWO_PEOPLE.has(size) || size === 'SINGLE' || size === 'ANY' || named.has('ANY')) return false
  return !named.has(sizeOf(size))
}

function placesOf(bare: readonly BedMention[]): number | null {
  if (bare.some(({ size }) => TWO_PEOPLE.has(size) || size === 'TWIN')) return 2
  return bare.some(({ size }) => size === 'SINGLE') ? 1 : null
}

/** Beds without a size are what so many beds for so many people must be. */
function countedBed({ size, count }: BedMention, places: number | null): readonly [string, number] {
  if (size === 'TWIN') return ['SINGLE', count ?? 2]
  if (size !== 'ANY') return [sizeOf(size), count ?? 1]
  const beds = count ?? 1
  if (beds === places) return ['SINGLE', beds]
  return beds === 1 && places === 2 ? ['DOUBLE', 1] : ['ANY', beds]
}

function withoutRepetition(named: readonly BedMention[]): BedMention[] {
  const kept: BedMention[] = []
  for (const mention of named) {
    const at = kept.findIndex((one) => sizeOf(one.size) === sizeOf(mention.size) && !isOther(one, mention))
    const known = kept[at]
    if (!known) kept.push(mention)
    else if (known.count === null) kept[at] = { ...known, count: mention.count, size: mention.size }
  }
  return withoutRoundedSizes(kept)
}

function isOther(a: BedMention, b: BedMention): boolean {
  return a.count !== null && b.count !== null && a.count !== b.count
}

/** RateHawk writes `(full double bed) (king size bed)`: the second is the finer word for the first. */
function withoutRoundedSizes(named: readonly BedMention[]): BedMention[] {
  const hasLarge = named.some(({ size, count }) => ['KING', 'QUEEN', 'SUPER_KING'].includes(size) && count === null)
  return named.filter(({ size, count }) => !(hasLarge && count === null && sizeOf(size) === 'DOUBLE'))
}

/** Rooms named by a bed: `Deluxe King`, `Doppelzimmer`, `Double/Twin`. */
function planBare(mentions: readonly BedMention[], places: number | null): BedPlan {
  const sizes = new Set(mentions.map(({ size }) => size))
  const large = [...sizes].filter((size) => !TWO_PEOPLE.has(size) && size !== 'SINGLE' && size !== 'ANY')
  const forTwo = [...sizes].filter((size) => TWO_PEOPLE.has(size))
  if (large.length > 0) {
    const isEither = forTwo.length > 0 && sizes.has('TWIN') && large.length === 1
    const choices = [...large, ...(isEither ? ['DOUBLE'] : [])].map((size) =>
      size === 'TWIN' ? 'SINGLE:2' : `${sizeOf(size)}:1`,
    )
    return { choices: [...new Set(choices)].sort(), word: null, isCounted: false }
  }
  return { ...NO_BEDS, word: bedWordOf({ forTwo, hasSingle: sizes.has('SINGLE'), places }) }
}

type Words = { readonly forTwo: readonly string[]; readonly hasSingle: boolean; readonly places: number | null }

function bedWordOf({ forTwo, hasSingle, places }: Words): BedWord | null {
  if (places !== null) return PLACES_WORDS[places] ?? 'MORE'
  // The word that promises least: `Doppelzimmer / camera doppia` is what the second says.
  const word = (['DOPPIA', 'DOBLE', 'DOUBLE'] as const).find((one) => forTwo.includes(one))
  return word ?? (hasSingle ? 'SINGLE' : null)
}
