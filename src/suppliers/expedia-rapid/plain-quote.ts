import type { Occupancy } from '../../domain/occupancy.ts'
import type { HotelQuote } from '../../domain/rate.ts'
import { type Instant, parseRfc3339 } from '../../domain/time.ts'
import { readMoney } from '../amounts.ts'
import { isTellable, penaltyStarts, plainQuote } from '../hotel-quote.ts'
import { decimalText, members, only } from '../wire-values.ts'
import { rapidOccupancy } from './map-price.ts'

/** The quote of a property with one rate, for one room; null for any other. */
export const mapPlainQuote = (raw: unknown, occupancy: Occupancy, nowAt: Instant): HotelQuote | null => {
  const { property_id: supplierHotelId, rooms } = members(raw)
  const rate = members(only(members(only(rooms)).rates))
  const [party] = occupancy
  if (typeof supplierHotelId !== 'string' || rate.status !== 'available' || occupancy.length !== 1 || !party)
    return null
  const { totals, fees } = members(members(rate.occupancy_pricing)[rapidOccupancy(party)])
  const { value, currency } = members(members(members(totals).inclusive).billable_currency)
  if (!areTellable(fees) || typeof currency !== 'string' || typeof rate.refundable !== 'boolean') return null
  if (rate.nonrefundable_date_ranges !== undefined && !isEmpty(rate.nonrefundable_date_ranges)) return null
  return plainQuote(
    {
      supplierHotelId,
      total: readMoney(decimalText(value), currency),
      isNonRefundable: !rate.refundable,
      penaltiesFromAt: penaltyStarts(rate.cancel_penalties, begins),
    },
    nowAt,
  )
}

const areTellable = (fees: unknown): boolean =>
  Object.values(members(fees)).every((fee) => {
    const { value, currency } = members(members(fee).billable_currency)
    return isTellable(false, value, currency)
  })

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0

/** A share or a number of nights, more than none. */
const SOME = /^[1-9]\d{0,2}%?$/

const begins = (penalty: unknown): Instant | null => {
  const { start, percent, nights } = members(penalty)
  return typeof start === 'string' && SOME.test(decimalText(percent ?? nights)) ? parseRfc3339(start) : null
}
