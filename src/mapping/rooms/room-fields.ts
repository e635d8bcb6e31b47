import { hotelbedsContradictions } from './hotelbeds-code.ts'
import { BED_FOR_TWO, bedSetOf, NO_BEDS } from './plan-beds.ts'
import { readName } from './read-name.ts'
import { rgAttributes } from './rg-ext.ts'
import type { BedPlan, Contradiction, RoomAttributes, ToldBed, ToldRoom } from './room-attributes.ts'

/** The attributes of a name, corrected and completed by the room's fields. */
export function withFields(name: RoomAttributes, room: ToldRoom): RoomAttributes {
  const contradictions: Contradiction[] = []
  const grouped = room.rgExt ? rgAttributes(name, room.rgExt, contradictions) : name
  const { beds, sofa } = bedsOf(grouped, { room, contradictions })
  const attributes = {
    ...grouped,
    beds,
    sofa,
    views: viewsOf(grouped, { room, contradictions }),
    // RateHawk's `capacity` counts the main places only, which are in the name or the beds as well.
    maxOccupancy: room.rgExt ? null : (room.maxOccupancy ?? null),
    listed: listedFeatures(room),
    maxAdults: room.maxAdults ?? null,
    smoking: smokingOf(grouped, { room, contradictions }),
    access: accessOf(grouped, { room, contradictions }),
    mappedRoomId: room.mappedRoomId ?? null,
    supplierCode: room.supplierCode ?? null,
  }
  if (name.people && room.maxOccupancy != null && name.people.count > room.maxOccupancy)
    contradictions.push({ what: 'OCCUPANCY', name: String(name.people.count), field: String(room.maxOccupancy) })
  if (room.hotelbedsCode) contradictions.push(...hotelbedsContradictions(attributes, room.hotelbedsCode))
  return { ...attributes, contradictions }
}

/** What is in the amenities of every room that has it, and of no other: a hotel has few rooms with a kitchen. */
const LISTED: readonly (readonly [RegExp, string])[] = [
  [/\bkitchenette\b/i, 'KITCHENETTE'],
  [/\bkitchen\b/i, 'KITCHEN'],
]

function listedFeatures({ amenities = [] }: ToldRoom): readonly string[] {
  return LISTED.flatMap(([word, feature]) => (amenities.some((one) => word.test(one)) ? [feature] : []))
}

type Told = { readonly room: ToldRoom; readonly contradictions: Contradiction[] }

function viewsOf(name: RoomAttributes, { room, contradictions }: Told): readonly string[] {
  if (!room.view) return name.views
  const { views, settings } = readName(room.view, room.language ?? null)
  const told = [...new Set([...views, ...settings])].sort()
  if (told.length === 0) return name.views
  const isNamed = name.views.length > 0 && !name.views.includes('ANY')
  if (isNamed && !told.some((view) => name.views.includes(view)))
    contradictions.push({ what: 'VIEW', name: name.views.join(' + '), field: told.join(' + ') })
  return told
}

function smokingOf(name: RoomAttributes, { room, contradictions }: Told): RoomAttributes['smoking'] {
  if (room.isSmoking == null) return name.smoking
  const told = room.isSmoking ? 'SMOKING' : 'NON_SMOKING'
  if (name.smoking && name.smoking !== told) contradictions.push({ what: 'SMOKING', name: name.smoking, field: told })
  return told
}

function accessOf(name: RoomAttributes, { room, contradictions }: Told): readonly string[] {
  if (room.isAccessible == null || room.isAccessible === name.access.length > 0) return name.access
  if (room.isAccessible) return ['MOBILITY']
  contradictions.push({ what: 'ACCESSIBLE', name: name.access.join(' + '), field: 'not accessible' })
  return name.access
}

// ------------------------------------------------------------------------------------------------ beds

type Beds = { readonly beds: BedPlan; readonly sofa: string | null }

function bedsOf(name: RoomAttributes, { room, contradictions }: Told): Beds {
  const told = (room.bedChoices ?? []).filter((choice) => choice.length > 0).map((choice) => readChoice(choice, name))
  const sofa = told.map((choice) => choice.sofa).find((one) => one !== null) ?? null
  const choices = [...new Set(told.map((choice) => choice.beds).filter(Boolean))].sort()
  const beds = choices.length > 0 ? reconcile(name.beds, choices, contradictions) : name.beds
  return { beds, sofa: name.sofa ?? sofa }
}

