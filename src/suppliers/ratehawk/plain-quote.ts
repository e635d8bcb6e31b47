import type { HotelQuote } from '../../domain/rate.ts'
import type { Instant } from '../../domain/time.ts'
import { readMoney } from '../amounts.ts'
import { isTellable, penaltyStarts, plainQuote } from '../hotel-quote.ts'
import { decimalText, members, only } from '../wire-values.ts'
import { parseUtc } from './map-policy.ts'

/** The quote of a hotel with one rate that our deposit pays; null for any other. */
export const mapPlainQuote = (raw: unknown, nowAt: Instant): HotelQuote | null => {
  const { hid, rates } = members(raw)
  const rate = members(only(rates))
  const payment = members(only(members(rate.payment_options).payment_types))
  const { currency_code: currency, tax_data } = payment
  const isOurs = payment.type === 'deposit' && payment.is_need_credit_card_data !== true && rate.is_package !== true
  if (!isOurs || typeof currency !== 'string' || !areTellable(members(tax_data).taxes)) return null
  const total = readMoney(decimalText(payment.amount), currency)
  const terms = members(payment.cancellation_penalties)
  const lost = members(only(terms.policies))
  const isNonRefundable = lost.start_at === null && lost.end_at === null && isSame(lost.amount_charge, payment.amount)
  const charging = Array.isArray(terms.policies) ? terms.policies.filter(isCharging) : null
  const opens = typeof terms.free_cancellation_before === 'string'
  if (!isNonRefundable && !opens) return null
  const penaltiesFromAt = isNonRefundable ? [] : penaltyStarts(charging, begins)
  return plainQuote({ supplierHotelId: decimalText(hid), total, isNonRefundable, penaltiesFromAt }, nowAt)
}

const areTellable = (taxes: unknown): boolean =>
  taxes === undefined ||
  (Array.isArray(taxes) &&
    taxes.every((tax: unknown) => {
      const { included_by_supplier, amount, currency_code } = members(tax)
      return isTellable(included_by_supplier, amount, currency_code)
    }))

const isSame = (a: unknown, b: unknown): boolean => a !== undefined && decimalText(a) === decimalText(b)

const FREE = /^0(\.0+)?$/

const isCharging = (policy: unknown): boolean => !FREE.test(decimalText(members(policy).amount_charge))

const SOME = /^\d{1,12}(\.\d{1,4})?$/

const begins = (policy: unknown): Instant | null => {
  const { start_at, amount_charge } = members(policy)
  return typeof start_at === 'string' && SOME.test(decimalText(amount_charge)) ? parseUtc(start_at) : null
}
