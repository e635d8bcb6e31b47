import { HOTEL_VERIFICATIONS, type HotelVerification } from '../domain/mapping.ts'
import type { Result } from '../domain/result.ts'
import {
  acceptMapping,
  type Decided,
  rejectMapping,
  removeMapping,
  setMapping,
  verifyMapping,
} from '../operations/mapping/decide.ts'
import { askAgain, undoDecision } from '../operations/mapping/undo-decision.ts'
import type { ListingId } from '../store/hotels.ts'
import { type Command, ItemError, type Trace, text, UsageError, type Values } from './command.ts'
import { followSome } from './follow-some.ts'
import { hotelIdOf, listingOf, noteOf, supplierOf } from './listing-argument.ts'
import { proposeCommand } from './mapping-propose.ts'
import { MAPPING_READS } from './mapping-reads.ts'
import { pinRoom } from './pin-room.ts'

function verificationOf(values: Values): HotelVerification {
  const found = HOTEL_VERIFICATIONS.find((one) => one === text(values, 'verification'))
  if (!found) throw new UsageError(`--verification is one of ${HOTEL_VERIFICATIONS.join(', ')}`)
  return found
}

/** Only what is not sold by itself can be let be sold nevertheless. */
function isSoldUnverified(values: Values, verification: HotelVerification): boolean {
  const isWanted = values['sell'] === true
  if (isWanted && verification !== 'UNVERIFIED') throw new UsageError('--sell is for --verification UNVERIFIED')
  return isWanted
}

function named(values: Values): ListingId {
  return { supplierCode: supplierOf(text(values, 'supplier')), supplierHotelId: text(values, 'supplier-hotel') }
}

/** What a decision has come to, as it is printed and as the audit log keeps it. */
function told(action: string, { supplierCode, supplierHotelId }: ListingId, decided: Result<Decided, string>) {
  if (!decided.ok) throw new ItemError(decided.error)
  const { before, after } = decided.value
  const trace: Trace = { action, subject: `${supplierCode}/${supplierHotelId}`, organizationId: null, before, after }
  const row = {
    supplierCode,
    supplierHotelId,
    hotelId: after?.hotelId ?? null,
    verification: after?.verification ?? 'UNMAPPED',
  }
  return { rows: [row], trace }
}

const set: Command = {
  noun: 'mapping',
  verb: 'set',
  summary: 'maps a supplier’s listing to a hotel; searches use it within seconds',
  usage:
    '--hotel 551 --supplier hotelbeds --supplier-hotel 1533 [--verification VERIFIED|PENDING|UNVERIFIED [--sell]] [--reason TEXT]',
  options: {
    hotel: { type: 'string' },
    supplier: { type: 'string' },
    'supplier-hotel': { type: 'string' },
    verification: { type: 'string', default: 'VERIFIED' },
    sell: { type: 'boolean' },
    reason: { type: 'string' },
  },
  required: ['hotel', 'supplier', 'supplier-hotel'],
  after: followSome,
  change: async ({ tx, actor }, values) => {
    const listing = named(values)
    const verification = verificationOf(values)
    const soldUnverified = isSoldUnverified(values, verification)
    const decision = {
      ...listing,
      actor,
      note: noteOf(values),
      verification,
      soldUnverified,
      hotelId: hotelIdOf(values),
    }
    return told('mapping.set', listing, await setMapping(tx, decision))
  },
}

const verify: Command = {
  noun: 'mapping',
  verb: 'verify',
  summary:
    'decides whether a supplier’s listing is the hotel that it is mapped to; --sell lets it be held although it is not',
  usage:
    '--supplier hotelbeds --supplier-hotel 1533 [--verification VERIFIED|PENDING|UNVERIFIED [--sell]] [--reason TEXT]',
  options: {
    supplier: { type: 'string' },
    'supplier-hotel': { type: 'string' },
    verification: { type: 'string', default: 'VERIFIED' },
    sell: { type: 'boolean' },
    reason: { type: 'string' },
  },
  required: ['supplier', 'supplier-hotel'],
  after: followSome,
  change: async ({ tx, actor }, values) => {
    const listing = named(values)
    const verification = verificationOf(values)
    const soldUnverified = isSoldUnverified(values, verification)
    const decision = { ...listing, actor, note: noteOf(values), verification, soldUnverified }
    return told('mapping.verify', listing, await verifyMapping(tx, decision))
  },
}

const REASON = { reason: { type: 'string' } } as const

const accept: Command = {
  noun: 'mapping',
  verb: 'accept',
  summary: 'says that a listing is that hotel; it stands until what the supplier tells of it changes',
  usage: 'SUPPLIER/ID HOTEL [--reason TEXT]',
  options: REASON,
  positionals: ['listing', 'hotel'],
  required: ['listing', 'hotel'],
  isLineByLine: true,
  after: followSome,
  change: async ({ tx, actor }, values) => {
    const listing = listingOf(values)
    const decision = { ...listing, actor, note: noteOf(values), hotelId: hotelIdOf(values) }
    return told('mapping.accept', listing, await acceptMapping(tx, decision))
  },
}

const reject: Command = {
  noun: 'mapping',
  verb: 'reject',
  summary: 'says that a listing is never that hotel; only accepting the same pair lifts it',
  usage: 'SUPPLIER/ID HOTEL [--reason TEXT]',
  options: REASON,
  positionals: ['listing', 'hotel'],
  required: ['listing', 'hotel'],
  isLineByLine: true,
  after: followSome,
  change: async ({ tx, actor }, values) => {
    const listing = listingOf(values)
    const decision = { ...listing, actor, note: noteOf(values), hotelId: hotelIdOf(values) }
    const { rows, trace } = told('mapping.reject', listing, await rejectMapping(tx, decision))
    return { rows: rows.map((row) => ({ ...row, rejected: decision.hotelId })), trace }
  },
}

const remove: Command = {
  noun: 'mapping',
  verb: 'remove',
  summary: 'takes a listing off its hotel',
  usage: 'SUPPLIER/ID [--reason TEXT]',
  options: REASON,
  positionals: ['listing'],
  required: ['listing'],
  isLineByLine: true,
  after: followSome,
  change: async ({ tx, actor }, values) => {
    const listing = listingOf(values)
    return told('mapping.remove', listing, await removeMapping(tx, { ...listing, actor, note: noteOf(values) }))
  },
}

const undo: Command = {
  noun: 'mapping',
  verb: 'undo',
  summary:
    'takes back the last thing that a person said of a listing: its mapping is as it was, and the engine judges it again',
  usage: 'SUPPLIER/ID [--reason TEXT]',
  options: REASON,
  positionals: ['listing'],
  required: ['listing'],
  isLineByLine: true,
  after: async (core, values) => {
    await askAgain(core.deps, listingOf(values))
    await followSome(core)
  },
  change: async ({ tx, actor }, values) => {
    const listing = listingOf(values)
    const undone = await undoDecision(tx, { ...listing, actor, note: noteOf(values) })
    const { rows, trace } = told('mapping.undo', listing, undone)
    const lifted = undone.ok ? undone.value.liftedHotelId : null
    return { rows: rows.map((row) => ({ ...row, liftedRejection: lifted })), trace }
  },
}

export const MAPPING_COMMANDS: readonly Command[] = [
  proposeCommand,
  ...MAPPING_READS,
  accept,
  reject,
  remove,
  undo,
  set,
  verify,
  pinRoom,
]
