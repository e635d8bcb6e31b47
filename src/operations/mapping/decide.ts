import type { HotelVerification, MappingReason } from '../../domain/mapping.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { ENGINE_VERSION } from '../../mapping/judge-hotels.ts'
import type { ListingId } from '../../store/hotels.ts'
import type { Mapping } from '../../store/mappings.ts'
import type { StoreParts } from '../../store/store.ts'
import { followMappings } from './follow-mappings.ts'

/** A person's word about a listing. */
export type Decision = ListingId & {
  /** `operator:<name>` */
  readonly actor: string
  /** Why, in their words; null: they do not say. */
  readonly note: string | null
}

/** What it was, and what it is; null: mapped to no hotel. */
export type Decided = { readonly before: Mapping | null; readonly after: Mapping | null }

/** An error is a sentence that says what is not there, or stands in the way. */
type Outcome = Promise<Result<Decided, string>>

type Accepted = Decision & {
  readonly hotelId: number
  readonly verification: HotelVerification
  /** True: it is searched and held although it is UNVERIFIED. */
  readonly soldUnverified?: boolean
}

/** A listing is that hotel. It stands until what the supplier tells of the listing changes, and lifts a rejection of the pair. */
export async function acceptMapping(tx: StoreParts, decision: Omit<Accepted, 'verification'>): Outcome {
  const fault = await unknownFault(tx, decision, decision.hotelId)
  if (fault) return err(fault)
  await tx.mappings.liftRejection(decision, decision.hotelId)
  return ok(await put(tx, { ...decision, verification: 'VERIFIED' }, 'ACCEPTED'))
}

/** As `acceptMapping`, for a listing of which nothing need be staged; it lifts no rejection. */
export async function setMapping(tx: StoreParts, decision: Accepted): Outcome {
  if (!(await tx.hotels.find(decision.hotelId))) return err(`no hotel ${decision.hotelId}`)
  const no = (await tx.mappings.rejections(decision)).find(({ hotelId }) => hotelId === decision.hotelId)
  if (no) return err(`${no.actor} has rejected this pair: mapping accept lifts that`)
  return ok(await put(tx, decision, 'SET'))
}

/** Whether a listing is the hotel that it is mapped to. */
export async function verifyMapping(tx: StoreParts, decision: Omit<Accepted, 'hotelId'>): Outcome {
  const mapping = await tx.mappings.find(decision)
  if (!mapping) return err(`${decision.supplierCode} has no listing ${decision.supplierHotelId}`)
  return ok(await put(tx, { ...decision, hotelId: mapping.hotelId }, 'VERIFIED_BY_HAND'))
}

/** A listing is never that hotel, whatever changes. If it is mapped there, it is taken off; the engine looks for another one. */
export async function rejectMapping(tx: StoreParts, decision: Decision & { readonly hotelId: number }): Outcome {
  const fault = await unknownFault(tx, decision, decision.hotelId)
  if (fault) return err(fault)
  // First, because it holds the listing: what a run of the engine is writing of it is there then, and is removed.
  await tx.proposals.setDue(decision)
  const before = await tx.mappings.find(decision)
  await tx.mappings.reject(decision)
  await tx.proposals.removeOf(decision)
  if (before?.hotelId !== decision.hotelId) return ok({ before, after: before })
  return ok(await takeOff(tx, decision, 'REJECTED'))
}

/** A listing is taken off its hotel. The engine does not map it there again by itself. */
export async function removeMapping(tx: StoreParts, decision: Decision): Outcome {
  const before = await tx.mappings.find(decision)
  if (!before) return err(`${decision.supplierCode}/${decision.supplierHotelId} is mapped to no hotel`)
  await tx.proposals.removeOf(decision)
  return ok(await takeOff(tx, decision, 'REMOVED'))
}

async function unknownFault(tx: StoreParts, listing: ListingId, hotelId: number): Promise<string | null> {
  const { supplierCode, supplierHotelId } = listing
  // One after the other: a transaction has one connection.
  const isKnown = (await tx.mappings.find(listing)) !== null || (await tx.listings.has(listing))
  if (!isKnown) return `no listing ${supplierCode}/${supplierHotelId}`
  return (await tx.hotels.find(hotelId)) ? null : `no hotel ${hotelId}`
}

async function put(tx: StoreParts, decision: Accepted, reason: MappingReason): Promise<Decided> {
  const { supplierCode, supplierHotelId, hotelId, verification, actor, note, soldUnverified = false } = decision
  const before = await tx.mappings.find(decision)
  const evidence = await tx.proposals.evidenceOf(decision, hotelId)
  const changed = await tx.mappings.change([
    {
      supplierCode,
      supplierHotelId,
      to: { hotelId, verification },
      decidedBy: 'PERSON',
      actor,
      note,
      reason,
      soldUnverified,
      evidence,
    },
  ])
  await tx.proposals.removeOf(decision)
  await tx.proposals.setSeen(decision, ENGINE_VERSION)
  await followMappings(tx, changed)
  return { before, after: await tx.mappings.find(decision) }
}

async function takeOff(
  tx: StoreParts,
  { supplierCode, supplierHotelId, actor, note }: Decision,
  reason: MappingReason,
): Promise<Decided> {
  const before = await tx.mappings.find({ supplierCode, supplierHotelId })
  const changed = await tx.mappings.change([
    { supplierCode, supplierHotelId, to: null, decidedBy: 'PERSON', actor, note, reason },
  ])
  await followMappings(tx, changed)
  return { before, after: null }
}
