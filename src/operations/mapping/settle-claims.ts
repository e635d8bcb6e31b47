import { isContradicted } from '../../mapping/combined-verdict.ts'
import { ENGINE_VERSION, judgeHotels, type PreparedHotel, prepareHotel } from '../../mapping/judge-hotels.ts'
import { settleHotel } from '../../mapping/settle-hotel.ts'
import type { Member } from '../../store/hotel-facts.ts'
import type { MappingChange } from '../../store/mappings.ts'
import type { Claim, StoredProposal } from '../../store/proposals.ts'
import type { StoreParts } from '../../store/store.ts'
import { asFacts } from './proposal.ts'

type Readable = Pick<StoreParts, 'hotelFacts' | 'listings'>

/** What becomes of the claims to some hotels. */
export type SettledClaims = {
  readonly mapped: readonly Claim[]
  /** Listings of which another one of their supplier is the hotel, or as likely to be. */
  readonly oneToOne: readonly number[]
  /** Listings that are another house than some other listing of the hotel. */
  readonly transitive: readonly number[]
  /** Members that such a listing contradicts. */
  readonly doubtful: readonly Member[]
}

/**
 * Decides about all claims to the hotels, so that the result does not depend on the order in which the listings came. It writes
 * nothing.
 */
export async function settleClaims(store: Readable, claims: readonly Claim[]): Promise<SettledClaims> {
  const hotelIds = [...new Set(claims.map(({ hotelId }) => hotelId))]
  // One after the other: a transaction has one connection.
  const members = await store.hotelFacts.members(hotelIds)
  const mapped = await store.hotelFacts.mappedSuppliers(hotelIds)
  const facts = await store.listings.facts(claims.map(({ listingId }) => listingId))
  const told = new Map([...facts, ...members.map((one) => [one.listingId, one.facts] as const)])
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
      claims: ofHotel,
      members: membersOf.get(hotelId) ?? [],
      suppliers: new Set((suppliersOf.get(hotelId) ?? []).map(({ supplierCode }) => supplierCode)),
      contradict: (oneId, otherId) => {
        const [one, other] = [preparedOf(oneId), preparedOf(otherId)]
        return one !== null && other !== null && isContradicted(judgeHotels(one, other))
      },
    }),
  )
  const mappedIds = new Set(settled.flatMap((one) => one.mapped))
  const transitive = new Set(settled.flatMap((one) => one.transitive))
  return {
    mapped: claims.filter(({ listingId }) => mappedIds.has(listingId)),
    oneToOne: settled.flatMap((one) => one.oneToOne),
    transitive: claims.flatMap(({ listingId }) => (transitive.has(listingId) ? [listingId] : [])),
    doubtful: members.filter(({ listingId, decidedBy }) => transitive.has(listingId) && decidedBy === 'ENGINE'),
  }
}

/** Writes what was decided, in the transaction that has read it. */
export async function writeSettled(
  tx: StoreParts,
  { mapped, oneToOne, transitive, doubtful }: SettledClaims,
): Promise<void> {
  const mappedIds = mapped.map(({ listingId }) => listingId)
  const evidence = await tx.proposals.evidence(mappedIds)
  const mapping = mapped.map((claim) => mappingOf(claim, evidence.get(claim.listingId)))
  await tx.mappings.change([...mapping, ...doubtful.map(demoted)])
  await tx.proposals.remove(mappedIds)
  await tx.proposals.setReview(oneToOne, 'ONE_TO_ONE')
  await tx.proposals.setReview(transitive, 'TRANSITIVE')
  await tx.proposals.put(doubtful.map(questionAbout))
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
