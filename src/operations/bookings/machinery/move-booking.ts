import { type BookingTrigger, nextState } from '../../../domain/booking.ts'
import { eventBody, eventType } from '../../../domain/event.ts'
import { snakeCase, toWire } from '../../../domain/wire.ts'
import { storedTrace } from '../../../platform/request-trace.ts'
import type { Booking, BookingChanges, HotelConfirmation } from '../../../store/booking.ts'
import type { StoredEvent } from '../../../store/events.ts'
import type { StoreParts } from '../../../store/store.ts'
import { type Deps, makeId } from '../../deps.ts'
import { bookingStatusData } from '../booking-view.ts'
import { confirmationDelayMs } from './retry-schedule.ts'

type MoveDeps = Pick<Deps, 'suppliers' | 'clock' | 'randomBytes'>

/** The other fields that change with a move. */
type MoveChanges = Omit<BookingChanges, 'status' | 'pendingOperation' | 'pendingSince' | 'statusBeforeCancel'>

interface Move {
  readonly read: Booking
  readonly trigger: BookingTrigger
  readonly changes?: MoveChanges
}

/**
 * Moves a booking by the machine and writes its event, in the caller's transaction. Returns null when another process has written
 * the booking since it was read: the caller must then read and decide again. Throws when the machine forbids the move, which
 * would be a bug, because callers decide by the state that they have read.
 */
export async function moveBooking(
  deps: MoveDeps,
  tx: StoreParts,
  { read, trigger, changes = {} }: Move,
): Promise<Booking | null> {
  const state = nextState(read, trigger)
  if (!state) throw new Error(`${trigger} is not allowed for a booking that is ${read.status}`)
  const now = deps.clock.now()
  const pendingSince = state.pendingOperation === null ? null : now
  const asks = asksTheHotel(state.status, changes.hotelConfirmation ?? read.hotelConfirmation)
  const written = {
    needsOperator: false,
    ...changes,
    ...(asks ? { hotelConfirmation: asks } : {}),
    status: state.status,
    pendingOperation: state.pendingOperation,
    statusBeforeCancel: state.statusBeforeCancel,
    pendingSince,
  }
  const moved = await tx.bookings.change(read, {
    changes: written,
    now,
    eventOf: (after) => bookingEvent(deps, { before: read, after, cause: trigger }),
  })
  if (moved && asks)
    await tx.jobs.enqueue({
      name: 'watch-hotel-confirmation',
      bookingId: moved.bookingId,
      rung: 0,
      startAt: now + confirmationDelayMs(0),
    })
  return moved
}

/**
 * For a booking that becomes confirmed without the hotel's own number: marks that the number is being looked for. Returns null
 * when there is nothing to look for.
 */
function asksTheHotel(status: string, known: HotelConfirmation): HotelConfirmation | null {
  return status === 'CONFIRMED' && known.status === 'NOT_REQUESTED' ? { ...known, status: 'PENDING' } : null
}

/** Writes changes other than moves (hotel confirmation, operator needed) with their event. Returns null as `moveBooking` does. */
export function changeBooking(
  deps: MoveDeps,
  tx: StoreParts,
  { read, cause, changes }: { readonly read: Booking; readonly cause: string; readonly changes: MoveChanges },
): Promise<Booking | null> {
  return tx.bookings.change(read, {
    changes,
    now: deps.clock.now(),
    eventOf: (after) => bookingEvent(deps, { before: read, after, cause }),
  })
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
  const type = eventType(before?.status ?? null, after.status)
  const body = eventBody({
    eventId: id,
    type,
    at: now,
    environment: after.environment,
    bookingId: after.bookingId,
    sequence: after.sequence,
    previousStatus: before?.status ?? null,
    status: after.status,
    change: { cause, fields: changedFields(previous, view) },
    booking: toWire(view),
  })
  const { organizationId, environment, bookingId, sequence } = after
  return { id, organizationId, environment, bookingId, sequence, type, body, createdAt: now, ...storedTrace() }
}

/** The contract's names of the fields that differ; for a new booking only `status`. */
function changedFields(before: object | null, after: object): string[] {
  if (!before) return ['status']
  const old = new Map(Object.entries(before))
  return Object.entries(after)
    .filter(([name, value]) => name !== 'updatedAt' && JSON.stringify(old.get(name)) !== JSON.stringify(value))
    .map(([name]) => snakeCase(name))
}
