import { distanceKm, type Point } from './geo.ts'
import { fold } from './text.ts'

/** How certain the catalogue is about a supplier's room. Only MATCHED has a service room; all of them can be booked. */
export const MAPPING_STATUSES = ['MATCHED', 'AMBIGUOUS', 'UNMAPPED', 'CONFLICT'] as const
export type MappingStatus = (typeof MAPPING_STATUSES)[number]

/** A room of our own catalogue. */
export type ServiceRoom = { readonly roomId: string; readonly name: string; readonly imageUrls: readonly string[] }

/** Whether a supplier's listing is known to be the hotel that we map it to; only VERIFIED may be confirmed. */
export const HOTEL_VERIFICATIONS = ['VERIFIED', 'PENDING', 'UNVERIFIED'] as const
export type HotelVerification = (typeof HOTEL_VERIFICATIONS)[number]

const WORST_FIRST: readonly MappingStatus[] = ['CONFLICT', 'AMBIGUOUS', 'UNMAPPED', 'MATCHED']

/** An option with several rooms has the status of its least certain room. */
export function worstMapping(statuses: readonly MappingStatus[]): MappingStatus {
  return WORST_FIRST.find((status) => statuses.includes(status)) ?? 'UNMAPPED'
}

/** A hotel as we or a supplier list it: the facts that distinguish it from other hotels. */
export type ListedHotel = {
  readonly name: string
  /** ISO 3166-1 alpha-2; null when the listing has none. */
  readonly countryCode: string | null
  /** Null when the listing has none. */
  readonly point: Point | null
  /** True: the supplier lets the place be shown only roughly before it is booked. Absent: it does not say. */
  readonly placeHidden?: boolean
}

/** Two sources place the same building within this distance. */
const SAME_PLACE_KM = 0.5
/** Beyond this distance two listings are different hotels, even if their names are equal. */
const OTHER_PLACE_KM = 3

/** The share of words that two names must have in common: for hotels within SAME_PLACE_KM, and for all others. */
const NAMES_NEXT_DOOR = 0.4
const NAMES_ALONE = 0.8

/** Words that many hotels have in their names. */
const COMMON_WORDS = new Set(['hotel', 'hotels', 'the', 'and', 'by', 'a', 'an', 'of', 'de', 'la', 'le'])

/**
 * True when a supplier's listing is our hotel: both are in the same country, and either they are next door with names that share
 * words, or the names are nearly equal and the hotels not far apart. `placeName` is their city, whose words distinguish no hotels
 * in it.
 */
export function isSameHotel(ours: ListedHotel, theirs: ListedHotel, placeName: string): boolean {
  if (ours.countryCode !== null && theirs.countryCode !== null && ours.countryCode !== theirs.countryCode) return false
  const apartKm = ours.point && theirs.point ? distanceKm(ours.point, theirs.point) : null
  if (apartKm !== null && apartKm > OTHER_PLACE_KM) return false
  const ignored = new Set([...COMMON_WORDS, ...fold(placeName).split(' ')])
  const likeness = nameLikeness(wordsOf(ours.name, ignored), wordsOf(theirs.name, ignored))
  return likeness >= (apartKm !== null && apartKm <= SAME_PLACE_KM ? NAMES_NEXT_DOOR : NAMES_ALONE)
}

/** The share of words that two names have in common, in any order, from 0 to 1 (Dice coefficient). */
function nameLikeness(ours: ReadonlySet<string>, theirs: ReadonlySet<string>): number {
  const shared = [...ours].filter((word) => theirs.has(word)).length
  return (2 * shared) / (ours.size + theirs.size)
}

/** The words of a name without the ignored ones; a name that consists only of those keeps them. */
function wordsOf(name: string, ignored: ReadonlySet<string>): ReadonlySet<string> {
  const words = fold(name).split(' ')
  const telling = words.filter((word) => !ignored.has(word))
  return new Set(telling.length > 0 ? telling : words)
}
