import type { Point } from './geo.ts'

/** How certain the catalogue is about a supplier's room. Only MATCHED has a service room; all of them can be booked. */
export const MAPPING_STATUSES = ['MATCHED', 'AMBIGUOUS', 'UNMAPPED', 'CONFLICT'] as const
export type MappingStatus = (typeof MAPPING_STATUSES)[number]

/** A room of our own catalogue. */
export type ServiceRoom = { readonly roomId: string; readonly name: string; readonly imageUrls: readonly string[] }

/**
 * Whether a supplier's listing is known to be the hotel that we map it to. VERIFIED is sold. PENDING is asked, held and sold, but a hold of
 * it is not confirmed. UNVERIFIED is not asked at all, unless an operator says so, and never confirmed.
 */
export const HOTEL_VERIFICATIONS = ['VERIFIED', 'PENDING', 'UNVERIFIED'] as const
export type HotelVerification = (typeof HOTEL_VERIFICATIONS)[number]

/** Whose word a mapping is, from the weakest to the strongest: the engine's, a catalogue file's, a person's. */
export const MAPPING_DECIDERS = ['ENGINE', 'IMPORT', 'PERSON'] as const
export type MappingDecider = (typeof MAPPING_DECIDERS)[number]

/** Why a mapping is as it is, for its history. */
export const MAPPING_REASONS = [
  /** The engine: nothing contradicts, and kinds of evidence that do not depend on each other agree. */
  'AUTO',
  /** The engine: listings of several suppliers are one house that the catalogue did not have. */
  'NEW_HOTEL',
  /** The engine: what the supplier tells of the house has changed, and it may be another one now. */
  'CONTENT_CHANGED',
  /** The engine: its rules have changed, and it would not map the two any more. */
  'ENGINE_CHANGED',
  /** The engine: another listing of the hotel contradicts this one. */
  'TRANSITIVE',
  /** The check of a listing that a hold was made from: by the supplier's own description of the hotel. */
  'HOLD_CHECK',
  /** A person: `mapping accept`, `reject`, `remove`, `set`, `verify`. */
  'ACCEPTED',
  'REJECTED',
  'REMOVED',
  'SET',
  'VERIFIED_BY_HAND',
  /** A person has taken back a person's last word. */
  'UNDONE',
  /** A catalogue file. */
  'IMPORTED',
  /** SQL that went past the gateway. */
  'WRITTEN',
] as const
export type MappingReason = (typeof MAPPING_REASONS)[number]

const WORST_FIRST: readonly MappingStatus[] = ['CONFLICT', 'AMBIGUOUS', 'UNMAPPED', 'MATCHED']

/** An option with several rooms has the status of its least certain room. */
export function worstMapping(statuses: readonly MappingStatus[]): MappingStatus {
  return WORST_FIRST.find((status) => statuses.includes(status)) ?? 'UNMAPPED'
}

/** A hotel as its supplier describes it when it is asked: what the check of a hold judges. */
export type ListedHotel = {
  readonly name: string
  /** ISO 3166-1 alpha-2; null when the listing has none. */
  readonly countryCode: string | null
  /** Null when the listing has none. */
  readonly point: Point | null
  /** True: the supplier lets the place be shown only roughly before it is booked. Absent: it does not say. */
  readonly placeHidden?: boolean
}
