import { BED_FOR_TWO } from './plan-beds.ts'
import type { BedPlan, BedWord, RoomAttributes } from './room-attributes.ts'
import type { RoomEvidence } from './room-verdict.ts'

/** How many sleep in a bed of a size. */
const SLEEPS_ONE: ReadonlySet<string> = new Set(['SINGLE', 'BUNK', 'FUTON', 'DAY_BED', 'OTHER', 'ANY'])

/** The beds that a word promises by custom; the others may have either kind. */
const BY_CUSTOM: Readonly<Partial<Record<BedWord, string>>> = {
  SINGLE: 'SINGLE:1',
  DOUBLE: 'DOUBLE:1',
  TRIPLE: 'SINGLE:3',
  QUADRUPLE: 'SINGLE:4',
}

/** Rooms for two, by how much the word says of the bed: `doppia` least. */
const FOR_TWO: readonly BedWord[] = ['DOUBLE', 'DOBLE', 'DOPPIA']

/** Sizes that suppliers take for each other. */
const NEAR_SIZES: readonly (readonly [string, string])[] = [
  // Up to 150 cm and from 150 cm on, by Hotelbeds' and LiteAPI's words for them.
  ['QUEEN', 'DOUBLE'],
  ['FRENCH', 'DOUBLE'],
  ['FRENCH', 'SEMI_DOUBLE'],
  ['FRENCH', 'QUEEN'],
  ['WIDE_DOUBLE', 'DOUBLE'],
  ['WIDE_DOUBLE', 'QUEEN'],
  ['SUPER_KING', 'KING'],
  ['BUNK', 'SINGLE'],
]

export function compareBeds(a: RoomAttributes, b: RoomAttributes): RoomEvidence[] {
  const effect = effectOf(a.beds, b.beds)
  const found: RoomEvidence[] = effect === null ? [] : [{ kind: 'BEDS', effect, a: shown(a.beds), b: shown(b.beds) }]
  if (a.sofa !== b.sofa) found.push({ kind: 'SOFA_BED', effect: 'REVIEW', a: a.sofa, b: b.sofa })
  else if (a.sofa !== null) found.push({ kind: 'SOFA_BED', effect: 1, a: a.sofa, b: b.sofa })
  return found
}

function shown({ choices, word }: BedPlan): string | null {
  return choices.length > 0 ? choices.join(' or ') : word
}

function effectOf(a: BedPlan, b: BedPlan): RoomEvidence['effect'] | null {
  const isTold = shown(a) !== null && shown(b) !== null
  if (!isTold) return shown(a) === shown(b) ? null : 'REVIEW'
  if (a.choices.length > 0 && b.choices.length > 0) {
    const isRounded = roundsOff(a, b) || roundsOff(b, a)
    return isRounded ? 'REVIEW' : choicesEffect(a.choices, b.choices)
  }
  if (a.word && b.word && a.choices.length === 0 && b.choices.length === 0) return wordsEffect(a.word, b.word)
  return a.choices.length === 0 ? mixedEffect(a.word, b.choices) : mixedEffect(b.word, a.choices)
}

/** One bed for two, and another one that is told more exactly. */
function roundsOff({ isRounded }: BedPlan, { choices }: BedPlan): boolean {
  return isRounded === true && !choices.includes('DOUBLE:1') && choices.some((set) => BED_FOR_TWO.test(set))
}

function choicesEffect(a: readonly string[], b: readonly string[]): RoomEvidence['effect'] {
  if (a.join() === b.join()) return 2
  if (a.some((set) => b.includes(set))) return 'REVIEW'
  return a.some((set) => b.some((other) => areNear(set, other))) ? 'REVIEW' : 'DIFFERENT'
}

/** Equal but for sizes that are taken for each other, or for a size that one side does not tell. */
function areNear(a: string, b: string): boolean {
  const ours = a.split('+').map((bed) => bed.split(':'))
  const theirs = b.split('+').map((bed) => bed.split(':'))
  if (/ANY|OTHER/.test(a) || /ANY|OTHER/.test(b)) return totalOf(ours) === totalOf(theirs)
  if (ours.length !== 1 || theirs.length !== 1) return false
  const [[size, count] = []] = ours
  const [[otherSize, otherCount] = []] = theirs
  const isPair = NEAR_SIZES.some((pair) => pair.includes(size ?? '') && pair.includes(otherSize ?? ''))
  return isPair && count === otherCount
}

function totalOf(beds: readonly (readonly string[])[]): number {
  return beds.reduce((sum, [, count]) => sum + Number(count), 0)
}

/** An English or German double room has a double bed; what is only for two (`doppia`) may have two singles. */
function wordsEffect(a: BedWord, b: BedWord): RoomEvidence['effect'] {
  if (a === b) return 1.5
  const [ours, theirs] = [FOR_TWO.indexOf(a), FOR_TWO.indexOf(b)]
  if (ours < 0 || theirs < 0) return 'DIFFERENT'
  return Math.abs(ours - theirs) === 1 ? 1 : 'REVIEW'
}

function mixedEffect(word: BedWord | null, choices: readonly string[]): RoomEvidence['effect'] {
  if (!word) return 'REVIEW'
  if (choices.length === 1 && BY_CUSTOM[word] === choices[0]) return 1.5
  return choices.every((set) => isAgainst(word, set)) ? 'DIFFERENT' : 'REVIEW'
}

/** Whether a room of that word cannot have those beds. */
function isAgainst(word: BedWord, set: string): boolean {
  const isSingles = /^SINGLE:\d+$/.test(set)
  const places = placesOf(set)
  if (word === 'SINGLE') return places > 2 || isSingles
  if (word === 'DOUBLE') return isSingles || set === 'SEMI_DOUBLE:1'
  if (word === 'DOBLE' || word === 'DOPPIA') return isSingles && set !== 'SINGLE:2'
  return places < 3
}

/** For how many the beds are enough. */
export function placesOf(set: string): number {
  return set
    .split('+')
    .map((bed) => bed.split(':'))
    .reduce((sum, [size = '', count]) => sum + Number(count) * (SLEEPS_ONE.has(size) ? 1 : 2), 0)
}
