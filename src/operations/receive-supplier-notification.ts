import { type Problem, problem } from '../domain/errors.ts'
import { err, ok, type Result } from '../domain/result.ts'
import type { Deps } from './deps.ts'
import { reconcileBooking } from './reconcile-booking.ts'
import { nobodysContext } from './supplier-calls.ts'

/**
 * Takes a message that a supplier sent by itself. It is a hint, not the truth: the booking that it names is looked up at the
 * supplier. One that the supplier did not sign is UNAUTHENTICATED; one about a booking that is not ours is taken and forgotten.
 */
export const receiveSupplierNotification = async (
  deps: Deps,
  requestId: string,
  connectionId: string,
  body: string,
): Promise<Result<null, Problem>> => {
  if (!(await deps.store.connections.find(connectionId))) return err(problem('NOT_FOUND'))
  const { supplier, call } = await deps.suppliers.open(connectionId, 'find', nobodysContext(requestId))
  if (!supplier.readNotification) return err(problem('NOT_FOUND'))
  const notification = supplier.readNotification(call.connection, body, call.nowAt)
  if (!notification) return err(problem('UNAUTHENTICATED', 'The message is not signed by the supplier'))
  const booking = await deps.store.bookings.findBySupplierReference(connectionId, notification.supplierReference)
  if (booking)
    deps.background.follow(
      'supplier-notification',
      reconcileBooking(deps, { bookingId: booking.bookingId, rung: null, context: nobodysContext(requestId) }),
    )
  return ok(null)
}
