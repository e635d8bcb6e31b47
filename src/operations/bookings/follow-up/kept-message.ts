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
