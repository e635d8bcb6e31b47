import { type BookingStatus, type BookingTrigger, nextState } from '../../../domain/booking.ts'
import {
  type CancellationCause,
  type CancellationEnd,
  endedBefore,
  toldBySupplier,
  unaskedCancellation,
} from '../../../domain/booking-cancellation.ts'
import { type NextLook, nextLook } from '../../../domain/booking-look.ts'
import { eventBody, eventType } from '../../../domain/event.ts'
import { newForTheArrival } from '../../../domain/supplier-told.ts'
import type { Instant } from '../../../domain/time.ts'
import { snakeCase, toWire } from '../../../domain/wire.ts'
import { storedTrace } from '../../../platform/request-trace.ts'
import type { Booking, BookingChanges, HotelConfirmation } from '../../../store/booking.ts'
import type { LookChange } from '../../../store/booking-writes.ts'
import type { StoredEvent } from '../../../store/events.ts'
import type { StoreParts } from '../../../store/store.ts'
import { type Deps, makeId } from '../../deps.ts'
import { bookingStatusData } from '../booking-view.ts'
import { followCases } from './booking-cases.ts'

type MoveDeps = Pick<Deps, 'suppliers' | 'clock' | 'randomBytes'>

/** The other fields that change with a move. */
type MoveChanges = Omit<BookingChanges, 'status' | 'pendingOperation' | 'pendingSince' | 'statusBeforeCancel'>

export interface Move {
  readonly read: Booking
  readonly trigger: BookingTrigger
  readonly changes?: MoveChanges
  /** When it is looked at next, where its new state alone does not tell. */
  readonly next?: NextLook
  /** What the supplier says of the cancellation, when the move is one or ends one. */
  readonly end?: CancellationEnd | null
}

/** A move that is decided and not written yet. */
type PlannedMove = {
  readonly changes: BookingChanges
  readonly now: Instant
  readonly look: LookChange
  readonly eventOf: (after: Booking) => StoredEvent
}

/**
 * Moves a booking by the machine and writes its event, in the caller's transaction. Returns null when another process has written
 * the booking since it was read: the caller must then read and decide again. Throws when the machine forbids the move, which
 * would be a bug, because callers decide by the state that they have read.
 */
export async function moveBooking(deps: MoveDeps, tx: StoreParts, move: Move): Promise<Booking | null> {
  const { read, trigger } = move
  const after = await tx.bookings.change(read, plannedMove(deps, move))
  if (after) await followCases(tx, { before: read, after, trigger })
  return after
}

/** What a move writes. Throws when the machine forbids it. */
export function plannedMove(deps: MoveDeps, { read, trigger, changes = {}, next, end = null }: Move): PlannedMove {
  const state = nextState(read, trigger)
  if (!state) throw new Error(`${trigger} is not allowed for a booking that is ${read.status}`)
  const now = deps.clock.of(read.organizationId).now()
  const pendingSince = state.pendingOperation === null ? null : now
  const asks = asksTheHotel(state.status, changes.hotelConfirmation ?? read.hotelConfirmation)
  const written = {
    // Nobody asked for a hold of what was to be booked at once: a person has to know for as long as it is only held.
    needsOperator: state.status === 'ON_HOLD' && read.mode !== 'HOLD',
    ...changes,
    ...(asks ? { hotelConfirmation: asks } : {}),
    ...cancelledWith(deps, { read, to: state.status, trigger, changes, end, now }),
    status: state.status,
    pendingOperation: state.pendingOperation,
    statusBeforeCancel: state.statusBeforeCancel,
    pendingSince,
  }
  return {
    changes: written,
    now,
    look: { looks: 0, next: next ?? nextLook({ ...read, ...written, looks: 0 }, now) },
    eventOf: (changed) => bookingEvent(deps, { before: read, after: changed, cause: CAUSES[trigger] ?? trigger }),
  }
}

/** The contract's word for the cause of a move, where that is not the trigger's name. */
const CAUSES: Partial<Readonly<Record<BookingTrigger, string>>> = { CANCELLED_BY_SUPPLIER: 'CANCELLED_BY_HOTEL' }

/** What ends a booking without anybody asking for it. */
const UNASKED: Partial<Readonly<Record<BookingTrigger, CancellationCause>>> = {
  HOLD_LAPSED: 'HOLD_LAPSED',
  CANCELLED_BY_SUPPLIER: 'CANCELLED_BY_HOTEL',
  CANCELLED_BY_OPERATOR: 'CANCELLED_BY_OPERATOR',
}

