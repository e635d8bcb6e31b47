import type { Result } from '../../domain/result.ts'
import { readCharge } from '../amounts.ts'
import { unknownOutcome } from '../outcomes.ts'
import type { BookingReference, CancellationOutcome } from '../supplier.ts'
import type { SupplierCall, SupplierFailure, WriteOutcome } from '../supplier-call.ts'
import { CANCEL_RULES, errorOf, readFailure, writeOutcome } from './errors.ts'
import { retrieve } from './orders.ts'
import { startedId } from './partner-order-ids.ts'
import { cancelSchema } from './schema.ts'
import { type RateHawkAnswer, send } from './send.ts'

export async function cancel(
  call: SupplierCall,
  reference: BookingReference,
): Promise<WriteOutcome<CancellationOutcome>> {
  const first = await sendCancel(call, reference)
  if (!first.ok) return unknownOutcome(first.error)
  if (errorOf(first.value) === 'timeout') return cancelOnceMore(call, reference)
  return cancelOutcome(first.value)
}

function sendCancel(call: SupplierCall, reference: BookingReference): Promise<Result<RateHawkAnswer, SupplierFailure>> {
  return send(call, {
    operation: 'cancel',
    path: '/hotel/order/cancel/',
    body: { partner_order_id: startedId(reference) ?? reference.supplierReference },
  })
}

/**
 * After `timeout` RateHawk wants the cancellation once more. Whether the first one was carried out is asked before; as the record lags, a
 * refusal of the second one proves nothing.
 */
async function cancelOnceMore(
  call: SupplierCall,
  reference: BookingReference,
): Promise<WriteOutcome<CancellationOutcome>> {
  const record = await retrieve(call, reference)
  if (!record.ok) return unknownOutcome(record.error)
  if (record.value?.status === 'CANCELLED')
    return { outcome: 'ACCEPTED', value: { ...NO_TERMS, chargedPenalty: record.value.chargedPenalty } }
  const second = await sendCancel(call, reference)
  if (!second.ok) return unknownOutcome(second.error)
  const outcome = cancelOutcome(second.value)
  return outcome.outcome === 'REFUSED' ? unknownOutcome(readFailure(second.value)) : outcome
}

const NO_TERMS: CancellationOutcome = { chargedPenalty: null, supplierCancellationReference: null }

function cancelOutcome(answer: RateHawkAnswer): WriteOutcome<CancellationOutcome> {
  if (answer.envelope?.status !== 'ok') return writeOutcome(CANCEL_RULES, answer)
  const payable = cancelSchema.safeParse(answer.envelope.data).data?.amount_payable
  const chargedPenalty = payable ? readCharge(payable.amount, payable.currency_code) : null
  return { outcome: 'ACCEPTED', value: { ...NO_TERMS, chargedPenalty } }
}
