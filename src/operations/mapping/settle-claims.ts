import { isContradicted } from '../../mapping/combined-verdict.ts'
import { ENGINE_VERSION, judgeHotels, type PreparedHotel, prepareHotel } from '../../mapping/judge-hotels.ts'
import { settleHotel } from '../../mapping/settle-hotel.ts'
import type { Member } from '../../store/hotel-facts.ts'
import type { ListingId } from '../../store/hotels.ts'
import type { Claim } from '../../store/mapping-claims.ts'
import type { MappingChange } from '../../store/mappings.ts'
import type { StoredProposal } from '../../store/proposals.ts'
import type { StoreParts } from '../../store/store.ts'
import { isRestorable } from './is-restorable.ts'
import { asFacts } from './proposal.ts'

type ReadFacts = StoreParts['listings']['facts']

/** What becomes of the claims to some hotels. */
export type SettledClaims = {
  readonly mapped: readonly Claim[]
  /** Listings that are mapped there, and that nothing contradicts, or contradicts any more. */
  readonly restored: readonly Claim[]
  /** Listings that are mapped there by a word that the engine does not change. */
  readonly unsure: readonly number[]
  /** Listings of which another one of their supplier is the hotel, or as likely to be. */
  readonly oneToOne: readonly number[]
  /** Listings that are another house than some other listing of the hotel, and that nobody has been asked about for that. */
  readonly transitive: readonly number[]
  /** Members that such a listing contradicts. */
  readonly doubtful: readonly Member[]
}

/**
 * Decides about all claims to the hotels, so that the result does not depend on the order in which the listings came. Those that wait
 * because others contradict them are decided about again each time: they wait for as long as that is so. What the listings tell is read
 * by `readFacts`: as it was judged. It writes nothing.
 */
export async function settleClaims(
  store: Pick<StoreParts, 'hotelFacts'>,
  claims: readonly Claim[],
  readFacts: ReadFacts,
): Promise<SettledClaims> {
  const hotelIds = [...new Set(claims.map(({ hotelId }) => hotelId))]
  // One after the other: a transaction has one connection.
  const members = await store.hotelFacts.members(hotelIds)
  const mapped = await store.hotelFacts.mappedSuppliers(hotelIds)
  const facts = await readFacts(claims.map(({ listingId }) => listingId))
  const told = new Map([...members.map((one) => [one.listingId, one.facts] as const), ...facts])
  const prepared = new Map<number, PreparedHotel>()
  function preparedOf(listingId: number): PreparedHotel | null {
    const known = prepared.get(listingId)
    const own = told.get(listingId)
    if (known || !own) return known ?? null
    const made = prepareHotel(asFacts(own))
    prepared.set(listingId, made)
    return made
  }
  const membersOf = Map.groupBy(members, ({ hotelId }) => hotelId)
  const suppliersOf = Map.groupBy(mapped, ({ hotelId }) => hotelId)
  const settled = [...Map.groupBy(claims, ({ hotelId }) => hotelId)].map(([hotelId, ofHotel]) =>
    settleHotel({
      claims: ofHotel.filter((claim) => !isThere(claim)).map((claim) => ({ ...claim, isOpen: isOpen(claim) })),
      members: membersOf.get(hotelId) ?? [],
      doubted: ofHotel.filter(isInDoubt),
      suppliers: new Set((suppliersOf.get(hotelId) ?? []).map(({ supplierCode }) => supplierCode)),
      contradict: (oneId, otherId) => {
        const [one, other] = [preparedOf(oneId), preparedOf(otherId)]
        return one !== null && other !== null && isContradicted(judgeHotels(one, other))
      },
    }),
  )
  const mappedIds = new Set(settled.flatMap((one) => one.mapped))
  const restoredIds = new Set(settled.flatMap((one) => one.restored))
  const transitive = new Set(settled.flatMap((one) => one.transitive))
  return {
    mapped: claims.filter(({ listingId }) => mappedIds.has(listingId)),
    restored: claims.filter(({ listingId }) => restoredIds.has(listingId)),
    unsure: claims.flatMap((claim) =>
      claim.why === null && isThere(claim) && !isInDoubt(claim) ? [claim.listingId] : [],
    ),
    oneToOne: settled.flatMap((one) => one.oneToOne),
    transitive: claims.flatMap(({ listingId, why }) => (transitive.has(listingId) && why === null ? [listingId] : [])),
    doubtful: members.filter(({ listingId, decidedBy }) => transitive.has(listingId) && decidedBy === 'ENGINE'),
  }
}

