import type { RoomAttributes } from './room-attributes.ts'
import type { RoomEvidence, RoomEvidenceKind } from './room-verdict.ts'

/** Words that describe rather than grade: one hotel's copywriter sets them, another's does not. */
const DESCRIBING: ReadonlySet<string> = new Set([
  'CASUAL',
  'CHARMING',
  'COLONIAL',
  'COSY',
  'DESIGN',
  'EXCLUSIVE',
  'HISTORIC',
  'LARGE',
  'LIFESTYLE',
  'MODERN',
  'ORIENTAL',
  'RELAX',
  'RESIDENTIAL',
  'ROMANTIC',
  'RUSTIC',
  'SPA',
  'SPECIAL',
  'TOP',
  'TRADITIONAL',
  'URBAN',
  'WELLNESS',
])

/** Classes, kinds and sights that are not the same, and that suppliers take for each other. */
const NEAR: readonly (readonly [string, string])[] = [
  ['LUXURY', 'DELUXE'],
  ['PREMIER', 'PREMIUM'],
  ['BASIC', 'ECONOMY'],
  ['BASIC', 'STANDARD'],
  ['MODERATE', 'STANDARD'],
  ['CLUB', 'CONCIERGE'],
  ['CLUB', 'EXECUTIVE'],
  ['GRAND', 'LARGE'],
  ['JUNIOR_SUITE', 'MINI_SUITE'],
  ['HOUSE', 'VILLA'],
  ['HOUSE', 'COTTAGE'],
  ['HOUSE', 'TOWN_HOUSE'],
  ['HOUSE', 'COUNTRY_HOUSE'],
  ['COTTAGE', 'VILLA'],
  ['COTTAGE', 'CABIN'],
  ['COTTAGE', 'BUNGALOW'],
  ['COTTAGE', 'CHALET'],
  ['CABIN', 'LODGE'],
  ['LODGE', 'CHALET'],
  ['TENT', 'LODGE'],
  ['TENT', 'TIPI'],
  ['TENT', 'YURT'],
  ['HOUSE', 'CHALET'],
  ['HOUSE', 'CABIN'],
  ['HOUSE', 'BUNGALOW'],
  ['CABIN', 'BUNGALOW'],
  ['CABIN', 'CHALET'],
  ['APARTMENT', 'RESIDENCE'],
  ['DUPLEX', 'LOFT'],
  ['SEA', 'BEACH'],
  ['SEA', 'BAY'],
  ['SEA', 'GULF'],
  ['SEA', 'WATER'],
  ['SEA', 'SEA_SIDE'],
  ['SEA', 'SEA_FRONT'],
  ['SEA', 'LAGOON'],
  ['SEA_FRONT', 'BEACH_FRONT'],
  ['BEACH', 'BEACH_FRONT'],
  ['SEA', 'BEACH_FRONT'],
  ['BAY', 'HARBOUR'],
  ['BAY', 'MARINA'],
  ['HARBOUR', 'MARINA'],
  ['HARBOUR', 'VICTORIA_HARBOUR'],
  ['HARBOUR', 'WATER'],
  ['LAKE', 'WATER'],
  ['LAKE', 'LAKE_SIDE'],
  ['LAKE', 'LAKE_FRONT'],
  ['RIVER', 'WATER'],
  ['LAGOON', 'WATER'],
  ['CANAL', 'WATER'],
  ['CITY', 'SKYLINE'],
  ['CITY', 'NIGHT_VIEW'],
  ['CITY', 'OLD_TOWN'],
  ['CITY', 'LANDMARK'],
  ['CITY', 'STREET'],
  ['CITY', 'SQUARE'],
  ['STREET', 'SQUARE'],
  ['COURTYARD', 'INSIDE'],
  ['COURTYARD', 'GARDEN'],
  ['COURTYARD', 'ATRIUM'],
  ['COURTYARD', 'INNER_GARDEN'],
  ['GARDEN', 'INNER_GARDEN'],
  ['CASTLE', 'PALACE'],
  ['FOREST', 'JUNGLE'],
  ['NATURE', 'JUNGLE'],
  ['STREET', 'OUTSIDE'],
  ['GARDEN', 'PARK'],
  ['GARDEN', 'NATURE'],
  ['PARK', 'CENTRAL_PARK'],
  ['PARK', 'NATURE'],
  ['FOREST', 'NATURE'],
  ['MOUNTAIN', 'HILL'],
  ['MOUNTAIN', 'ALPS'],
  ['MOUNTAIN', 'FUJI'],
  ['MOUNTAIN', 'VOLCANO'],
  ['MOUNTAIN', 'VALLEY'],
  ['COUNTRYSIDE', 'LAND'],
  ['COUNTRYSIDE', 'NATURE'],
  ['COUNTRYSIDE', 'VALLEY'],
  ['COUNTRYSIDE', 'VINEYARD'],
  ['VOLCANO', 'VESUVIUS'],
  ['VOLCANO', 'ETNA'],
]

