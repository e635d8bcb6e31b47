import { distanceKm } from '../../domain/geo.ts'
import type { HotelVerification } from '../../domain/mapping.ts'
import { pointOf } from '../../mapping/blocking.ts'
import { changedFacts, judgeAgainst, weightOf } from '../../mapping/combined-verdict.ts'
import { ENGINE_VERSION, prepareHotel } from '../../mapping/judge-hotels.ts'
import { type RepeatedPoints, withKnownPoint } from '../../mapping/repeated-points.ts'
import type { Verdict } from '../../mapping/verdict.ts'
import type { MappingChange } from '../../store/mappings.ts'
import type { DueListing, StoredProposal } from '../../store/proposals.ts'
import type { Deps } from '../deps.ts'
import { isRestorable } from './is-restorable.ts'
import { asFacts, type JudgedHotel, type ReviewReason } from './proposal.ts'

/** A change of the mapping of a listing that was judged. */
export type OwnChange = MappingChange & { readonly listingId: number }

type Rechecked = {
  /** Questions, and mappings that may be verified again (JUDGED): that is settled with the other listings of the hotel. */
  readonly proposals: readonly StoredProposal[]
  readonly settled: readonly number[]
  readonly changes: readonly OwnChange[]
  /** How many are what they were. */
  readonly stays: number
  readonly pairs: number
}

type Mapped = DueListing & { readonly mapping: NonNullable<DueListing['mapping']> }

function isMapped(listing: DueListing): listing is Mapped {
  return listing.mapping !== null
}

/**
 * Judges mapped listings against their own hotels. One that still is its hotel stays as it is. One that may not be goes down, and a person
 * is asked what it is: the engine never maps it to another hotel by itself.
 */
export async function recheck(
  { store }: Pick<Deps, 'store'>,
  listings: readonly DueListing[],
  repeated: RepeatedPoints,
): Promise<Rechecked> {
  const mapped = listings.filter(isMapped)
  const hotelIds = [...new Set(mapped.map(({ mapping }) => mapping.hotelId))]
  if (mapped.length === 0) return { proposals: [], settled: [], changes: [], stays: 0, pairs: 0 }
  const [hotels, members] = await Promise.all([store.hotelFacts.find(hotelIds), store.hotelFacts.members(hotelIds)])
  const known = new Map(hotels.map((hotel) => [hotel.hotelId, prepareHotel(asFacts(hotel.facts))]))
  const byHotel = Map.groupBy(members, ({ hotelId }) => hotelId)
  const outcomes = mapped.map((listing) => {
    const hotel = known.get(listing.mapping.hotelId)
    const others = (byHotel.get(listing.mapping.hotelId) ?? []).filter(
      ({ listingId }) => listingId !== listing.listingId,
    )
    const own = prepareHotel(withKnownPoint(asFacts(listing.facts), repeated))
    // A hotel that was made since the facts were read is judged by the next run.
    const judged =
      hotel &&
      judgeAgainst(
        own,
        hotel,
        others.map(({ facts }) => prepareHotel(asFacts(facts))),
      )
    return judged ? outcomeOf(listing, { ...judged, hotelId: listing.mapping.hotelId }) : { settled: null }
  })
  return {
    proposals: outcomes.flatMap(({ proposal }) => proposal ?? []),
    settled: outcomes.flatMap(({ settled }) => settled ?? []),
    changes: outcomes.flatMap(({ change }) => change ?? []),
    stays: outcomes.filter(({ stays }) => stays).length,
    pairs: mapped.length,
  }
}

type Outcome = {
  readonly proposal?: StoredProposal
  readonly settled?: number | null
  readonly change?: OwnChange | null
  readonly stays?: boolean
}

function outcomeOf(listing: Mapped, judged: JudgedHotel): Outcome {
  const { mapping } = listing
  if (judged.verdict === 'SAME') return outcomeOfSame(listing, judged)
  const changes = listing.judgedFacts && changedFacts(asFacts(listing.judgedFacts), asFacts(listing.facts))
  // A person has seen what is told now, and so has whoever wrote the file that it was imported from, as far as anybody knows.
  const why = whyOf(listing, changes !== null)
  if (why === null) return {}
  const proposal: StoredProposal = { ...proposalOf(listing, judged), outcome: 'REVIEW', why, changes }
  const to = why === 'DISAGREES' ? mapping.verification : demoted(listing, judged.verdict)
  if (to === mapping.verification) return { proposal }
  const reason = why === 'ENGINE_CHANGED' ? 'ENGINE_CHANGED' : 'CONTENT_CHANGED'
  return { proposal, change: { ...changeOf(listing, judged, to), reason } }
}

/** A question about a mapping that stays down is for a person, whatever the listing tells now. */
function outcomeOfSame(listing: Mapped, judged: JudgedHotel): Outcome {
  const { listingId, mapping } = listing
  if (mapping.verification === 'VERIFIED') return { settled: listingId, stays: true }
  if (!isRestorable(mapping)) return { stays: true }
  if (mapping.decidedBy !== 'PERSON') return { proposal: proposalOf(listing, judged) }
  return { settled: listingId, change: { ...changeOf(listing, judged, 'VERIFIED'), reason: 'AUTO' } }
}

/** That it is its hotel, as far as it alone can tell. */
function proposalOf({ listingId, mapping }: Mapped, judged: JudgedHotel): StoredProposal {
  const { verdict, score } = judged
  const found = { hotelId: mapping.hotelId, verdict, score, weight: weightOf(judged), candidates: [judged] }
  return { listingId, outcome: 'JUDGED', why: null, ...found, changes: null }
}

/** Null: nobody has to be asked. */
function whyOf({ mapping, isClaim, judgedFacts, judgedEngine }: Mapped, hasChanged: boolean): ReviewReason | null {
  if (hasChanged) return 'CONTENT_CHANGED'
  // Somebody was asked when it went down, but not about this where another listing was why.
  if (mapping.verification !== 'VERIFIED' && !isClaim) return null
  if (mapping.decidedBy === 'PERSON') return null
  if (mapping.decidedBy === 'IMPORT') return 'DISAGREES'
  return judgedFacts !== null && judgedEngine !== ENGINE_VERSION ? 'ENGINE_CHANGED' : 'CONTENT_CHANGED'
}

/** A house that was described this far away, and is not any more, is not sold until a person has looked. */
const MOVED_KM = 1

function demoted({ facts, judgedFacts, mapping }: Mapped, verdict: Verdict): HotelVerification {
  if (mapping.verification === 'UNVERIFIED' || verdict === 'DIFFERENT') return 'UNVERIFIED'
  const [now, then] = [pointOf(asFacts(facts)), judgedFacts && pointOf(asFacts(judgedFacts))]
  return now && then && distanceKm(now, then) > MOVED_KM ? 'UNVERIFIED' : 'PENDING'
}

/** The listing stays with its hotel. Whose word that was stays known: it is the word that is asked about. */
function changeOf(
  { listingId, supplierCode, supplierHotelId, mapping }: Mapped,
  judged: JudgedHotel,
  to: HotelVerification,
): Omit<OwnChange, 'reason'> {
  return {
    listingId,
    supplierCode,
    supplierHotelId,
    to: { hotelId: mapping.hotelId, verification: to },
    decidedBy: mapping.decidedBy,
    actor: `engine@${ENGINE_VERSION}`,
    score: judged.score,
    evidence: judged.evidence,
    from: mapping.verification,
  }
}
