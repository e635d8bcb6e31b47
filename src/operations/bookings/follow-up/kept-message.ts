import { hash } from 'node:crypto'
import type { SupplierMessage } from '../../../store/supplier-messages.ts'
import type { SupplierNotification } from '../../../suppliers/supplier.ts'

/**
 * A message as it is kept; null for a signed one, which is acted on at once. Its id is hashed, because it may be as long as the body.
 * Postgres stores no NUL, and one message that has some would take with it all that are kept together, which are told only once.
 */
export function messageOf(
  connectionId: string,
  { messageId, supplierReference, unsigned }: SupplierNotification,
): SupplierMessage | null {
  if (!unsigned) return null
  return {
    connectionId,
    messageId: hash('sha256', messageId),
    kind: withoutNul(unsigned.kind),
    supplierReference: supplierReference && withoutNul(supplierReference),
    supplierBookingId: unsigned.supplierBookingId && withoutNul(unsigned.supplierBookingId),
    email: unsigned.email && withoutNul(unsigned.email),
    text: unsigned.text && withoutNul(unsigned.text),
  }
}

function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}

/** Characters that Postgres cannot keep, or that nobody can read, are left out of what strangers write. */
export function storable(notification: SupplierNotification): SupplierNotification {
  const { supplierReference, unsigned } = notification
  return {
    ...notification,
    supplierReference: withoutControls(supplierReference),
    ...(unsigned && {
      unsigned: {
        kind: withoutControls(unsigned.kind) ?? 'unknown',
        supplierBookingId: withoutControls(unsigned.supplierBookingId),
        email: withoutControls(unsigned.email),
        text: withoutControls(unsigned.text),
      },
    }),
  }
}

function withoutControls(text: string | null): string | null {
  return text?.replaceAll(/\p{Cc}/gu, '').toWellFormed() || null
}
