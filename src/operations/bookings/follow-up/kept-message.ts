import { hash } from 'node:crypto'
import type { SupplierMessage } from '../../../store/supplier-messages.ts'
import type { SupplierNotification } from '../../../suppliers/supplier.ts'

/** A message as it is kept; null for a signed one, which is acted on at once. Its id is hashed, because it may be as long as the body. */
export function messageOf(
  connectionId: string,
  { messageId, supplierReference, unsigned }: SupplierNotification,
): SupplierMessage | null {
  return unsigned ? { connectionId, messageId: hash('sha256', messageId), supplierReference, ...unsigned } : null
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
