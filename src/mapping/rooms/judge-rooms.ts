import { compareBeds } from './compare-beds.ts'
import { compareAccess, compareFeatures, compareGender, compareSmoking } from './compare-features.ts'
import { comparePeople } from './compare-people.ts'
import {
  compareBedrooms,
  compareClasses,
  compareKinds,
  compareSettings,
  compareViews,
  numbers,
  only,
} from './compare-words.ts'
import { parseRoom } from './parse-room.ts'
import type { RoomAttributes, ToldRoom } from './room-attributes.ts'
import type { RoomEvidence, RoomJudgement, RoomVerdict } from './room-verdict.ts'

/** Judges two rooms of one hotel. Swapping them changes nothing but the sides of the evidence. */
export function judgeRooms(a: ToldRoom, b: ToldRoom): RoomJudgement {
  return judgeAttributes(parseRoom(a), parseRoom(b))
}

type Comparison = (a: RoomAttributes, b: RoomAttributes) => RoomEvidence[]

const COMPARISONS: readonly Comparison[] = [
  compareKinds,
  compareBedrooms,
  compareClasses,
  compareBeds,
  compareViews,
  compareSettings,
  comparePeople,
  compareSmoking,
  compareAccess,
  compareFeatures,
  compareGender,
  compareDormitories,
  compareTatami,
  compareSizes,
  compareUnknownWords,
  contradictionsOf,
  compareOpinions,
]

/** As `judgeRooms`, for rooms that have been read already. */
export function judgeAttributes(a: RoomAttributes, b: RoomAttributes): RoomJudgement {
  const evidence = COMPARISONS.flatMap((compare) => compare(a, b))
  const verdict = verdictOf(evidence)
  return { verdict, score: scoreOf(evidence), evidence }
}

function verdictOf(evidence: readonly RoomEvidence[]): RoomVerdict {
  if (evidence.some(({ effect }) => effect === 'DIFFERENT')) return 'DIFFERENT'
  return evidence.some(({ effect }) => effect === 'REVIEW') ? 'REVIEW' : 'EQUAL'
}

/** What is left of the score for each piece of evidence against. */
const AFTER_REVIEW = 0.7
const AFTER_DIFFERENCE = 0.15

/** From 0.9 upwards by what speaks for one room, times a factor for everything that speaks against it; three decimals. */
function scoreOf(evidence: readonly RoomEvidence[]): number {
  let agreement = 0
  let factor = 1
  for (const { effect } of evidence) {
    if (effect === 'REVIEW') factor *= AFTER_REVIEW
    else if (effect === 'DIFFERENT') factor *= AFTER_DIFFERENCE
    else agreement += effect
  }
  const base = 1 - 0.2 / (2 + Math.max(0, agreement))
  return Math.round(base * factor * 1_000) / 1_000
}

function compareDormitories(a: RoomAttributes, b: RoomAttributes): RoomEvidence[] {
  if (a.dormitoryBeds === null && b.dormitoryBeds === null) return []
  const told = { a: a.dormitoryBeds, b: b.dormitoryBeds }
  return [numbers('DORMITORY_BEDS', told, a.dormitoryBeds === b.dormitoryBeds)]
}

function compareTatami(a: RoomAttributes, b: RoomAttributes): RoomEvidence[] {
  if (a.tatami === null && b.tatami === null) return []
  return [numbers('TATAMI', { a: a.tatami, b: b.tatami }, a.tatami === b.tatami)]
}

/** Square feet and halves are rounded. */
const SIZE_TOLERANCE = 1

function compareSizes(a: RoomAttributes, b: RoomAttributes): RoomEvidence[] {
  const [ours, theirs] = [a.squareMetres, b.squareMetres]
  if (ours === null && theirs === null) return []
  const isSame = ours !== null && theirs !== null && Math.abs(ours - theirs) <= SIZE_TOLERANCE
  return [numbers('SIZE', { a: ours, b: theirs }, isSame)]
}

/** A word that only one name has may be a class of the house: a person has to look. */
function compareUnknownWords(a: RoomAttributes, b: RoomAttributes): RoomEvidence[] {
  const [ours, theirs] = [only(a.unknownWords, b.unknownWords), only(b.unknownWords, a.unknownWords)]
  if (ours.length + theirs.length > 0)
    return [{ kind: 'UNKNOWN_WORDS', effect: 'REVIEW', a: ours.join(', ') || null, b: theirs.join(', ') || null }]
  const shared = a.unknownWords.join(', ')
  return shared ? [{ kind: 'UNKNOWN_WORDS', effect: 1, a: shared, b: shared }] : []
}

function contradictionsOf(a: RoomAttributes, b: RoomAttributes): RoomEvidence[] {
  const [ours, theirs] = [toldContradictions(a), toldContradictions(b)]
  if (ours === null && theirs === null) return []
  return [{ kind: 'CONTRADICTION', effect: 'REVIEW', a: ours, b: theirs }]
}

function toldContradictions({ contradictions }: RoomAttributes): string | null {
  return contradictions.map(({ what, name, field }) => `${what}: name ${name}, field ${field}`).join('; ') || null
}

function compareOpinions(a: RoomAttributes, b: RoomAttributes): RoomEvidence[] {
  if (!a.mappedRoomId || !b.mappedRoomId || a.supplierCode !== b.supplierCode) return []
  const effect = a.mappedRoomId === b.mappedRoomId ? 2 : -2
  return [{ kind: 'SUPPLIER_OPINION', effect, a: a.mappedRoomId, b: b.mappedRoomId }]
}