const SOFA = /sofa|couch|chair/i
const FUTON = /futon/i

function readChoice(choice: readonly ToldBed[], name: RoomAttributes): { beds: string; sofa: string | null } {
  const sofas = choice.filter(({ type }) => SOFA.test(type))
  // A Japanese room has futons, whether they are told or not.
  const isFutonUsual = name.kinds.includes('TATAMI_ROOM')
  const beds = choice
    .filter(({ type }) => !SOFA.test(type) && !(isFutonUsual && FUTON.test(type)))
    .map((bed) => readBed(bed, name))
  const count = sofas.reduce((sum, one) => sum + one.count, 0)
  return { beds: bedSetOf(beds), sofa: count > 0 ? `SOFA:${count}` : null }
}

/** One TWIN may be one single bed, or, where two sleep, a pair. */
function readBed({ type, count }: ToldBed, name: RoomAttributes): readonly [string, number] {
  const [size = 'OTHER'] = readName(`${type.replace(/[_-]/g, ' ')} bed`, null).beds.map((mention) => mention.size)
  if (size !== 'TWIN') return [['DOBLE', 'DOPPIA'].includes(size) ? 'DOUBLE' : size, count]
  const isPair = count === 1 && (name.people?.count === 2 || name.beds.choices.includes('SINGLE:2'))
  return ['SINGLE', isPair ? 2 : count]
}

/**
 * A name may say more than its field: `King Room` with a field DOUBLE, `Double or Twin` with one of the two. It contradicts its
 * field where both cannot be true.
 */
function reconcile(name: BedPlan, field: readonly string[], contradictions: Contradiction[]): BedPlan {
  const told: BedPlan = { ...NO_BEDS, choices: field, isCounted: true }
  if (name.choices.length === 0) {
    if (name.word && !keepsWord(name.word, field))
      contradictions.push({ what: 'BEDS', name: name.word, field: field.join(' or ') })
    return told
  }
  if (name.isRounded && field.every((set) => BED_FOR_TWO.test(set))) return told
  const isWithin = name.choices.length > 1 && field.every((set) => isPartOf(set, name.choices))
  if (isWithin) return name
  if (name.choices.some((set) => field.some((other) => isSame(set, other, name)))) return finest(name, field)
  contradictions.push({ what: 'BEDS', name: name.choices.join(' or '), field: field.join(' or ') })
  return told
}

/** A field that lists a choice as one set has all of it in one. */
function isPartOf(set: string, choices: readonly string[]): boolean {
  return (
    choices.includes(set) ||
    set ===
      choices
        .flatMap((choice) => choice.split('+'))
        .sort()
        .join('+')
  )
}

function isSame(named: string, field: string, { isCounted }: BedPlan): boolean {
  if (named === field) return true
  const [size, count] = named.split(':')
  const [otherSize, otherCount] = field.split(':')
  if (named.includes('+') || field.includes('+')) return false
  // A wide double bed is a small queen: `2 grands lits` has a field QUEEN.
  const isSizeSame = size === otherSize || otherSize === 'DOUBLE' || size === 'ANY' || isWideDouble(size, otherSize)
  return isSizeSame && (count === otherCount || (!isCounted && size === otherSize)) && size !== 'SINGLE'
}

function isWideDouble(named: string | undefined, field: string | undefined): boolean {
  return named === 'DOUBLE' && field === 'QUEEN'
}

/** A double bed by the field may be the king bed of the name. */
function finest(name: BedPlan, field: readonly string[]): BedPlan {
  const isRounded = field.length === 1 && /^DOUBLE:\d+$/.test(field[0] ?? '') && name.choices.length === 1
  const isKept = isRounded && !name.choices[0]?.startsWith('ANY')
  return isKept ? { ...name, isCounted: true } : { ...NO_BEDS, choices: field, isCounted: true }
}

/** What a room named by its bed may have. */
function keepsWord(word: string, field: readonly string[]): boolean {
  if (word === 'DOUBLE') return field.some((set) => !/^SINGLE:\d+$/.test(set))
  if (word === 'SINGLE') return field.some((set) => /^\w+:1$/.test(set))
  return true
}
