import type { Occupancy } from '../../domain/occupancy.ts'
import type { HotelQuote } from '../../domain/rate.ts'
import { type Instant, parseRfc3339 } from '../../domain/time.ts'
import { readMoney } from '../amounts.ts'
import { isTellable, penaltyStarts, plainQuote } from '../hotel-quote.ts'
import { decimalText, members, only } from '../wire-values.ts'

/** The quote of a hotel with one rate, for one room of adults; null for any other. */
export const mapPlainQuote = (raw: unknown, occupancy: Occupancy, nowAt: Instant): HotelQuote | null => {
  const { code, currency, rooms } = members(raw)
  const rate = members(only(members(only(rooms)).rates))
  const [party] = occupancy
  const isForParty =
    occupancy.length === 1 && party?.childAges.length === 0 && rate.adults === party.adults && rate.children === 0
  const isOurs = rate.paymentType === 'AT_WEB' && rate.packaging !== true
  if (!isForParty || rate.rooms !== 1 || !isOurs || !areTellable(rate.taxes) || typeof currency !== 'string')
    return null
  const penaltiesFromAt = penaltyStarts(rate.cancellationPolicies, (policy) => begins(policy, currency))
  return plainQuote(
    {
      supplierHotelId: decimalText(code),
      total: readMoney(decimalText(rate.net), currency),
      isNonRefundable: rate.rateClass === 'NRF',
      penaltiesFromAt,
    },
    nowAt,
  )
}

const areTellable = (taxes: unknown): boolean => {
  if (taxes === undefined) return true
  const list = members(taxes).taxes
  return (
    Array.isArray(list) &&
    list.every((tax: unknown) => {
      const { included, amount, currency } = members(tax)
      return isTellable(included, amount, currency)
    })
  )
}

const begins = (penalty: unknown, currency: string): Instant | null => {
  const { from, amount } = members(penalty)
  const cost = readMoney(decimalText(amount), currency)
  return typeof from === 'string' && cost && cost.amountMinor > 0 ? parseRfc3339(from) : null
}
