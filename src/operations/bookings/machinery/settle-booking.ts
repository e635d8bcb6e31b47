import type { BookingTrigger } from '../../../domain/booking.ts'
import type { CancellationEnd } from '../../../domain/booking-cancellation.ts'
import { type NextLook, nextLook } from '../../../domain/booking-look.ts'
import { boundedTold } from '../../../domain/supplier-told.ts'
import type { Instant } from '../../../domain/time.ts'
import type { Booking, BookingChanges } from '../../../store/booking.ts'
import type { EndedAttempt } from '../../../store/booking-attempts.ts'
import { type LookChange, OfferClaimedError } from '../../../store/booking-writes.ts'
import type { StoreParts } from '../../../store/store.ts'
import type { CallContext, SupplierBooking } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { caseSteps } from './booking-cases.ts'
import { compareRecord, isAsKnown } from './compare-record.ts'
import { changeBooking, type Move, moveBooking, plannedMove } from './move-booking.ts'

/** Changes that a supplier's record makes. The record comes along, because settling compares it with what was agreed. */
type Learned = BookingChanges & { readonly record?: SupplierBooking }

/** What to do with a booking, decided by the state in which it was read. Null: nothing is written. */
export type Decision =
  | {
      readonly move: BookingTrigger
      readonly changes?: Omit<Learned, 'status'>
      /** When it is looked at next, where its new state alone does not tell. */
      readonly next?: NextLook
      /** What the supplier says of the cancellation that the move ends; by default what its record says. */
      readonly end?: CancellationEnd | null
    }
  /** A change other than a move, with an event for clients. */
  | { readonly change: string; readonly changes: Learned }
  /** A change that is stored for later calls, without an event. */
  | { readonly keep: Learned; readonly next?: NextLook }
  | null

/** More conflicts than this in a row cannot come from contention. */
const MAX_TRIES = 8

/** A look of a worker, or one that a supplier's message or a client's request has caused, which plans no next one. */
export type Look = {
  /** The claim under which the worker looks; null for an extra look. */
  readonly leaseId: string | null
}

export type LookInput = {
  readonly bookingId: string
  readonly look: Look
  readonly context: CallContext
}

type Settling = {
  /**
   * Decides by the booking as it was read, which nobody else writes until the end of the transaction. Of a booking that was passed along
   * only the version is known, and `now` is this process's clock, which follows the database's.
   */
  readonly decide: (read: Booking, now: Instant, tx: StoreParts) => Decision | Promise<Decision>
  /** The attempt whose outcome this is; it ends together with what is written. */
  readonly ended?: EndedAttempt
  /** Runs in the same transaction. */
  readonly also?: (tx: StoreParts, settled: Booking) => Promise<void>
  /** Called when all is written and nothing is committed; of a settlement in one statement, just before it. Tests may kill the process. */
  readonly beforeCommit?: () => void
  /** Given when this is the end of a look: the next one is planned with whatever is written. */
  readonly look?: Look
  /** When a booking that did not move is looked at next; undefined: as its state says. */
  readonly next?: (settled: Booking, now: Instant) => NextLook | undefined
  /** False when the supplier said nothing, so that the look does not count among those after which a booking is given up. */
  readonly counts?: boolean
}

/**
 * Reads the booking, decides, and writes if the version is still the one that was read; when another process was faster, it reads
 * and decides again. Returns the booking as it is afterwards, whether or not anything was written. A caller that has just written
 * the booking can pass it instead of its id, which saves the read; the write checks its version.
 */
