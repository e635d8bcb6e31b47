import { NO_BEDS } from './plan-beds.ts'
import type { BedPlan, Contradiction, RgExt, RoomAttributes } from './room-attributes.ts'

/** The meanings of RateHawk's numbers, by its documentation of `rg_ext` (hotel/info). 0 is "not told" in all of them. */
const KINDS: Readonly<Record<number, string>> = {
  1: 'DORMITORY',
  2: 'CAPSULE',
  3: 'ROOM',
  4: 'JUNIOR_SUITE',
  5: 'SUITE',
  6: 'APARTMENT',
  7: 'STUDIO',
  8: 'VILLA',
  9: 'COTTAGE',
  17: 'BUNGALOW',
  18: 'CHALET',
  19: 'TENT',
  20: 'TENT',
}

const CLASSES: Readonly<Record<number, string>> = {
  1: 'ECONOMY',
  2: 'STANDARD',
  3: 'COMFORT',
  4: 'BUSINESS',
  5: 'SUPERIOR',
  6: 'DELUXE',
  7: 'PREMIER',
  8: 'EXECUTIVE',
  9: 'PRESIDENTIAL',
  17: 'PREMIUM',
  18: 'CLASSIC',
  19: 'AMBASSADOR',
  20: 'GRAND',
  21: 'LUXURY',
  22: 'PLATINUM',
  23: 'PRESTIGE',
  24: 'PRIVILEGE',
  25: 'ROYAL',
}

const VIEWS: Readonly<Record<number, string>> = {
  1: 'BAY',
  2: 'BOSPHORUS',
  3: 'BURJ_KHALIFA',
  4: 'CANAL',
  5: 'CITY',
  6: 'COURTYARD',
  7: 'MARINA',
  8: 'GARDEN',
  9: 'GOLF',
  17: 'HARBOUR',
  18: 'LAND',
  19: 'KREMLIN',
  20: 'LAKE',
  21: 'LAND',
  22: 'MOUNTAIN',
  23: 'SEA',
  24: 'PANORAMA',
  25: 'PARK',
  26: 'PARTIAL_SEA',
  27: 'PARTIAL_SEA',
  28: 'PARTIAL_ANY',
  29: 'POOL',
  30: 'RIVER',
  31: 'SEA',
  32: 'sheikh zayed',
  33: 'STREET',
  34: 'SUNRISE',
  35: 'SUNSET',
  36: 'WATER',
  37: 'ANY',
  38: 'BEACH_FRONT',
  39: 'SEA_FRONT',
  40: 'SEA_FRONT',
}

const BEDDING: Readonly<Record<number, Partial<BedPlan>>> = {
  2: { word: 'SINGLE' },
  3: { word: 'DOUBLE' },
  4: { choices: ['SINGLE:2'] },
}
const GENDERS: Readonly<Record<number, string>> = { 1: 'MALE', 2: 'FEMALE', 3: 'MIXED' }
const BATHROOMS: Readonly<Record<number, string>> = { 1: 'SHARED_BATHROOM', 3: 'EXTERNAL_BATHROOM' }
const FLOORS: Readonly<Record<number, string>> = { 1: 'PENTHOUSE', 2: 'DUPLEX' }
const FLOOR_FEATURES: Readonly<Record<number, string>> = { 3: 'BASEMENT', 4: 'ATTIC' }

/** The attributes of a name, corrected by `rg_ext`; a kind, class, view or bedrooms that it contradicts are told. */
export function rgAttributes(name: RoomAttributes, rg: RgExt, contradictions: Contradiction[]): RoomAttributes {
  return {
    ...name,
    kinds: kindsOf(name, rg, contradictions),
    isKindTold: name.isKindTold || Boolean(KINDS[rg.class ?? 0]),
    classes: classesOf(name, rg, contradictions),
    bedrooms: bedroomsOf(name, rg, contradictions),
    beds: bedsOf(name, rg),
    views: viewsOf(name, rg, contradictions),
    features: featuresOf(name, rg),
    gender: GENDERS[rg.sex ?? 0] ?? name.gender,
    people: name.people ?? (rg.capacity ? { count: rg.capacity, isByBeds: rg.capacity < 3 } : null),
  }
}

function bedroomsOf(name: RoomAttributes, { bedrooms }: RgExt, contradictions: Contradiction[]): number | null {
  if (!bedrooms) return name.bedrooms
  if (name.bedrooms !== null && name.bedrooms !== bedrooms)
    contradictions.push({ what: 'BEDROOMS', name: String(name.bedrooms), field: String(bedrooms) })
  return bedrooms
}

/** `bedding` knows no sizes: it counts only where the name says nothing. */
function bedsOf({ beds }: RoomAttributes, { bedding }: RgExt): BedPlan {
  if (beds.choices.length > 0 || beds.word !== null) return beds
  const told = BEDDING[bedding ?? 0]
  return told ? { ...NO_BEDS, ...told } : beds
}

function viewsOf({ views }: RoomAttributes, rg: RgExt, contradictions: Contradiction[]): readonly string[] {
  const told = VIEWS[rg.view ?? 0]
  if (!told || (told === 'ANY' && views.length > 0)) return views
  if (views.length > 0 && !views.includes(told))
    contradictions.push({ what: 'VIEW', name: views.join(' + '), field: told })
  return views.includes(told) ? views : [told]
}

function featuresOf({ features }: RoomAttributes, rg: RgExt): string[] {
  const told = [BATHROOMS[rg.bathroom ?? 0], FLOOR_FEATURES[rg.floor ?? 0]].filter((one) => one !== undefined)
  const hasOutside = features.some((one) => one.includes('BALCONY') || one.includes('TERRACE'))
  const balcony = rg.balcony === 1 && !hasOutside ? ['BALCONY'] : []
  return [...new Set([...features, ...told, ...balcony])].sort()
}

function kindsOf(name: RoomAttributes, rg: RgExt, contradictions: Contradiction[]): readonly string[] {
  const kind = KINDS[rg.class ?? 0]
  const floor = FLOORS[rg.floor ?? 0]
  const more = floor ? [floor] : []
  if (!kind) return [...new Set([...name.kinds, ...more])].sort()
  const named = name.kinds.filter((one) => one !== floor)
  const isRoom = kind === 'ROOM'
  // Japanese rooms, lofts and the like have no number of their own: `class` calls them rooms.
  const hasNumber = Object.values(KINDS)
  const contradicts = named.some((one) => hasNumber.includes(one)) && !named.includes(kind)
  if (contradicts) contradictions.push({ what: 'KIND', name: named.join(' + '), field: kind })
  const others = named.filter((one) => !hasNumber.includes(one))
  return [...new Set([...(isRoom ? [] : [kind]), ...others, ...more])].sort()
}

function classesOf(name: RoomAttributes, rg: RgExt, contradictions: Contradiction[]): readonly string[] {
  const told = CLASSES[rg.quality ?? 0]
  const also = [...(rg.family === 1 ? ['FAMILY'] : []), ...(rg.club === 1 ? ['CLUB'] : [])]
  const graded = new Set(Object.values(CLASSES))
  const named = name.classes.filter((one) => graded.has(one))
  if (told && named.length > 0 && !named.includes(told))
    contradictions.push({ what: 'CLASS', name: named.join(' + '), field: told })
  const kept = told ? name.classes.filter((one) => !graded.has(one) || one === told) : name.classes
  const classes = new Set([...kept, ...also, ...(told && told !== 'STANDARD' ? [told] : [])])
  return [...classes].sort()
}