type Ending = Required<Omit<Move, 'next'>> & { readonly to: BookingStatus; readonly now: Instant }

/**
 * What a move that ends a booking adds: nobody waits for the hotel's number any more, and a cancelled booking keeps what the
 * cancellation cost and who caused it. A cancellation that is pending takes what the supplier has said of it so far.
 */
function cancelledWith(deps: MoveDeps, { read, to, trigger, changes, end, now }: Ending): MoveChanges {
  const hotelConfirmation = { ...(changes.hotelConfirmation ?? read.hotelConfirmation), status: 'NOT_REQUESTED' }
  if (to === 'FAILED') return { hotelConfirmation }
  const asked = changes.cancellation ?? (read.status === 'CANCELLATION_PENDING' ? read.cancellation : null)
  if (to === 'CANCELLATION_PENDING') {
    const pending = asked ?? read.cancellation
    return pending ? { cancellation: toldBySupplier(pending, end) } : {}
  }
  if (to !== 'CANCELLED') return {}
  const unasked = UNASKED[trigger] ?? null
  if (asked && unasked)
    return { hotelConfirmation, cancellation: { ...endedBefore(asked, unasked, end), cancelledAt: now } }
  const ended = asked ?? unaskedCancellation(makeId(deps, 'cancellation'), unasked ?? 'CLIENT', end)
  return { hotelConfirmation, cancellation: { ...toldBySupplier(ended, end), cancelledAt: now } }
}

/**
 * For a booking that becomes confirmed without the hotel's own number: marks that the number is being looked for. Returns null
 * when there is nothing to look for.
 */
function asksTheHotel(status: string, known: HotelConfirmation): HotelConfirmation | null {
  return status === 'CONFIRMED' && known.status === 'NOT_REQUESTED' ? { ...known, status: 'PENDING' } : null
}

interface Change {
  readonly read: Booking
  readonly cause: string
  readonly changes: MoveChanges
  readonly look?: LookChange | undefined
}

/** Writes changes other than moves (hotel confirmation, operator needed) with their event. Returns null as `moveBooking` does. */
export async function changeBooking(
  deps: MoveDeps,
  tx: StoreParts,
  { read, cause, changes, look }: Change,
): Promise<Booking | null> {
  const after = await tx.bookings.change(read, {
    changes,
    now: deps.clock.of(read.organizationId).now(),
    look,
    eventOf: (changed) => bookingEvent(deps, { before: read, after: changed, cause }),
  })
  if (after) await followCases(tx, { before: read, after, trigger: null })
  return after
}

/** The event of a change; `before` is null for a new booking. */
export function bookingEvent(
  deps: MoveDeps,
  { before, after, cause }: { readonly before: Booking | null; readonly after: Booking; readonly cause: string },
): StoredEvent {
  const now = after.updatedAt
  const view = bookingStatusData(deps.suppliers, after, now)
  const previous = before && bookingStatusData(deps.suppliers, before, before.updatedAt)
  const id = makeId(deps, 'event')
  const type = eventType(before?.status ?? null, after.status, cause)
  const body = eventBody({
    eventId: id,
    type,
    at: now,
    environment: after.environment,
    bookingId: after.bookingId,
    sequence: after.sequence,
    previousStatus: before?.status ?? null,
    status: after.status,
    change: { cause, fields: [...changedFields(previous, view), ...(before ? newDetails(before, after) : [])] },
    booking: toWire(view),
  })
  const { organizationId, environment, bookingId, sequence } = after
  return { id, organizationId, environment, bookingId, sequence, type, body, createdAt: now, ...storedTrace() }
}

/** The fields of the details, which no event carries, in which the supplier has told more. */
function newDetails(before: Booking, after: Booking): string[] {
  return newForTheArrival(before.supplierTold, after.supplierTold).map(snakeCase)
}

/** The contract's names of the fields that differ; for a new booking only `status`. */
function changedFields(before: object | null, after: object): string[] {
  if (!before) return ['status']
  const old = new Map(Object.entries(before))
  return Object.entries(after)
    .filter(([name, value]) => name !== 'updatedAt' && JSON.stringify(old.get(name)) !== JSON.stringify(value))
    .map(([name]) => snakeCase(name))
}
