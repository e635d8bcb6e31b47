import type { Money } from '../../domain/money.ts'
import type { Occupancy } from '../../domain/occupancy.ts'
import type { HotelQuote } from '../../domain/rate.ts'
import { type Instant, parseRfc3339 } from '../../domain/time.ts'
import { readMoney } from '../amounts.ts'
import { isTellable, type PlainRate, penaltyStarts, plainQuote, ratesOfRooms } from '../hotel-quote.ts'
import { decimalText, isTextOrNone, members } from '../wire-values.ts'

/** Reads the quote of a hotel whose rates are all plain, for one room of adults; null for any other hotel. */
export function mapPlainQuote(raw: unknown, occupancy: Occupancy, nowAt: Instant): HotelQuote | null {
  const { code, currency, rooms } = members(raw)
  const [party] = occupancy
  const supplierHotelId = decimalText(code)
  if (supplierHotelId === '' || typeof currency !== 'string') return null
  if (occupancy.length !== 1 || !party || party.childAges.length > 0) return null
  const rates = ratesOfRooms(rooms, (room) => typeof room.code === 'string' && room.code !== '')
  return plainQuote(supplierHotelId, rates?.map((rate) => mapPlainRate(rate, party.adults, currency)) ?? null, nowAt)
}

function mapPlainRate(raw: unknown, adults: number, currency: string): PlainRate | null {
  const rate = members(raw)
  if (isWithheld(rate)) return 'WITHHELD'
  const isForParty = rate.rooms === 1 && rate.adults === adults && rate.children === 0 && !rate.childrenAges
  const isOurs =
    rate.paymentType === 'AT_WEB' &&
    [rate.packaging, rate.resident].every((flag) => flag === undefined || flag === false) &&
    hasReadableSellingPrice(rate, currency)
  const isBookable = typeof rate.rateKey === 'string' && rate.rateKey !== ''
  if (!isForParty || !isOurs || !isBookable || !isTextOrNone(rate.childrenAges)) return null
  if (!isTextOrNone(rate.rateClass) || !areTellable(rate.taxes)) return null
  const total = readMoney(decimalText(rate.net), currency)
  return {
    total,
    isNonRefundable: rate.rateClass === 'NRF',
    penaltiesFromAt: total && penaltyStarts(rate.cancellationPolicies, (policy) => begins(policy, total)),
  }
}

/** The guest pays the hotel, or the rate is for packages or residents only. */
function isWithheld({ paymentType, packaging, resident }: Readonly<Record<string, unknown>>): boolean {
  return (typeof paymentType === 'string' && paymentType !== 'AT_WEB') || packaging === true || resident === true
}

/** The price at which it must, or may, be sold changes nothing of what a net rate costs; one that cannot be read does. */
function hasReadableSellingPrice(
  { hotelMandatory, sellingRate, commission, commissionVAT }: Readonly<Record<string, unknown>>,
  currency: string,
): boolean {
  const isTold = sellingRate !== undefined
  return (
    (hotelMandatory === undefined || hotelMandatory === null || typeof hotelMandatory === 'boolean') &&
    (isTold ? readMoney(decimalText(sellingRate), currency) !== null : hotelMandatory !== true) &&
    isAmountOrNone(commission) &&
    isAmountOrNone(commissionVAT)
  )
}

function isAmountOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'string' || typeof value === 'number'
}

function areTellable(taxes: unknown): boolean {
  if (taxes === undefined) return true
  const list = members(taxes).taxes
  return (
    Array.isArray(list) &&
    list.every((tax: unknown) => {
      const { included, amount, currency, type } = members(tax)
      // What is part of the price need not say how much it is.
      const isIncluded = included === true && isAmountOrNone(amount) && isTextOrNone(currency)
      return (isIncluded || isTellable(included, amount, currency)) && isTextOrNone(type)
    })
  )
}

/** A whole percentage and whole nights, greater than zero. */
const PERCENT = /^([1-9]\d?|100)(\.0{1,4})?$/
const NIGHTS = /^[1-9]\d{0,3}$/

function begins(penalty: unknown, total: Money): Instant | null {
  const { from, amount, percent, numberOfNights } = members(penalty)
  if (typeof from !== 'string') return null
  const costs = amount === undefined ? isShare(total, percent, numberOfNights) : isCost(amount, total.currency)
  return costs ? parseRfc3339(from) : null
}

function isCost(amount: unknown, currency: string): boolean {
  return (readMoney(decimalText(amount), currency)?.amountMinor ?? 0) > 0
}

/** True when the share comes to something: one percent of a price below 100 minor units may not. */
function isShare(total: Money, percent: unknown, nights: unknown): boolean {
  if (percent === undefined) return NIGHTS.test(decimalText(nights))
  return PERCENT.test(decimalText(percent)) && total.amountMinor >= 100
}
