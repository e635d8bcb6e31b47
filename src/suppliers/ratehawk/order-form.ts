import { setTimeout as sleep } from 'node:timers/promises'
import { err, ok, type Result } from '../../domain/result.ts'
import { SECOND_MS } from '../../domain/time.ts'
import { readMoney } from '../amounts.ts'
import { notSent } from '../outcomes.ts'
import type { BookRequest } from '../supplier.ts'
import type { SupplierCall, SupplierFailure, WriteOutcome } from '../supplier-call.ts'
import { errorOf, FORM_RULES, isAbsent, isFormAgain, isUsedUp, writeOutcome } from './errors.ts'
import { formProgress, MAX_FORMS, partnerOrderId } from './partner-order-ids.ts'
import { formSchema, ratePayload } from './schema.ts'
import { type RateHawkAnswer, send } from './send.ts'

type NotAccepted = Exclude<WriteOutcome<never>, { outcome: 'ACCEPTED' }>

/** A form with which the booking can be started, at the price that was agreed. */
type OpenForm = {
  readonly partnerOrderId: string
  readonly orderId: string
  readonly payment: { readonly type: string; readonly amount: string; readonly currency_code: string }
  readonly needsGender: boolean
}

/** The longest time that one form may take; RateHawk asks for 30 s. */
export const FORM_TIMEOUT_MS = 30 * SECOND_MS

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5 * SECOND_MS

/** The share of the call's time that forms may take. The start of the booking needs the rest. */
const FORMS_SHARE = 2 / 3

/** What a call of the form has led to; AGAIN: a form under the next id may succeed. */
type Attempt = Result<OpenForm, NotAccepted | { readonly outcome: 'AGAIN'; readonly why: string }>

/**
 * Opens an order form, as RateHawk's procedure says: after a 5xx, `timeout`, `unknown`, a limit or no answer it is asked again,
 * under a new id each time, ten times in all. A form books nothing, so that one whose answer was lost does no harm. The end of the
 * caller's time, or ten calls without success, is a refusal: nothing was booked.
 */
export async function openForm(call: SupplierCall, request: BookRequest): Promise<Result<OpenForm, NotAccepted>> {
  const until = performance.now() + call.timeoutMs * FORMS_SHARE
  let pauseMs = FIRST_PAUSE_MS
  for (let number = 1; ; number++) {
    const leftMs = until - performance.now()
    const opened = await tryForm(
      { ...call, timeoutMs: Math.min(FORM_TIMEOUT_MS, Math.max(1, leftMs)) },
      request,
      number,
    )
    if (opened.ok) return opened
    if (opened.error.outcome !== 'AGAIN') return err(opened.error)
    if (number === MAX_FORMS || performance.now() + pauseMs >= until)
      return err(notSent('SUPPLIER_REFUSED', `no order form in ${number} calls: ${opened.error.why}`, true))
    await sleep(pauseMs)
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
  }
}

async function tryForm(call: SupplierCall, request: BookRequest, number: number): Promise<Attempt> {
  const id = partnerOrderId(request.supplierReference, number)
  const answer = await send(call, {
    operation: 'book_form',
    path: '/hotel/order/booking/form/',
    progress: formProgress(request.supplierReference, number),
    body: {
      partner_order_id: id,
      book_hash: ratePayload.parse(request.rate.supplierPayload).bookHash,
      language: call.language,
      ...(call.customerIp === null ? {} : { user_ip: call.customerIp }),
    },
  })
  if (!answer.ok) return err(unanswered(answer.error))
  if (answer.value.envelope?.status === 'ok') return readForm(id, answer.value, request)
  const why = errorOf(answer.value) ?? `HTTP ${answer.value.response.status}`
  if (isFormAgain(answer.value)) return err({ outcome: 'AGAIN', why })
  if (!isUsedUp(answer.value)) return err(writeOutcome(FORM_RULES, answer.value))
  return err((await isUnstarted(call, id)) ? { outcome: 'AGAIN', why } : writeOutcome(FORM_RULES, answer.value))
}

/** A call that we held back ourselves is not repeated: its attempt has ended. */
function unanswered({
  kind,
  detail,
  isUnsent,
}: SupplierFailure): NotAccepted | { readonly outcome: 'AGAIN'; readonly why: string } {
  return isUnsent || kind === 'ABORTED'
    ? notSent('SUPPLIER_REFUSED', `the order form: ${detail}`, true)
    : { outcome: 'AGAIN', why: detail }
}

/**
 * True when RateHawk says that nothing was started under the id. Whatever else it says, or when it says nothing, a booking may live
 * there: beside it no second one is started, and looks at the booking find out.
 */
async function isUnstarted(call: SupplierCall, id: string): Promise<boolean> {
  const answer = await send(call, {
    operation: 'find',
    path: '/hotel/order/booking/finish/status/',
    body: { partner_order_id: id },
  })
  return answer.ok && isAbsent(errorOf(answer.value))
}

function readForm(id: string, { envelope }: RateHawkAnswer, { rate }: BookRequest): Result<OpenForm, NotAccepted> {
  const parsed = formSchema.safeParse(envelope?.data)
  if (!parsed.success) return err(notSent('SUPPLIER_REFUSED', 'the order form has an unknown shape', true))
  const { order_id: orderId, payment_types: payments, is_gender_specification_required: needsGender } = parsed.data
  const payment = payments.find(({ type }) => type === 'deposit')
  if (!payment) return err(notSent('PAYMENT_DECLINED', 'the order form does not accept our deposit'))
  const { total } = rate.price
  const asked = readMoney(payment.amount, payment.currency_code)
  if (asked?.currency !== total.currency || asked.amountMinor !== total.amountMinor)
    return err(notSent('PRICE_CHANGED', 'the order form has a different price'))
  return ok({ partnerOrderId: id, orderId, payment, needsGender })
}
