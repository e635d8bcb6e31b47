import { evidence, only } from './compare-words.ts'
import type { RoomAttributes } from './room-attributes.ts'
import type { RoomEvidence } from './room-verdict.ts'

/** Told of one room only, these make two rooms; of the others, one supplier may just say less. */
const DIVIDING: ReadonlySet<string> = new Set([
  'CONNECTING',
  'CYPRESS_BATH',
  'DAY_USE',
  'EXTERNAL_BATHROOM',
  'FAN',
  'HOT_SPRING_BATH',
  'HOT_TUB',
  'INDOOR_BATH',
  'INFINITY_POOL',
  'LOUNGE_ACCESS',
  'NO_BATHROOM',
  'NO_WINDOW',
  'OPEN_AIR_BATH',
  'OVERWATER',
  'PLUNGE_POOL',
  'POOL_ACCESS',
  'PRIVATE_POOL',
  'ROOF_TERRACE',
  'SAUNA',
  'SEMI_OPEN_AIR_BATH',
  'SHARED_BATHROOM',
  'SWIM_UP',
  'VIEW_BATH',
])

/** What nearly every room has, whether it is said or not. */
const USUAL: ReadonlySet<string> = new Set(['PRIVATE_BATHROOM'])

/** No room has two of a row. */
const EXCLUDING: readonly (readonly string[])[] = [
  ['WINDOW', 'NO_WINDOW'],
  ['BALCONY', 'TERRACE'],
  ['BALCONY', 'FRENCH_BALCONY'],
  ['BATHTUB', 'SHOWER'],
  ['PRIVATE_BATHROOM', 'SHARED_BATHROOM', 'EXTERNAL_BATHROOM', 'NO_BATHROOM'],
  ['AIR_CONDITIONING', 'FAN'],
  ['HIGH_FLOOR', 'LOW_FLOOR', 'GROUND_FLOOR', 'BASEMENT'],
  ['TOP_FLOOR', 'LOW_FLOOR', 'GROUND_FLOOR', 'BASEMENT'],
  ['MAIN_BUILDING', 'ANNEX'],
  ['NEW_BUILDING', 'OLD_BUILDING'],
  ['NORTH', 'SOUTH'],
  ['EAST', 'WEST'],
  ['KITCHEN', 'NO_KITCHEN'],
]

export function compareFeatures(a: RoomAttributes, b: RoomAttributes): RoomEvidence[] {
  const shared = a.features.filter((one) => b.features.includes(one) && !USUAL.has(one))
  const ours = only(a.features, b.features)
  const theirs = only(b.features, a.features)
  const found: RoomEvidence[] = shared.map((one) => ({ kind: 'FEATURE', effect: 1, a: one, b: one }))
  if (ours.length + theirs.length === 0) return found
  const excluded = ours.some((one) => theirs.some((other) => excludes(one, other)))
  if (excluded) return [...found, evidence({ kind: 'FEATURE', a: ours, b: theirs }, 'DIFFERENT')]
  const alone = [
    ...ours.map((one) => ({ one, isOurs: true, effect: effectOf(one, b) })),
    ...theirs.map((one) => ({ one, isOurs: false, effect: effectOf(one, a) })),
  ]
  const told: RoomEvidence[] = alone.flatMap(({ one, isOurs, effect }) =>
    effect === null ? [] : [{ kind: 'FEATURE', effect, a: isOurs ? one : null, b: isOurs ? null : one }],
  )
  return [...found, ...told.sort((one, other) => ((one.a ?? one.b ?? '') < (other.a ?? other.b ?? '') ? -1 : 1))]
}

function excludes(a: string, b: string): boolean {
  if (a === `NO_${b}` || b === `NO_${a}`) return true
  if (a.startsWith('FLOOR_') && b.startsWith('FLOOR_')) return true
  return EXCLUDING.some((row) => row.includes(a) && row.includes(b))
}

/** What a feature means that the other room does not have in its name. */
function effectOf(feature: string, other: RoomAttributes): 'REVIEW' | 'DIFFERENT' | null {
  if (USUAL.has(feature) || other.listed.includes(feature)) return null
  if (!DIVIDING.has(feature)) return 'REVIEW'
  return isImplied(feature, other) ? 'REVIEW' : 'DIFFERENT'
}

/** What one room has and another may call otherwise: a plunge pool is a private one, and a bath under the open sky mostly a hot spring. */
const LIKE: readonly (readonly string[])[] = [
  ['PRIVATE_POOL', 'PLUNGE_POOL', 'INFINITY_POOL'],
  ['HOT_SPRING_BATH', 'OPEN_AIR_BATH', 'SEMI_OPEN_AIR_BATH'],
  ['HOT_SPRING_BATH', 'INDOOR_BATH', 'CYPRESS_BATH'],
]

/** Baths of which a room may have two, so that one does not stand for the other. */
const OUTSIDE: readonly string[] = ['OPEN_AIR_BATH', 'SEMI_OPEN_AIR_BATH']

/** Club rooms come with the lounge. */
function isImplied(feature: string, { classes, features }: RoomAttributes): boolean {
  if (feature === 'LOUNGE_ACCESS') return ['CLUB', 'EXECUTIVE', 'CONCIERGE'].some((word) => classes.includes(word))
  return LIKE.some(
    (row) => row.includes(feature) && row.some((other) => features.includes(other) && !areBothOutside(feature, other)),
  )
}

function areBothOutside(feature: string, other: string): boolean {
  return OUTSIDE.includes(feature) && OUTSIDE.includes(other)
}

export function compareAccess(a: RoomAttributes, b: RoomAttributes): RoomEvidence[] {
  if (a.access.length + b.access.length === 0) return []
  const compared = { kind: 'ACCESSIBLE', a: a.access, b: b.access } as const
  if (a.access.join() === b.access.join()) return [evidence(compared, 2)]
  return [evidence(compared, a.access.some((one) => b.access.includes(one)) ? 'REVIEW' : 'DIFFERENT')]
}

export function compareSmoking(a: RoomAttributes, b: RoomAttributes): RoomEvidence[] {
  if (!a.smoking || !b.smoking) return []
  return [{ kind: 'SMOKING', effect: a.smoking === b.smoking ? 1 : 'DIFFERENT', a: a.smoking, b: b.smoking }]
}

/** A dormitory that says nothing may be mixed, but is not for one sex only. */
export function compareGender(a: RoomAttributes, b: RoomAttributes): RoomEvidence[] {
  if (a.gender === b.gender) return a.gender ? [{ kind: 'GENDER', effect: 1, a: a.gender, b: b.gender }] : []
  const isOpen = a.gender === null || b.gender === null
  const isMixed = a.gender === 'MIXED' || b.gender === 'MIXED'
  return [{ kind: 'GENDER', effect: isOpen && isMixed ? 'REVIEW' : 'DIFFERENT', a: a.gender, b: b.gender }]
}
