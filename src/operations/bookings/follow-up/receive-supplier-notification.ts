import { type Problem, problem } from '../../../domain/errors.ts'
import { isSupplierReference } from '../../../domain/ids.ts'
import { err, ok, type Result } from '../../../domain/result.ts'
import { MINUTE_MS } from '../../../domain/time.ts'
import { createBoundedMemory } from '../../../platform/kept.ts'
import type { SupplierNotification } from '../../../suppliers/supplier.ts'
import { createFailedKeyLimiter } from '../../access/failed-key-limiter.ts'
import type { Deps } from '../../deps.ts'
import { nobodysContext } from '../../supplier-calls.ts'
import { actOnMessages } from './act-on-messages.ts'
import { createBookingLooks } from './booking-looks.ts'
import { messageOf, storable } from './kept-message.ts'
import { createSeenMessages } from './seen-messages.ts'

/** A received message, before it is verified. */
type ReceivedNotification = {
  readonly requestId: string
  /** The last part of the path. */
  readonly token: string
  readonly body: string
  /** The sender's address. */
  readonly address: string
}

export type ReceiveNotification = (received: ReceivedNotification) => Promise<Result<null, Problem>>

/** The form of stored tokens. No other token is looked up. */
const TOKEN_SHAPE = /^[0-9a-f]{32}$/

/**
 * The limit of signed messages per connection, over all processes together. A supplier sends one message for each settled
 * booking.
 */
const MESSAGES = { points: 600, windowMs: MINUTE_MS }

/** The same for a supplier that signs nothing: whoever knows the path can send these. */
const UNSIGNED_MESSAGES = { points: 120, windowMs: MINUTE_MS }

const KNOWN_FOR_MS = MINUTE_MS
const MAX_KNOWN = 10_000

const UNREADABLE = 'a message to a supplier connection is not signed by its supplier, or not in the form that it sends'

type KnownPath = { readonly connectionId: string; readonly until: number }

/**
 * Accepts messages that suppliers send on their own. Each is a hint, not the truth: the booking that it names is looked up at the
 * supplier. An unknown path and a message without the supplier's signature get the same answer, and each costs its sender one
 * failed attempt. A signed message about an unknown booking, or one that came before, is accepted and ignored. One that nothing proves is
 * kept before it is accepted, and acted on from there.
 */
export function createReceiveNotification(deps: Deps): ReceiveNotification {
  const { limits } = deps.cache
  const guesses = createFailedKeyLimiter(limits, 'notifications')
  const connections = createBoundedMemory<string, KnownPath>({ max: MAX_KNOWN })
  const seen = createSeenMessages(deps)
  const looks = createBookingLooks(deps)

  async function connectionOf(token: string): Promise<string | null> {
    const known = connections.get(token)
    if (known && known.until > performance.now()) return known.connectionId
    const connectionId = await deps.store.connections.findByNotificationToken(token)
    if (connectionId !== null) connections.set(token, { connectionId, until: performance.now() + KNOWN_FOR_MS })
    return connectionId
  }

  /** Returns null for every message that must get the same answer as an unknown path. */
  async function read({ requestId, token, body }: ReceivedNotification): Promise<Read | null> {
    const connectionId = TOKEN_SHAPE.test(token) ? await connectionOf(token) : null
    if (connectionId === null) return null
    const { supplier, call } = await deps.suppliers.open(connectionId, 'find', nobodysContext(requestId))
    const notification = supplier.readNotification?.(call.connection, body, call.nowAt) ?? null
    if (!notification) deps.log.warn({ connectionId, supplierCode: supplier.code }, UNREADABLE)
    if (notification === 'ABOUT_NOTHING') return { connectionId, notification: null }
    return notification && { connectionId, notification: storable(notification) }
  }

  return async (received) => {
    const { address } = received
    const waitMs = guesses.take(address)
    if (waitMs !== null) return err(limited(waitMs))
    const message = await read(received)
    if (!message) {
      deps.background.follow('tell-guess', guesses.tell(address))
      return err(problem('NOT_FOUND'))
    }
    guesses.giveBack(address)
    const { connectionId, notification } = message
    if (!notification) return ok(null)
    const limit = notification.unsigned ? UNSIGNED_MESSAGES : MESSAGES
    const { allowed, resetMs } = await limits.consume(`notifications:${connectionId}`, limit)
    if (!allowed) return err(limited(resetMs))
    if (notification.unsigned) await keep(deps, { connectionId, notification })
    else await follow({ connectionId, notification }, received.requestId)
    return ok(null)
  }

  async function follow({ connectionId, notification }: Signed, requestId: string): Promise<void> {
    if (seen.here(connectionId, notification)) return
    const { supplierReference } = notification
    const booking =
      supplierReference && (await deps.store.bookings.findBySupplierReference(connectionId, supplierReference))
    // Kept first: one that is noted as seen, and could not be kept, would be lost when the supplier sends it again.
    if (!booking) await keepSigned(deps, { connectionId, notification })
    if (!(await seen.note(connectionId, notification)) || !booking) return
    deps.log.info({ connectionId, bookingId: booking.bookingId }, 'supplier notification taken')
    looks.look(booking.bookingId, requestId)
  }
}

/** Stores a signed message with one of our references that no booking has: the supplier is asked about it. */
async function keepSigned(deps: Deps, { connectionId, notification }: Signed): Promise<void> {
  if (!isSupplierReference(notification.supplierReference ?? '')) return
  const unsigned = { kind: 'unknown booking', supplierBookingId: null, email: null, text: null }
  await keep(deps, { connectionId, notification: { ...notification, unsigned } })
}

/** Whoever is told that a message was taken does not send it again: by then it is kept. */
async function keep(deps: Deps, { connectionId, notification }: Signed): Promise<void> {
  const message = messageOf(connectionId, notification)
  const kept = message ? await deps.store.supplierMessages.keep([message]) : 0
  if (kept > 0) deps.background.follow('supplier-message', actOnMessages(deps))
}

/** `notification` null: it is about nothing that could be looked at. */
type Read = { readonly connectionId: string; readonly notification: SupplierNotification | null }

type Signed = { readonly connectionId: string; readonly notification: SupplierNotification }

function limited(retryAfterMs: number): Problem {
  return problem('RATE_LIMITED', undefined, { rateClass: 'supplier_notifications', retryAfterMs })
}
