import { z } from 'zod'
import type { BookingReference } from '../supplier.ts'

/** A booking has as many order forms at most, each under an id of its own. */
export const MAX_FORMS = 10

/**
 * The id under which the form with this number, from 1 on, is opened. It follows from our reference, so that a process that starts
 * anew makes the same ones; ours have no hyphen.
 */
export function partnerOrderId(supplierReference: string, number: number): string {
  return number === 1 ? supplierReference : `${supplierReference}-${number}`
}

/** Our reference of an order, whichever of its forms was the one. */
export function referenceIn(orderId: string): string {
  return orderId.replace(/-(?:[2-9]|10)$/, '')
}

const payload = z.object({ partnerOrderId: z.string().min(3) })

/** What is stored with the booking: the one id under which its start was sent. */
export function payloadOf(orderId: string): z.output<typeof payload> {
  return { partnerOrderId: orderId }
}

/** The id under which the booking was started; null when that is not known (the answer to the start was lost). */
export function startedId({ supplierPayload }: Pick<BookingReference, 'supplierPayload'>): string | null {
  return payload.safeParse(supplierPayload).data?.partnerOrderId ?? null
}

/** Every id under which the booking may have been started. At most one was. */
export function possibleIds(reference: BookingReference): readonly string[] {
  const started = startedId(reference)
  return started === null
    ? Array.from({ length: MAX_FORMS }, (_, index) => partnerOrderId(reference.supplierReference, index + 1))
    : [started]
}
