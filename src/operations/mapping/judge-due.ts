import { type Blocked, cellsOf, chooseCandidates, type Region, toBlocked, toRegion } from '../../mapping/candidates.ts'
import { compareLikelihood, isContradicted, isDoubted, judgeAgainst, weightOf } from '../../mapping/combined-verdict.ts'
import { judgeHotels, type PreparedHotel, prepareHotel } from '../../mapping/judge-hotels.ts'
import { REPEATED, type RepeatedPoints, toRepeatedPoints, withKnownPoint } from '../../mapping/repeated-points.ts'
import type { HotelVerdict } from '../../mapping/verdict.ts'
import type { Claim } from '../../store/mapping-claims.ts'
import { cursorOf, type DueCursor } from '../../store/place-order.ts'
import type { DueFilter, DueListing, JudgedListing, StoredProposal } from '../../store/proposals.ts'
import type { Deps } from '../deps.ts'
import { asFacts, type JudgedHotel, MAX_SHOWN, type ProposalOutcome, type ReviewReason } from './proposal.ts'
import { type OwnChange, recheck } from './recheck-mapped.ts'

/** What a batch of listings came to. */
export type JudgedBatch = {
  /** All listings of the batch, as they were judged. */
  readonly listings: readonly JudgedListing[]
  /** Those of the proposals that are the same as one hotel: as theirs, or as the one where they were in doubt. */
  readonly claims: readonly Claim[]
  readonly proposals: readonly StoredProposal[]
  /** Listings of which nothing is proposed any more. */
  readonly settled: readonly number[]
  /** How many mapped ones are what they were. */
  readonly stays: number
  /** Mappings that go down, because what is told of their listing has changed. */
  readonly changes: readonly OwnChange[]
  /** How many pairs were judged. */
  readonly pairs: number
}

type JudgeDeps = Pick<Deps, 'store'>

/** Listings that are read together. Neighbours come together, so that they share most of their candidates. */
const BATCH = 500

/**
 * Judges the listings that are due, neighbour by neighbour, against the hotels near them and those that share a key. Each batch is
 * handed over as it is done: who writes it before the next one begins can be cut off at any time.
 */
export async function* judgeDue(deps: JudgeDeps, filter: DueFilter): AsyncGenerator<JudgedBatch> {
  let cursor: DueCursor | null = null
  for (;;) {
    const listings: DueListing[] = await deps.store.proposals.due(cursor, filter, BATCH)
    const last = listings.at(-1)
    if (!last) return
    cursor = cursorOf(last)
    yield await judgeBatch(deps, listings)
  }
}

async function judgeBatch(deps: JudgeDeps, listings: readonly DueListing[]): Promise<JudgedBatch> {
  const unmapped = listings.filter(({ mapping }) => mapping === null)
  const repeated = await repeatedAt(
    deps,
    listings.flatMap(({ cell }) => cell ?? []),
  )
  const matched = await matchBatch(deps, unmapped, repeated)
  const checked = await recheck(deps, listings, repeated)
  const known = new Map(listings.map((listing) => [listing.listingId, listing]))
  const proposals = [...matched.proposals, ...checked.proposals]
  return {
    listings: listings.map(asRead),
    claims: proposals.flatMap((proposal) => claimOf(proposal, known.get(proposal.listingId))),
    proposals,
    settled: checked.settled,
    stays: checked.stays,
    changes: checked.changes,
    pairs: matched.pairs + checked.pairs,
  }
}

function asRead({ listingId, supplierCode, supplierHotelId, factsHash, mapping, rejected }: DueListing): JudgedListing {
  return { listingId, supplierCode, supplierHotelId, factsHash, mapping, rejections: rejected.length }
}

function claimOf({ outcome, listingId, hotelId, score, weight }: StoredProposal, listing?: DueListing): Claim[] {
  if (!listing || outcome !== 'JUDGED' || hotelId === null) return []
  const { supplierCode, supplierHotelId, mapping } = listing
  const told = { listingId, supplierCode, supplierHotelId, hotelId, mapping }
  return [{ ...told, score: score ?? 0, weight: weight ?? 0, why: null }]
}

/** In the cells, the points at which suppliers put houses of many addresses. */
export async function repeatedAt({ store }: JudgeDeps, cells: readonly number[]): Promise<RepeatedPoints> {
  return toRepeatedPoints(await store.listings.repeatedPoints([...new Set(cells)], REPEATED))
}

async function matchBatch(deps: JudgeDeps, listings: readonly DueListing[], repeated: RepeatedPoints) {
  const blocked = listings.map((listing) => ({
    listing,
    blocked: toBlocked(listing.listingId, withKnownPoint(asFacts(listing.facts), repeated)),
  }))
  const region = await regionOf(
    deps,
    blocked.map((one) => one.blocked),
  )
  const first = blocked.map((one) => firstLook(one.listing, one.blocked, region))
  const members = await membersOf(
    deps,
    first.flatMap(({ judged }) => judged.filter(wantsMembers).map(({ hotelId }) => hotelId)),
  )
  const proposals = first.map(({ listing, prepared, judged }) =>
    proposalOf(
      listing,
      judged.map((one) => secondLook(prepared, one, members)),
    ),
  )
  return { proposals, pairs: first.reduce((sum, { judged }) => sum + judged.length, 0) }
}