export async function settleBooking(deps: Deps, booking: Booking | string, settling: Settling): Promise<Booking> {
  const bookingId = typeof booking === 'string' ? booking : booking.bookingId
  let known = typeof booking === 'string' ? null : booking
  const atOnce = known && (await settleAtOnce(deps, known, settling))
  if (atOnce) return atOnce
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const transaction = deps.store.transaction(async (tx) => {
      if (!known) await tx.bookings.lock(bookingId)
      const read = known ?? (await tx.bookings.findAnywhere(bookingId))
      if (!read) throw new Error(`no booking ${bookingId}`)
      const { organizationId } = read
      const now = known ? deps.clock.of(organizationId).now() : await tx.looks.now(organizationId)
      const decision = await settling.decide(read, now, tx)
      if (known && decision === null) return null
      const record = recordIn(decision)
      const moved = await write(deps, tx, { read, now, decision: withoutRecord(decision), settling, record })
      const written = moved && record ? await compareRecord(deps, tx, { booking: moved, record }) : moved
      // The transaction must not keep the first half.
      if (moved && !written) throw new Error(`booking ${bookingId} was written twice in one transaction`)
      if (written) await complete(tx, written, settling)
      return written
    })
    const settled = await transaction.catch(nullWhenClaimed)
    if (settled) return settled
    known = null
  }
  throw new Error(`booking ${bookingId} could not be written in ${MAX_TRIES} tries`)
}

/** The offer of a booking that is reopened is being booked at this moment: what becomes of that decides whose it is. */
function nullWhenClaimed(error: unknown): null {
  if (error instanceof OfferClaimedError) return null
  throw error
}

async function complete(tx: StoreParts, written: Booking, { ended, also, beforeCommit }: Settling): Promise<void> {
  if (ended) await tx.attempts.end(ended.attemptId, ended.end)
  await also?.(tx, written)
  beforeCommit?.()
}

/**
 * Settles the booking that the caller has just written in one statement, where nothing but the booking and its attempt has to be
 * written: that is most creations, and a round trip is most of what they cost. Null: it takes the transaction, and a booking that
 * was written by others is read there.
 */
async function settleAtOnce(
  deps: Deps,
  read: Booking,
  { decide, ended, look, also, beforeCommit }: Settling,
): Promise<Booking | null> {
  if (!ended || look || also) return null
  const decision = await decide(read, deps.clock.of(read.organizationId).now(), deps.store)
  if (!decision || !('move' in decision)) return null
  const record = recordIn(decision)
  const planned = plannedMove(deps, moveOf(read, decision, record))
  const after = { ...read, ...planned.changes }
  const isAlone =
    caseSteps({ before: read, after, trigger: decision.move }).length === 0 &&
    (record === null || isAsKnown(deps, after, record))
  if (!isAlone) return null
  beforeCommit?.()
  return deps.store.bookings.change(read, { ...planned, ended })
}

type MoveDecision = Extract<Decision, { readonly move: BookingTrigger }>

function moveOf(read: Booking, { move, changes = {}, next, end }: MoveDecision, record: SupplierBooking | null): Move {
  const told = end === undefined ? record : end
  return { read, trigger: move, changes: bare(changes), end: told, ...(next ? { next } : {}) }
}

type Write = {
  readonly read: Booking
  readonly now: Instant
  readonly decision: Decision
  readonly settling: Settling
  /** What was learned from; null when no record was read. */
  readonly record: SupplierBooking | null
}

/** Returns null when another process has written the booking in between. */
async function write(
  deps: Deps,
  tx: StoreParts,
  { read, now, decision, settling, record }: Write,
): Promise<Booking | null> {
  if (decision && 'move' in decision) return moveBooking(deps, tx, moveOf(read, decision, record))
  const look = nextLookAfter(read, { now, decision, settling })
  if (decision === null) {
    const leaseId = settling.look?.leaseId ?? null
    if (look && leaseId !== null) await tx.looks.lookAgain({ bookingId: read.bookingId, leaseId }, look)
    return read
  }
  return 'change' in decision
    ? changeBooking(deps, tx, { read, cause: decision.change, changes: decision.changes, look })
    : tx.bookings.keep(read, { changes: decision.keep, now, look })
}