export function areNear(a: string, b: string): boolean {
  return NEAR.some(([one, other]) => (one === a && other === b) || (one === b && other === a))
}

type Compared = { readonly kind: RoomEvidenceKind; readonly a: readonly string[]; readonly b: readonly string[] }

export function evidence({ kind, a, b }: Compared, effect: RoomEvidence['effect']): RoomEvidence {
  return { kind, effect, a: a.join(' + ') || null, b: b.join(' + ') || null }
}

export function only(a: readonly string[], b: readonly string[]): string[] {
  return a.filter((one) => !b.includes(one))
}

// ------------------------------------------------------------------------------------------------ kind

const ROOM = ['ROOM']

export function compareKinds(a: RoomAttributes, b: RoomAttributes): RoomEvidence[] {
  const compared: Compared = { kind: 'KIND', a: kindsOf(a), b: kindsOf(b) }
  if (a.isKindTold !== b.isKindTold) return [evidence(compared, 'REVIEW')]
  const [ours, theirs] = [only(compared.a, compared.b), only(compared.b, compared.a)]
  if (ours.length + theirs.length === 0) return [evidence(compared, a.kinds.length > 0 ? 2 : 0.5)]
  const isHalf = ours.length < compared.a.length || theirs.length < compared.b.length
  const isNear = ours.some((kind) => theirs.some((other) => areNear(kind, other)))
  return [evidence(compared, isHalf || isNear ? 'REVIEW' : 'DIFFERENT')]
}

function kindsOf({ kinds, isKindTold }: RoomAttributes): readonly string[] {
  if (kinds.length > 0) return kinds
  return isKindTold ? ROOM : []
}

export function compareBedrooms(a: RoomAttributes, b: RoomAttributes): RoomEvidence[] {
  if (a.bedrooms === null && b.bedrooms === null) return []
  return [numbers('BEDROOMS', { a: a.bedrooms, b: b.bedrooms }, a.bedrooms === b.bedrooms)]
}

type Numbers = { readonly a: number | null; readonly b: number | null }

/** Numbers that are part of what a room is: two that differ are two rooms, and one alone says too little. */
export function numbers(kind: RoomEvidenceKind, { a, b }: Numbers, isSame: boolean): RoomEvidence {
  const effect = isSame ? 2 : a === null || b === null ? 'REVIEW' : 'DIFFERENT'
  return { kind, effect, a: a === null ? null : String(a), b: b === null ? null : String(b) }
}

// ------------------------------------------------------------------------------------------------ class

export function compareClasses(a: RoomAttributes, b: RoomAttributes): RoomEvidence[] {
  const compared: Compared = { kind: 'CLASS', a: shownClasses(a), b: shownClasses(b) }
  const [ours, theirs] = [only(a.classes, b.classes), only(b.classes, a.classes)]
  if (ours.length + theirs.length === 0) return [evidence(compared, a.classes.length > 0 ? 2 : 0.5)]
  const areExcused =
    ours.every((word) => isTellable(word, a, b) || hasNear(word, b.classes)) &&
    theirs.every((word) => isTellable(word, a, b) || hasNear(word, a.classes))
  return [evidence(compared, areExcused ? 'REVIEW' : 'DIFFERENT')]
}

