import { distanceKm, type Point } from './geo.ts'
import { fold } from './text.ts'

/** How sure the catalogue is of a supplier's room. Only MATCHED has a service room; all are bookable. */
export const MAPPING_STATUSES = ['MATCHED', 'AMBIGUOUS', 'UNMAPPED', 'CONFLICT'] as const
export type MappingStatus = (typeof MAPPING_STATUSES)[number]

/** The catalogue's own room. */
export type ServiceRoom = { readonly roomId: string; readonly name: string; readonly imageUrls: readonly string[] }

/** What is known of a supplier's listing of a hotel; only VERIFIED may be confirmed. */
export const HOTEL_VERIFICATIONS = ['VERIFIED', 'PENDING', 'UNVERIFIED'] as const
export type HotelVerification = (typeof HOTEL_VERIFICATIONS)[number]

const WORST_FIRST: readonly MappingStatus[] = ['CONFLICT', 'AMBIGUOUS', 'UNMAPPED', 'MATCHED']

/** The status of an option with several rooms: that of its least certain room. */
export function worstMapping(statuses: readonly MappingStatus[]): MappingStatus {
  return WORST_FIRST.find((status) => statuses.includes(status)) ?? 'UNMAPPED'
}

/** A hotel as somebody lists it: what tells one hotel from another. */
export type ListedHotel = {
  readonly name: string
  /** ISO 3166-1 alpha-2; null when it is not told. */
  readonly countryCode: string | null
  /** Null when it is not told. */
  readonly point: Point | null
}

/** As near as two sources put the same building. */
const SAME_PLACE_KM = 0.5
/** Farther apart than this no name makes up for it. */
const OTHER_PLACE_KM = 3

/** How much of their words two names must share: next door to each other, and without that help. */
const NAMES_NEXT_DOOR = 0.4
const NAMES_ALONE = 0.8

/** Words that most hotels have in their name. */
const COMMON_WORDS = new Set(['hotel', 'hotels', 'the', 'and', 'by', 'a', 'an', 'of', 'de', 'la', 'le'])

/**
 * Whether a supplier's listing is our hotel: same country, and either next door with names that have words in common, or
 * nearly the same name and not far away. `placeName`: where it is; its words tell no hotel there from another.
 */
export function isSameHotel(ours: ListedHotel, theirs: ListedHotel, placeName: string): boolean {
  if (ours.countryCode !== null && theirs.countryCode !== null && ours.countryCode !== theirs.countryCode) return false
  const apartKm = ours.point && theirs.point ? distanceKm(ours.point, theirs.point) : null
  if (apartKm !== null && apartKm > OTHER_PLACE_KM) return false
  const ignored = new Set([...COMMON_WORDS, ...fold(placeName).split(' ')])
  const likeness = nameLikeness(wordsOf(ours.name, ignored), wordsOf(theirs.name, ignored))
  return likeness >= (apartKm !== null && apartKm <= SAME_PLACE_KM ? NAMES_NEXT_DOOR : NAMES_ALONE)
}

/** The share of words that two names have in common (Dice), 0 to 1, whatever their order. */
function nameLikeness(ours: ReadonlySet<string>, theirs: ReadonlySet<string>): number {
  const shared = [...ours].filter((word) => theirs.has(word)).length
  return (2 * shared) / (ours.size + theirs.size)
}

/** A name without the words that tell nothing; one that has no others keeps them. */
function wordsOf(name: string, ignored: ReadonlySet<string>): ReadonlySet<string> {
  const words = fold(name).split(' ')
  const telling = words.filter((word) => !ignored.has(word))
  return new Set(telling.length > 0 ? telling : words)
}