/** The plan after a look that moved nothing, unless the decision names one. An extra look leaves the plan as it is. */
function nextLookAfter(
  read: Booking,
  { now, decision, settling }: Omit<Write, 'read' | 'record'>,
): LookChange | undefined {
  if (decision && 'keep' in decision && decision.next) return { looks: read.looks, next: decision.next }
  if (!settling.look || settling.look.leaseId === null) return undefined
  const changes =
    decision === null ? {} : 'change' in decision ? decision.changes : 'keep' in decision ? decision.keep : {}
  const after = { ...read, ...changes, looks: read.looks + (settling.counts === false ? 0 : 1) }
  const { leaseId } = settling.look
  return { looks: after.looks, next: settling.next?.(after, now) ?? nextLook(after, now), leaseId }
}

function recordIn(decision: Decision): SupplierBooking | null {
  if (decision === null) return null
  return ('keep' in decision ? decision.keep.record : decision.changes?.record) ?? null
}

function withoutRecord(decision: Decision): Decision {
  if (decision === null) return null
  if ('keep' in decision) return { ...decision, keep: bare(decision.keep) }
  return 'move' in decision
    ? { ...decision, changes: bare(decision.changes ?? {}) }
    : { ...decision, changes: bare(decision.changes) }
}

function bare({ record: _compared, ...changes }: Learned): BookingChanges {
  return changes
}

/** The look at a booking whose cancellation had no effect: it is confirmed, or held, as it was before. */
export function lookOnceMore(statusBeforeCancel: Booking['statusBeforeCancel'], afterMs: number): NextLook {
  return { kind: statusBeforeCancel === 'ON_HOLD' ? 'HOLD' : 'STANDING', afterMs }
}

/**
 * Whether a booking still waits for the very call that had begun. A call that was given up may have been followed by another one of
 * its kind, which its late refusal says nothing about.
 */
export function isSameCall(begun: Booking, read: Booking): boolean {
  return (
    read.pendingOperation !== null &&
    read.pendingOperation === begun.pendingOperation &&
    read.pendingSince === begun.pendingSince
  )
}

/** Ends the cancellations of a booking that no longer waits, in the transaction that settled it. */
export async function endCancellation(
  deps: Pick<Deps, 'clock'>,
  tx: StoreParts,
  { settled, end }: { readonly settled: Booking; readonly end: CancellationEnd | null },
): Promise<void> {
  if (settled.pendingOperation !== null) return
  await tx.cancellations.complete(settled.bookingId, carriedOutOf(settled), {
    chargedPenalty: end?.chargedPenalty ?? null,
    supplierCancellationReference: end?.supplierCancellationReference ?? null,
    completedAt: deps.clock.of(settled.organizationId).now(),
  })
}

/** The cancellation by which a booking is cancelled; null also of one that ended on its own before. */
function carriedOutOf({ status, cancellation }: Booking): string | null {
  return status === 'CANCELLED' && cancellation?.cause === 'CLIENT' ? cancellation.cancellationId : null
}

/** A booking that its supplier holds. */
export function heldBy(booking: Booking, record: SupplierBooking): Decision {
  return {
    move: 'HOLD_ESTABLISHED',
    changes: {
      ...learnedFrom(booking, record),
      holdDeadlineAt: record.holdDeadlineAt ?? booking.terms.holdDeadlineAt,
    },
  }
}

/** The fields that the supplier's record adds to ours, regardless of its status; settling compares the record itself. */
export function learnedFrom(booking: Booking, record: SupplierBooking): Learned {
  return {
    record,
    supplierBookingId: record.supplierBookingId,
    supplierBookingCode: record.supplierBookingCode === record.supplierBookingId ? null : record.supplierBookingCode,
    supplierPayload: record.supplierPayload,
    cancellable: record.cancellable,
    hotelConfirmation: record.hotelConfirmationNumber
      ? { ...booking.hotelConfirmation, number: record.hotelConfirmationNumber, status: 'FETCHED' }
      : booking.hotelConfirmation,
    supplierTold: {
      ...booking.supplierTold,
      ...boundedTold(record.told ?? {}),
      ...(record.charged ? { charged: record.charged } : {}),
    },
  }
}
