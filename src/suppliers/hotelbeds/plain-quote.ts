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
  const isForParty = rate.rooms === 1 && rate.adults === adults && rate.children === 0 && !rate.childrenAges
  const isOurs =
    rate.paymentType === 'AT_WEB' &&
    [rate.packaging, rate.resident, rate.hotelMandatory].every((flag) => flag === undefined || flag === false) &&
    rate.sellingRate === undefined
  const isBookable = typeof rate.rateKey === 'string' && rate.rateKey !== ''
  if (!isForParty || !isOurs || !isBookable || !isTextOrNone(rate.childrenAges)) return null
  if (!isTextOrNone(rate.rateClass) || !areTellable(rate.taxes)) return null
  return {
    total: readMoney(decimalText(rate.net), currency),
    isNonRefundable: rate.rateClass === 'NRF',
    penaltiesFromAt: penaltyStarts(rate.cancellationPolicies, (policy) => begins(policy, currency)),
  }
}

function areTellable(taxes: unknown): boolean {
  if (taxes === undefined) return true
  const list = members(taxes).taxes
  return (
    Array.isArray(list) &&
    list.every((tax: unknown) => {
      const { included, amount, currency, type } = members(tax)
      return isTellable(included, amount, currency) && isTextOrNone(type)
    })
  )
}

function begins(penalty: unknown, currency: string): Instant | null {
  const { from, amount } = members(penalty)
  const cost = readMoney(decimalText(amount), currency)
  return typeof from === 'string' && cost && cost.amountMinor > 0 ? parseRfc3339(from) : null
}