/** Nothing is decided about it yet, or only that another one contradicts it. */
function isOpen({ why }: Claim): boolean {
  return why === null || why === 'TRANSITIVE'
}

function isThere({ mapping, hotelId }: Claim): boolean {
  return mapping?.hotelId === hotelId
}

function isInDoubt(claim: Claim): boolean {
  return isOpen(claim) && isThere(claim) && claim.mapping !== null && isRestorable(claim.mapping)
}

/** Writes what was decided, in the transaction that has read it. */
export async function writeSettled(
  tx: StoreParts,
  { mapped, restored, unsure, oneToOne, transitive, doubtful }: SettledClaims,
): Promise<void> {
  const doneIds = [...mapped, ...restored].map(({ listingId }) => listingId)
  const evidence = await tx.proposals.evidence(doneIds)
  const mapping = mapped.map((claim) => mappingOf(claim, evidence.get(claim.listingId)))
  const verified = restored.flatMap((claim) => verifiedAgain(claim, evidence.get(claim.listingId)))
  const changed = await tx.mappings.change([...mapping, ...verified, ...doubtful.map(demoted)])
  await tx.proposals.remove(doneIds)
  await tx.proposals.setReview(unsure, 'UNSURE')
  await tx.proposals.setReview(oneToOne, 'ONE_TO_ONE')
  await tx.proposals.setReview(transitive, 'TRANSITIVE')
  const down = new Set(changed.flatMap((one) => (one.reason === 'TRANSITIVE' ? [nameOf(one)] : [])))
  await tx.proposals.put(doubtful.filter((one) => down.has(nameOf(one))).map(questionAbout))
}

function nameOf({ supplierCode, supplierHotelId }: ListingId): string {
  return `${supplierCode}/${supplierHotelId}`
}

const ACTOR = `engine@${ENGINE_VERSION}`

function mappingOf({ supplierCode, supplierHotelId, hotelId, score }: Claim, evidence: unknown): MappingChange {
  return {
    supplierCode,
    supplierHotelId,
    to: { hotelId, verification: 'VERIFIED' },
    decidedBy: 'ENGINE',
    actor: ACTOR,
    reason: 'AUTO',
    score,
    evidence,
    // A person may have mapped it since it was judged.
    from: null,
  }
}

/** Nothing speaks against it any more. Whose word it is stays. */
function verifiedAgain(claim: Claim, evidence: unknown): MappingChange[] {
  const { mapping } = claim
  if (!mapping || mapping.verification === 'VERIFIED') return []
  const { verification: from, decidedBy } = mapping
  return [{ ...mappingOf(claim, evidence), decidedBy, from, fromDecider: decidedBy }]
}

/** Another listing of the hotel says that this is another house: it is asked about, and not confirmed meanwhile. */
function demoted({ supplierCode, supplierHotelId, hotelId }: Member): MappingChange {
  return {
    supplierCode,
    supplierHotelId,
    to: { hotelId, verification: 'PENDING' },
    decidedBy: 'ENGINE',
    actor: ACTOR,
    reason: 'TRANSITIVE',
    from: 'VERIFIED',
    fromDecider: 'ENGINE',
  }
}

function questionAbout({ listingId, hotelId }: Member): StoredProposal {
  return {
    listingId,
    outcome: 'REVIEW',
    why: 'TRANSITIVE',
    hotelId,
    verdict: null,
    score: null,
    weight: null,
    candidates: [],
    changes: null,
  }
}
