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

const progress = z.object({ partnerOrderIds: z.array(z.string()).min(1), sentToFinish: z.string().nullable() })

/** What is stored before a form is opened: the ids up to this form's. None of them was started. */
export function formProgress(supplierReference: string, number: number): z.output<typeof progress> {
  return { partnerOrderIds: idsUpTo(supplierReference, number), sentToFinish: null }
}

/** What is stored before the start of the booking is sent under this id. */
export function startProgress(supplierReference: string, orderId: string): z.output<typeof progress> {
  const used = idsUpTo(supplierReference, MAX_FORMS)
  return { partnerOrderIds: used.slice(0, used.indexOf(orderId) + 1), sentToFinish: orderId }
}

function idsUpTo(supplierReference: string, number: number): string[] {
  return Array.from({ length: number }, (_, index) => partnerOrderId(supplierReference, index + 1))
}

/**
 * Every id under which the booking may have been started. At most one was: the one that was stored before its start was sent. What a look
 * has concluded meanwhile does not count beside it. Without a start something can only live under an id whose form was refused as
 * used before; and where nothing was stored (a version that stored nothing made the call), under any.
 */
export function possibleIds(reference: BookingReference): readonly string[] {
  const noted = progress.safeParse(reference.progress).data
  const started = noted ? noted.sentToFinish : startedId(reference)
  if (started !== null) return [started]
  return noted?.partnerOrderIds ?? idsUpTo(reference.supplierReference, MAX_FORMS)
}
