import type { HotelFacts } from '../../mapping/hotel-facts.ts'
import { ENGINE_VERSION } from '../../mapping/judge-hotels.ts'
import type { HotelVerdict } from '../../mapping/verdict.ts'
import type { SeenHotel, SeenListing } from '../../store/catalogue-reads.ts'
import type { ListingId } from '../../store/hotels.ts'
import type { FutureBooking } from '../../store/mapping-queue.ts'
import type { MappingRejection, MappingVersion } from '../../store/mappings.ts'
import type { Deps } from '../deps.ts'
import { explainListing, explainPair } from './explain.ts'
import { asFacts, type JudgedHotel } from './proposal.ts'

/** A hotel that a listing may be, and what speaks for and against. */
export type Candidate = HotelVerdict & { readonly hotel: SeenHotel }

/** A listing beside a hotel, with all that a person needs to say whether they are one. */
export type SeenPair = {
  readonly listing: SeenListing
  /** The hotel that is asked about, else the one of the question, else the one that it is mapped to; null: there is none. */
  readonly hotel: SeenHotel | null
  readonly members: readonly SeenListing[]
  readonly rooms: readonly string[]
  /** What a person is asked; null: nothing. */
  readonly question: {
    readonly why: string | null
    readonly changes: Readonly<Record<string, unknown>> | null
    readonly at: number
  } | null
  /** The engine's word of the pair: as it stands in the question, else as it is now. Null: there is nothing to judge. */
  readonly verdict: HotelVerdict | null
  /** The same as the engine would say it now, by the catalogue and by each other listing of the hotel. */
  readonly now: readonly (HotelVerdict & { readonly against: string })[]
  readonly candidates: readonly Candidate[]
  readonly versions: readonly MappingVersion[]
  readonly rejections: readonly MappingRejection[]
  /** What was sold from the listing to guests who have not left yet. */
  readonly bookings: readonly FutureBooking[]
  readonly engineVersion: string
}

type PairDeps = Pick<Deps, 'store'>

/** How many versions of a mapping are shown. */
const VERSIONS = 20

/** Null: there is no such listing. */
export async function seePair({ store }: PairDeps, listing: ListingId, asked: number | null): Promise<SeenPair | null> {
  const seen = await store.catalogueReads.listing(listing)
  if (!seen) return null
  const question = await store.proposals.questionOf(listing)
  const stored = question && (question.candidates as readonly JudgedHotel[]) // only `judgeDue` writes them
  const likely = stored ?? (await likelyNow({ store }, listing))
  const hotelId = asked ?? question?.hotelId ?? seen.hotelId
  const hotels = await store.catalogueReads.hotels([
    ...new Set([...likely.map((one) => one.hotelId), hotelId ?? []].flat()),
  ])
  const filter = { hotelId: null, verification: null, limit: VERSIONS, ...idOf(listing) }
  const [ofHotel, versions, rejections, bookings] = await Promise.all([
    seeHotel({ store }, listing, hotelId),
    store.mappings.history(filter),
    store.mappings.rejections(listing),
    store.mappingQueue.futureBookings(listing),
  ])
  const verdict = stored?.find((one) => one.hotelId === hotelId) ?? byCatalogue(ofHotel.now)
  return {
    listing: seen,
    hotel: (hotelId === null ? null : hotels.get(hotelId)) ?? null,
    ...ofHotel,
    question: question && { why: question.why, changes: question.changes, at: question.at },
    verdict,
    candidates: likely.flatMap((one) => candidateOf(one, hotels)),
    versions,
    rejections,
    bookings,
    engineVersion: ENGINE_VERSION,
  }
}

async function likelyNow(deps: PairDeps, listing: ListingId): Promise<readonly JudgedHotel[]> {
  return (await explainListing(deps, listing))?.verdicts ?? []
}

function byCatalogue(now: SeenPair['now']): HotelVerdict | null {
  return now.find(({ against }) => against === 'catalogue') ?? null
}

/** What the hotel is sold from and as, and what the engine says of the pair now. */
async function seeHotel(
  { store }: PairDeps,
  listing: ListingId,
  hotelId: number | null,
): Promise<Pick<SeenPair, 'members' | 'rooms' | 'now'>> {
  if (hotelId === null) return { members: [], rooms: [], now: [] }
  const [members, rooms, explained] = await Promise.all([
    store.catalogueReads.listingsOf(hotelId),
    roomsOf({ store }, hotelId),
    explainPair({ store }, listing, hotelId),
  ])
  return { members, rooms, now: explained?.verdicts ?? [] }
}

function idOf({ supplierCode, supplierHotelId }: ListingId): ListingId {
  return { supplierCode, supplierHotelId }
}

function candidateOf({ hotelId, ...verdict }: JudgedHotel, hotels: ReadonlyMap<number, SeenHotel>): Candidate[] {
  const hotel = hotels.get(hotelId)
  return hotel ? [{ ...verdict, hotel }] : []
}

/** The hotel's own rooms that suppliers sell, by name. */
async function roomsOf({ store }: PairDeps, hotelId: number): Promise<readonly string[]> {
  const rooms = await store.serviceRooms.ofHotels([hotelId])
  return rooms
    .filter(({ isUsed }) => isUsed)
    .map(({ names, roomId }) => names['en'] ?? Object.values(names)[0] ?? roomId)
}

/** What is known of a listing, or of a hotel, in the judge's own form; null: nothing yet. */
export function factsOfSeen({ facts }: Pick<SeenListing, 'facts'>): HotelFacts | null {
  return facts && asFacts(facts)
}