const STANDARD = ['STANDARD']

function shownClasses({ classes }: RoomAttributes): readonly string[] {
  return classes.length > 0 ? classes : STANDARD
}

const LOUNGE_CLASSES: ReadonlySet<string> = new Set(['CLUB', 'EXECUTIVE', 'CONCIERGE'])

/** A word that the other room may leave out: a room for four is a family's, and one with the lounge of the club's. */
function isTellable(word: string, a: RoomAttributes, b: RoomAttributes): boolean {
  if (word === 'FAMILY') return (a.people?.count ?? 0) > 2 || (b.people?.count ?? 0) > 2
  if (LOUNGE_CLASSES.has(word)) return a.features.includes('LOUNGE_ACCESS') && b.features.includes('LOUNGE_ACCESS')
  return DESCRIBING.has(word)
}

/** Whether one of the other room's classes is near; no word at all is STANDARD. */
function hasNear(word: string, others: readonly string[]): boolean {
  return (others.length > 0 ? others : STANDARD).some((other) => areNear(word, other))
}

// ------------------------------------------------------------------------------------------------ view

const PARTIAL = /^PARTIAL_/
/** Words of no table are written small. */
const NAMED = /[a-z]/

export function compareViews(a: RoomAttributes, b: RoomAttributes): RoomEvidence[] {
  const ours = placed(a.views, b.views)
  const theirs = placed(b.views, a.views)
  const compared: Compared = { kind: 'VIEW', a: ours, b: theirs }
  if (ours.length + theirs.length === 0) return []
  if (ours.join() === theirs.join()) return [evidence(compared, 2)]
  if (ours.length === 0 || theirs.length === 0) return [evidence(compared, 'REVIEW')]
  return [evidence(compared, areUnclear(ours, theirs) ? 'REVIEW' : 'DIFFERENT')]
}

/** `Seeblick` is of the sea or of the lake, by the place: the other room tells which of them the house has. */
function placed(views: readonly string[], others: readonly string[]): string[] {
  const water = others.map((view) => view.replace(PARTIAL, '')).find((view) => /^(SEA|LAKE)(_FRONT)?$/.test(view))
  const known = water?.replace('_FRONT', '') ?? 'SEA_OR_LAKE'
  return views.map((view) => view.replace('SEA_OR_LAKE', known)).sort()
}

function areUnclear(a: readonly string[], b: readonly string[]): boolean {
  const all = [...a, ...b]
  if (all.some((view) => view.endsWith('ANY') || view === 'PANORAMA' || view === 'SCENERY' || NAMED.test(view)))
    return true
  if (a.some((view) => b.includes(view))) return true
  return a.some((view) => b.some((other) => PARTIAL.test(view) === PARTIAL.test(other) && areNearSights(view, other)))
}

function areNearSights(a: string, b: string): boolean {
  return areNear(a.replace(PARTIAL, ''), b.replace(PARTIAL, ''))
}

/** Both say where the room lies, and nothing of it is the same: two rooms. */
export function compareSettings(a: RoomAttributes, b: RoomAttributes): RoomEvidence[] {
  const compared: Compared = { kind: 'SETTING', a: a.settings, b: b.settings }
  const [ours, theirs] = [only(a.settings, b.settings), only(b.settings, a.settings)]
  if (ours.length + theirs.length === 0) return a.settings.length > 0 ? [evidence(compared, 1)] : []
  const isApart = ours.length === a.settings.length && theirs.length === b.settings.length
  const isOther =
    isApart && ours.length > 0 && theirs.length > 0 && !ours.some((one) => theirs.some((other) => areNear(one, other)))
  return [evidence(compared, isOther ? 'DIFFERENT' : 'REVIEW')]
}
