import type { Occupancy } from '../../domain/occupancy.ts'
import type { HotelQuote } from '../../domain/rate.ts'
import { type Instant, parseRfc3339 } from '../../domain/time.ts'
import { readMoney } from '../amounts.ts'
import { isTellable, type PlainRate, penaltyStarts, plainQuote } from '../hotel-quote.ts'
import { decimalText, isTextOrNone, members, only } from '../wire-values.ts'
import { highestPrice, isPaidAtHotel } from './map-selling.ts'

/**
 * Reads the quote of a hotel whose offers are all plain, for one room, with deadlines in GMT; null for any other hotel.
 * `untoldZone`: the zone agreed for deadlines that name none, where it is not GMT.
 */
export function mapPlainQuote(
  raw: unknown,
  { occupancy, untoldZone }: { readonly occupancy: Occupancy; readonly untoldZone: string | null },
  nowAt: Instant,
): HotelQuote | null {
  const { hotelId, roomTypes } = members(raw)
  if (typeof hotelId !== 'string' || occupancy.length !== 1 || !Array.isArray(roomTypes)) return null
  const offers = roomTypes.map((offer) => mapPlainOffer(offer, untoldZone === null))
  return plainQuote(hotelId, offers, nowAt)
}

function mapPlainOffer(raw: unknown, isUntoldGmt: boolean): PlainRate | null {
  const offer = members(raw)
  const rate = members(only(offer.rates))
  if (isWithheld(offer, rate)) return 'WITHHELD'
  const { total, taxesAndFees } = members(rate.retailRate)
  const told = members(only(offer.offerRetailRate))
  const { amount, currency } = members(only(total))
  if (typeof offer.offerId !== 'string' || offer.offerId === '' || rate.occupancyNumber !== 1) return null
  // An offer of one rate costs as much as the rate. When the two differ, the full mapping must decide.
  if (typeof currency !== 'string' || told.currency !== currency || told.amount !== amount) return null
  if (!isSoldOpenly(offer, rate, currency)) return null
  const { refundableTag, cancelPolicyInfos } = members(rate.cancellationPolicies)
  if (!areTellable(taxesAndFees) || (refundableTag !== 'NRFN' && refundableTag !== 'RFN')) return null
  return {
    total: readMoney(decimalText(amount), currency),
    isNonRefundable: refundableTag === 'NRFN',
    penaltiesFromAt: penaltyStarts(cancelPolicyInfos, (info) => begins(info, currency, isUntoldGmt)),
  }
}

/** It is for packages or members only, or paid at the hotel. */
function isWithheld(
  { rateType, loyaltyMembershipIdRequired: isForMembers }: Readonly<Record<string, unknown>>,
  { paymentTypes }: Readonly<Record<string, unknown>>,
): boolean {
  const isForPackages = typeof rateType === 'string' && rateType !== '' && rateType !== 'standard'
  return isForPackages || isForMembers === true || (areTexts(paymentTypes) && isPaidAtHotel({ paymentTypes }))
}

/** Only offers whose selling terms the full mapping would read too, and find to be nothing special. */
function isSoldOpenly(
  { rateType, loyaltyMembershipIdRequired, suggestedSellingPrice }: Readonly<Record<string, unknown>>,
  { paymentTypes, retailRate }: Readonly<Record<string, unknown>>,
  currency: string,
): boolean {
  const prices = [suggestedSellingPrice, members(retailRate).suggestedSellingPrice]
  return (
    (rateType === undefined || rateType === 'standard') &&
    (loyaltyMembershipIdRequired === undefined || loyaltyMembershipIdRequired === false) &&
    (paymentTypes === undefined || areTexts(paymentTypes)) &&
    highestPrice(prices, currency, true) !== 'UNREADABLE'
  )
}

function areTexts(values: unknown): values is readonly string[] {
  return Array.isArray(values) && values.every((value) => typeof value === 'string')
}

function areTellable(taxes: unknown): boolean {
  return (
    Array.isArray(taxes) &&
    taxes.every((tax: unknown) => {
      const { included, amount, currency } = members(tax)
      return isTellable(included, amount, currency)
    })
  )
}

/** A percentage of the price. */
const PERCENT = /^[1-9]\d{0,2}$/

const DAY = /^\d{4}-\d\d-\d\d$/

function begins(info: unknown, priceCurrency: string, isUntoldGmt: boolean): Instant | null {
  const { cancelTime, timezone, type, amount, currency } = members(info)
  const isUntold = timezone === undefined || timezone === null || timezone === ''
  const text = decimalText(amount)
  const isSome = type === 'percent' ? PERCENT.test(text) : (readMoney(text, priceCurrency)?.amountMinor ?? 0) > 0
  if (!isSome || !isTextOrNone(type) || currency !== priceCurrency) return null
  if (typeof cancelTime !== 'string' || !(timezone === 'GMT' || (isUntold && isUntoldGmt))) return null
  return parseRfc3339(DAY.test(cancelTime) ? `${cancelTime}T00:00:00Z` : `${cancelTime.replace(' ', 'T')}Z`)
}
