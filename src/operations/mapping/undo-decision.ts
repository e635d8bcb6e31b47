import type { MappingDecider } from '../../domain/mapping.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { weightOf } from '../../mapping/combined-verdict.ts'
import type { ListingId } from '../../store/hotels.ts'
import type { MappingRejection, MappingVersion } from '../../store/mappings.ts'
import type { StoreParts } from '../../store/store.ts'
import type { Deps } from '../deps.ts'
import type { Decided, Decision } from './decide.ts'
import { explainPair } from './explain.ts'
import { followMappings } from './follow-mappings.ts'
import { REVIEW_REASONS, type ReviewReason } from './proposal.ts'
import { proposeListing } from './propose.ts'

/** What can be taken back. */
const WORDS: ReadonlySet<string> = new Set(['ACCEPTED', 'REJECTED', 'REMOVED', 'SET', 'VERIFIED_BY_HAND'])

/** What was taken back besides: the hotel that the listing may be again. */
export type Undone = Decided & { readonly liftedHotelId: number | null }

/**
 * Takes back the last word of a person about a listing: the mapping is as it was before, whoever's word that was and whyever, and a
 * rejection is lifted. The engine judges the listing again (`askAgain`). A rejection that an `accept` had lifted does not come back.
 */
export async function undoDecision(tx: StoreParts, decision: Decision): Promise<Result<Undone, string>> {
  // First, because it holds the listing.
  await tx.proposals.setDue(decision)
  const [last, earlier] = await tx.mappings.history({ ...anyOf(decision), limit: 2 })
  const { word, lifted } = lastWord(last, await tx.mappings.lastRejection(decision))
  if (!word && !lifted)
    return err(
      `nobody has said anything of ${decision.supplierCode}/${decision.supplierHotelId} that could be taken back`,
    )
  const before = await tx.mappings.find(decision)
  if (lifted) await tx.mappings.liftRejection(decision, lifted.hotelId)
  await tx.proposals.removeOf(decision)
  if (word) {
    const changed = await tx.mappings.change([changeBack(decision, word, earlier)])
    if (changed.length === 0 && word.fromHotelId !== null) return err(`hotel ${word.fromHotelId} is no more`)
    await followMappings(tx, changed)
  }
  return ok({ before, after: await tx.mappings.find(decision), liftedHotelId: lifted?.hotelId ?? null })
}

type SaidRejection = MappingRejection & { readonly at: number }
type LastWord = { readonly word: MappingVersion | null; readonly lifted: SaidRejection | null }

/** What is taken back: a version of the mapping, a rejection, or the two that a rejection of a mapped listing has made. */
function lastWord(last: MappingVersion | undefined, rejection: SaidRejection | null): LastWord {
  const word = last && WORDS.has(last.reason) && last.actor.startsWith('operator:') ? last : null
  const isRejection = rejection !== null && (last === undefined || rejection.at >= last.at)
  if (!isRejection) return { word, lifted: null }
  return { word: word && isSame(word, rejection) ? word : null, lifted: rejection }
}

function anyOf({ supplierCode, supplierHotelId }: ListingId) {
  return { supplierCode, supplierHotelId, hotelId: null, verification: null }
}

/** They are of the same moment. */
function isSame({ reason, fromHotelId, at }: MappingVersion, rejection: SaidRejection): boolean {
  return reason === 'REJECTED' && fromHotelId === rejection.hotelId && at === rejection.at
}

function changeBack(
  { supplierCode, supplierHotelId, actor, note }: Decision,
  word: MappingVersion,
  earlier?: MappingVersion,
) {
  const { fromHotelId, fromStatus } = word
  return {
    supplierCode,
    supplierHotelId,
    to: fromHotelId === null || fromStatus === null ? null : { hotelId: fromHotelId, verification: fromStatus },
    decidedBy: word.fromDecidedBy ?? deciderOf(earlier),
    soldUnverified: word.fromSoldUnverified ?? false,
    actor,
    note,
    reason: 'UNDONE' as const,
    restoredReason: word.fromReason,
    evidence: null,
  }
}

/** Whose word the mapping was before, as far as the version tells that an older release has written then. */
function deciderOf(version: MappingVersion | undefined): MappingDecider {
  if (version?.actor.startsWith('engine@')) return 'ENGINE'
  return version?.actor.startsWith('operator:') ? 'PERSON' : 'IMPORT'
}

/** Has the engine judge the listing again, so that the question which was decided is asked again at once. */
export async function askAgain(deps: Pick<Deps, 'store'>, listing: ListingId): Promise<void> {
  const { store } = deps
  await proposeListing(deps, listing)
  const mapping = await store.mappings.find(listing)
  if (!mapping || mapping.verification === 'VERIFIED' || (await store.proposals.questionOf(listing))) return
  // It was down before the word that was taken back, and a person was asked then.
  const [judged] = (await explainPair(deps, listing, mapping.hotelId))?.verdicts ?? []
  const listingId = await store.listings.idOf(listing)
  if (!judged || listingId === null) return
  const candidate = {
    hotelId: mapping.hotelId,
    verdict: judged.verdict,
    score: judged.score,
    evidence: judged.evidence,
  }
  const { verdict, score, hotelId } = candidate
  const why = await whyBefore(deps, listing)
  const weight = weightOf(judged)
  await store.proposals.put([
    { listingId, outcome: 'REVIEW', why, hotelId, verdict, score, weight, candidates: [candidate], changes: null },
  ])
}

/** Why the mapping had gone down, as its history tells. */
async function whyBefore({ store }: Pick<Deps, 'store'>, listing: ListingId): Promise<ReviewReason> {
  const versions = await store.mappings.history({ ...anyOf(listing), limit: 10 })
  const reasons = versions.map(({ reason, restoredReason }) =>
    REVIEW_REASONS.find((one) => one === (restoredReason ?? reason)),
  )
  return reasons.find((one) => one !== undefined) ?? 'UNSURE'
}
