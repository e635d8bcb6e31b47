import type { HotelFacts } from '../../mapping/hotel-facts.ts'
import type { HotelVerdict } from '../../mapping/verdict.ts'
import type { Facts } from '../../store/listings.ts'

/*
 * A staged listing is, for the engine, in one of these states:
 *
 *   due        it is new, it or a hotel that it may be has changed, or the engine has: `listings.due`
 *   judged     it is the same as one hotel; whether it is mapped there, or verified there again, depends on the other listings of that
 *              hotel (JUDGED)
 *   review     a person has to decide; `why` says what about (REVIEW)
 *   new        it is no hotel of the catalogue (NEW)
 *   mapped     `supplier_hotels` has it; nothing is proposed, or a question about the mapping is (REVIEW)
 *
 *   due    → judged, review, new   `judgeDue`
 *   judged → mapped, review        `settleClaims`, when all claims to the hotel are known
 *   new    → mapped                `createHotels`, or a person
 *   review → mapped, due           a person accepts it, or rejects the hotel
 *   mapped → review                `judgeDue`: what is told has changed, or the engine disagrees now; `settleClaims`: another one contradicts it
 *   mapped → judged                `judgeDue`: it was in doubt, and is the same as its hotel
 *   review → mapped, review        `settleClaims`, at each run: TRANSITIVE, for as long as another one contradicts it
 *   any    → due                   see above
 */
export const PROPOSAL_OUTCOMES = ['JUDGED', 'REVIEW', 'NEW'] as const
export type ProposalOutcome = (typeof PROPOSAL_OUTCOMES)[number]

/** Why a person has to decide. */
export const REVIEW_REASONS = [
  /** Something speaks against the likeliest hotel, or too little is told. */
  'UNSURE',
  /** Two hotels are the same as it, or nearly. */
  'COMPETING',
  /** Another listing of its supplier is the same hotel, and neither is clearly the better. */
  'ONE_TO_ONE',
  /** It is the same as the hotel that a person has taken it off. */
  'REMOVED_BEFORE',
  /** It is the same as the hotel, and another listing of the hotel is a different house. */
  'TRANSITIVE',
  /** What its supplier tells of a mapped listing has changed, and it may be another house now. */
  'CONTENT_CHANGED',
  /** The engine's rules have changed, and it would not map the listing there any more. */
  'ENGINE_CHANGED',
  /** A catalogue file says what the engine doubts; it stays mapped. */
  'DISAGREES',
] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

/** A hotel that a listing may be, and why. */
export type JudgedHotel = HotelVerdict & { readonly hotelId: number }

/** How many of the likeliest hotels are shown to whoever decides. */
export const MAX_SHOWN = 5

/** Only `stageListings` and `syncHotels` write facts, and they write `HotelFacts`. */
export function asFacts(facts: Facts): HotelFacts {
  return facts as HotelFacts
}
