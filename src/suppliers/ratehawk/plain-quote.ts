import type { HotelQuote } from '../../domain/rate.ts'
import type { Instant } from '../../domain/time.ts'
import { readCharge, readMoney } from '../amounts.ts'
import { isTellable, type PlainRate, penaltyStarts, plainQuote, type SoldOpenly } from '../hotel-quote.ts'
import { decimalText, isRecord, isTextOrNone, members, only } from '../wire-values.ts'
import { parseUtc } from './map-policy.ts'

/** Reads the quote of a hotel whose rates are all plain and paid from our deposit; null for any other hotel. */
export function mapPlainQuote(raw: unknown, nowAt: Instant): HotelQuote | null {
  const { hid, rates } = members(raw)
  const supplierHotelId = decimalText(hid)
  return supplierHotelId !== '' && Array.isArray(rates)
    ? plainQuote(supplierHotelId, rates.map(mapPlainRate), nowAt)
    : null
}

function mapPlainRate(raw: unknown): PlainRate | null {
  const rate = members(raw)
  const { payment_types: payments } = members(rate.payment_options)
  if (isWithheld(rate, payments)) return 'WITHHELD'
  const payment = members(only(payments))
  const { currency_code: currency, is_need_credit_card_data: needsCard, show_currency_code } = payment
  const isOurs = payment.type === 'deposit' && (needsCard === undefined || needsCard === false)
  if (!isOurs || !isSoldOpenly(rate, show_currency_code ?? currency)) return null
  if (typeof rate.room_name !== 'string' || rate.room_name === '') return null
  if (!isTextOrNone(rate.book_hash) || !isTextOrNone(show_currency_code)) return null
  if (typeof currency !== 'string' || !areTellable(payment.tax_data)) return null
  return { total: readMoney(decimalText(payment.amount), currency), ...mapPlainTerms(payment, currency) }
}

/** It is for packages only, or our deposit cannot pay it in any of the ways that it offers. */
function isWithheld({ is_package: isPackage }: Readonly<Record<string, unknown>>, payments: unknown): boolean {
  if (isPackage === true) return true
  return (
    Array.isArray(payments) &&
    !payments.some((payment: unknown) => {
      const { type, is_need_credit_card_data: needsCard } = members(payment)
      return type === 'deposit' && needsCard !== true
    })
  )
}

/** Limits of the price at which it is sold on change nothing of what it costs; one that cannot be read does. */
function isSoldOpenly(
  { is_package: isPackage, sell_price_limits: limits }: Readonly<Record<string, unknown>>,
  currency: unknown,
): boolean {
  const isForAll = isPackage === undefined || isPackage === false || isPackage === null
  return isForAll && (limits === undefined || limits === null || areLimits(limits, currency))
}

function areLimits(limits: unknown, currency: unknown): boolean {
  const { min_price, max_price } = members(limits)
  return (
    isRecord(limits) &&
    typeof currency === 'string' &&
    [min_price, max_price].every(
      (limit) => limit === undefined || limit === null || readCharge(decimalText(limit), currency) !== null,
    )
  )
}

const NOT_PLAIN = { isNonRefundable: false, penaltiesFromAt: null }

function mapPlainTerms(
  { amount, cancellation_penalties }: Readonly<Record<string, unknown>>,
  currency: string,
): Pick<SoldOpenly, 'isNonRefundable' | 'penaltiesFromAt'> {
  const { policies, free_cancellation_before: freeBefore } = members(cancellation_penalties)
  const opens = typeof freeBefore === 'string'
  if (!Array.isArray(policies) || (!opens && freeBefore !== null)) return NOT_PLAIN
  if (!policies.every((policy: unknown) => isReadable(policy, currency))) return NOT_PLAIN
  const lost = members(only(policies))
  if (lost.start_at === null && lost.end_at === null && isSame(lost.amount_charge, amount))
    return { isNonRefundable: true, penaltiesFromAt: [] }
  return opens
    ? {
        isNonRefundable: false,
        penaltiesFromAt: penaltyStarts(policies.filter(isCharging), (policy) => begins(policy, currency)),
      }
    : NOT_PLAIN
}

function areTellable(taxData: unknown): boolean {
  if (taxData === undefined || taxData === null) return true
  const { taxes } = members(taxData)
  return (
    isRecord(taxData) &&
    (taxes === undefined ||
      (Array.isArray(taxes) &&
        taxes.every((tax: unknown) => {
          const { included_by_supplier, amount, currency_code } = members(tax)
          return isTellable(included_by_supplier, amount, currency_code)
        })))
  )
}

function isReadable(policy: unknown, currency: string): boolean {
  const { start_at, end_at, amount_charge } = members(policy)
  const charge = readMoney(decimalText(amount_charge), currency)
  return isTimeOrNull(start_at) && isTimeOrNull(end_at) && charge !== null && charge.amountMinor >= 0
}

function isTimeOrNull(value: unknown): boolean {
  return value === null || (typeof value === 'string' && parseUtc(value) !== null)
}

function isSame(a: unknown, b: unknown): boolean {
  return a !== undefined && decimalText(a) === decimalText(b)
}

const FREE = /^0(\.0+)?$/

function isCharging(policy: unknown): boolean {
  return !FREE.test(decimalText(members(policy).amount_charge))
}

function begins(policy: unknown, currency: string): Instant | null {
  const { start_at, amount_charge } = members(policy)
  const charge = readMoney(decimalText(amount_charge), currency)
  return typeof start_at === 'string' && charge && charge.amountMinor > 0 ? parseUtc(start_at) : null
}