/** The hotels that any of the listings may be. */
export async function regionOf(deps: JudgeDeps, listings: readonly Blocked<number>[]): Promise<Region<number>> {
  if (listings.length === 0) return toRegion([])
  const cells = new Set(listings.flatMap(({ facts }) => cellsOf(facts)))
  const keys = new Set(listings.flatMap((listing) => [...listing.keys]))
  const hotels = await deps.store.hotelFacts.inRegion([...cells], [...keys])
  return toRegion(hotels.map(({ hotelId, facts }) => toBlocked(hotelId, asFacts(facts))))
}

/** A hotel as it was judged, with what further looks need. */
type FirstLook = JudgedHotel & { readonly hotel: PreparedHotel }

function firstLook(listing: DueListing, blocked: Blocked<number>, region: Region<number>) {
  const rejected = new Set(listing.rejected)
  const prepared = prepareHotel(blocked.facts)
  const judged = chooseCandidates(blocked, region)
    .chosen.filter(({ id }) => !rejected.has(id))
    .map(({ id, facts }): FirstLook => {
      const hotel = preparedOnce(facts)
      return { ...judgeHotels(prepared, hotel), hotelId: id, hotel }
    })
  return { listing, prepared, judged }
}

/** Folding takes longer than judging, and neighbours have the same candidates. */
const preparedBefore = new WeakMap<object, PreparedHotel>()
function preparedOnce(facts: Blocked<number>['facts']): PreparedHotel {
  const known = preparedBefore.get(facts)
  if (known) return known
  const made = prepareHotel(facts)
  preparedBefore.set(facts, made)
  return made
}

/** The catalogue tells too little, and nothing speaks against it: the hotel's other listings may tell more. */
function wantsMembers(verdict: HotelVerdict): boolean {
  return verdict.verdict === 'REVIEW' && !isDoubted(verdict) && !isContradicted(verdict)
}

type Members = ReadonlyMap<number, readonly PreparedHotel[]>

async function membersOf(deps: JudgeDeps, hotelIds: readonly number[]): Promise<Members> {
  if (hotelIds.length === 0) return new Map()
  const members = await deps.store.hotelFacts.members([...new Set(hotelIds)])
  const known = members.map(({ hotelId, facts }) => ({ hotelId, one: prepareHotel(asFacts(facts)) }))
  return new Map(
    [...Map.groupBy(known, ({ hotelId }) => hotelId)].map(([hotelId, all]) => [hotelId, all.map(({ one }) => one)]),
  )
}

function secondLook(listing: PreparedHotel, { hotel, ...first }: FirstLook, members: Members): JudgedHotel {
  const others = members.get(first.hotelId)
  return others && wantsMembers(first) ? { ...judgeAgainst(listing, hotel, others), hotelId: first.hotelId } : first
}

/** What becomes of a listing without a hotel, as far as it alone can tell. */
function proposalOf({ listingId, removedFrom }: DueListing, judged: readonly JudgedHotel[]): StoredProposal {
  const likely = judged.filter(({ verdict }) => verdict !== 'DIFFERENT').sort(byLikelihood)
  const [best] = likely
  const why = best ? whyReview(best, likely, removedFrom) : null
  const outcome: ProposalOutcome = best ? (why ? 'REVIEW' : 'JUDGED') : 'NEW'
  return {
    listingId,
    outcome,
    why,
    hotelId: best?.hotelId ?? null,
    verdict: best?.verdict ?? null,
    score: best?.score ?? null,
    weight: best ? weightOf(best) : null,
    candidates: likely.slice(0, MAX_SHOWN),
    changes: null,
  }
}

function byLikelihood(a: JudgedHotel, b: JudgedHotel): number {
  return compareLikelihood(a, b) || a.hotelId - b.hotelId
}

/** A hotel that is less likely than the best by no more than this, in log-odds, competes with it, if no rule speaks against it. */
const NEARLY = 1.5

function whyReview(best: JudgedHotel, likely: readonly JudgedHotel[], removedFrom: number | null): ReviewReason | null {
  if (best.verdict !== 'SAME') return 'UNSURE'
  if (best.hotelId === removedFrom) return 'REMOVED_BEFORE'
  const rivals = likely.filter((one) => one !== best)
  const competes = rivals.some(
    (one) => one.verdict === 'SAME' || (!isDoubted(one) && weightOf(best) - weightOf(one) <= NEARLY),
  )
  return competes ? 'COMPETING' : null
}
