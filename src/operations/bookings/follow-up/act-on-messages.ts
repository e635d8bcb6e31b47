import { isSupplierReference } from '../../../domain/ids.ts'
import { MAX_PROPERTY_MESSAGES, type PropertyMessage } from '../../../domain/supplier-told.ts'
import { HOUR_MS, SECOND_MS } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import type { DueMessage } from '../../../store/supplier-messages.ts'
import type { BookingReference, SupplierBooking } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { nobodysContext } from '../../supplier-calls.ts'
import { settleBooking } from '../machinery/settle-booking.ts'
import { lookAtBooking } from './look-at-booking.ts'
import { mayCost, openOnlyAtSupplier } from './only-at-supplier.ts'

/** So many are acted on, each leased when its turn has come; the others are the next run's, or another process's. */
const A_RUN = 20

/** After so many tries a message about a booking that the supplier does not show is given up. */
const MAX_TRIES = 8

/** A booking is looked at so often at the most because of hints that nothing proves; one look follows the last of them. */
const LOOK_EVERY_MS = 30 * SECOND_MS

/** A connection's supplier is asked so often about bookings that are unknown here; messages beyond that wait. */
const UNKNOWN = { points: 20, windowMs: HOUR_MS }

/**
 * Acts on kept messages of suppliers. None is taken for the truth: each is a reason to ask the supplier, and what the property wrote is
 * told as what it is. A message on which nobody has finished is due again when its lease ends. Returns how many were acted on.
 */
export async function actOnMessages(deps: Deps): Promise<number> {
  let done = 0
  for (let begun = 0; begun < A_RUN; begun++) {
    const message = await deps.store.supplierMessages.claim()
    if (!message) break
    if (await settle(deps, message)) done += 1
  }
  return done
}

/** True when the message needs nobody any more, because it was acted on. */
async function settle(deps: Deps, message: DueMessage): Promise<boolean> {
  const { supplierMessages } = deps.store
  try {
    const waitMs = await actOn(deps, message)
    await (waitMs === null ? supplierMessages.done(message) : supplierMessages.postpone(message, waitMs))
    return waitMs === null
  } catch (error) {
    const { connectionId, kind, tries } = message
    deps.log.warn({ err: error, connectionId, kind, tries }, 'a supplier’s message could not be acted on')
    if (tries >= MAX_TRIES) await supplierMessages.done(message)
    return false
  }
}

/** Returns how long the message has to wait before anybody tries, ms; null: it was acted on. */
async function actOn(deps: Deps, message: DueMessage): Promise<number | null> {
  const booking = await bookingOf(deps, message)
  if (!booking) return followUnknown(deps, message)
  const { connectionId, kind, text } = message
  const { bookingId } = booking
  deps.log.info({ connectionId, bookingId, kind }, 'supplier message acted on')
  await (text === null ? lookAtMostOften(deps, booking) : noteMessage(deps, booking, { ...message, text }))
  return null
}

async function bookingOf({ store }: Deps, message: DueMessage): Promise<Booking | null> {
  const { connectionId, supplierReference, supplierBookingId } = message
  const byReference =
    supplierReference && (await store.bookings.findBySupplierReference(connectionId, supplierReference))
  return byReference || (supplierBookingId ? store.bookings.findBySupplierBookingId(message, supplierBookingId) : null)
}

/** The first hint is followed at once, those that follow it by one look at the end of the interval. */
async function lookAtMostOften(deps: Deps, { bookingId }: Booking): Promise<void> {
  const { values } = deps.cache
  if (await values.setIfAbsent(`hinted-look:${bookingId}`, '1', LOOK_EVERY_MS))
    return lookAtBooking(deps, { bookingId, look: { leaseId: null }, context: nobodysContext(`req_job_${bookingId}`) })
  if (await values.setIfAbsent(`hinted-look-after:${bookingId}`, '1', LOOK_EVERY_MS))
    await deps.store.looks.lookWithin(bookingId, LOOK_EVERY_MS)
}

/** Keeps what the property wrote with the booking, once, unless personal data has been deleted from it. */
async function noteMessage(deps: Deps, { bookingId }: Booking, message: DueMessage & { text: string }): Promise<void> {
  const { messageId, text } = message
  const note: PropertyMessage = { messageId, text, receivedAt: message.receivedAt.getTime() }
  await settleBooking(deps, bookingId, {
    decide: ({ supplierTold, guestsSealed }) => {
      const { messages = [] } = supplierTold
      if (guestsSealed === null || messages.some((one) => one.messageId === messageId)) return null
      const kept = [...messages, note].slice(-MAX_PROPERTY_MESSAGES)
      return { change: 'PROPERTY_MESSAGE', changes: { supplierTold: { ...supplierTold, messages: kept } } }
    },
  })
}

/**
 * A booking that is not ours is a case when its supplier has it, and it stands. Other systems under the same contract have references of
 * another form: theirs are ignored.
 */
async function followUnknown(deps: Deps, message: DueMessage): Promise<number | null> {
  const { connectionId, supplierCode, supplierReference, supplierBookingId, kind, tries } = message
  if (supplierReference !== null && !isSupplierReference(supplierReference)) return null
  const { allowed, resetMs } = await deps.cache.limits.consume(`unknown-bookings:${connectionId}`, UNKNOWN)
  if (!allowed) return resetMs
  const found = { connectionId, supplierCode, supplierReference, supplierBookingId, bookingId: null } as const
  try {
    const record = await recordOf(deps, message)
    deps.log.info({ connectionId, kind, status: record?.status ?? null }, 'supplier message about an unknown booking')
    // A person may have settled it while this process stood still.
    if (!(await deps.store.supplierMessages.isHeld(message))) return null
    if (record && mayCost(record)) await openOnlyAtSupplier(deps, { ...found, record, foundBy: 'MESSAGE' })
    return null
  } catch (error) {
    // Whether there is one is for a person to find out then.
    if (tries >= MAX_TRIES) await openOnlyAtSupplier(deps, { ...found, record: null, foundBy: 'MESSAGE' })
    throw error
  }
}

/** What the supplier itself says of the booking; null when it has none. Throws when it does not answer. */
async function recordOf(deps: Deps, message: DueMessage): Promise<SupplierBooking | null> {
  const { connectionId, supplierBookingId, supplierReference, email } = message
  const operation = supplierBookingId === null ? 'find' : 'retrieve'
  const context = nobodysContext(`req_job_${connectionId}`)
  const { supplier, call } = await deps.suppliers.open(connectionId, operation, context)
  const reference: BookingReference = {
    supplierReference: supplierReference ?? '',
    supplierBookingId,
    supplierPayload: {},
    holderEmail: email ?? '',
    bookedAt: call.nowAt,
  }
  const answer = await (supplierBookingId === null
    ? supplier.find(call, reference)
    : supplier.retrieve(call, reference))
  if (!answer.ok) throw new Error(`the supplier does not tell: ${answer.error.kind}`)
  const { value } = answer
  return value !== null && 'length' in value ? (value[0] ?? null) : value
}
