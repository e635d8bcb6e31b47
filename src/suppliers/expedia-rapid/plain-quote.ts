import type { Occupancy } from '../../domain/occupancy.ts'
import type { HotelQuote } from '../../domain/rate.ts'
import { type Instant, parseRfc3339 } from '../../domain/time.ts'
import { readCharge, readMoney } from '../amounts.ts'
import { isTellable, type PlainRate, penaltyStarts, plainQuote, ratesOfRooms } from '../hotel-quote.ts'
import { decimalText, isRecord, isTextOrNone, members } from '../wire-values.ts'
import { rapidOccupancy } from './map-price.ts'
import { isFollowable } from './send.ts'

/** Reads the quote of a property whose rates are all plain, for one room; null for any other property. */
export function mapPlainQuote(raw: unknown, occupancy: Occupancy, nowAt: Instant): HotelQuote | null {
  const { property_id: supplierHotelId, rooms } = members(raw)
  const [party] = occupancy
  if (typeof supplierHotelId !== 'string' || occupancy.length !== 1 || !party) return null
  const rates = ratesOfRooms(rooms, ({ id }) => typeof id === 'string')
  const pricedAs = rapidOccupancy(party)
  return plainQuote(supplierHotelId, rates?.map((rate) => mapPlainRate(rate, pricedAs)) ?? null, nowAt)
}

function mapPlainRate(raw: unknown, pricedAs: string): PlainRate | null {
  const rate = members(raw)
  if (isWithheld(rate)) return 'WITHHELD'
  if (typeof rate.id !== 'string' || rate.status !== 'available' || typeof rate.refundable !== 'boolean') return null
  if (rate.available_rooms !== undefined && typeof rate.available_rooms !== 'number') return null
  if (rate.holdable !== undefined && typeof rate.holdable !== 'boolean') return null
  if (rate.nonrefundable_date_ranges !== undefined && !isEmpty(rate.nonrefundable_date_ranges)) return null
  const pricing = members(rate.occupancy_pricing)
  const { totals, fees } = members(pricing[pricedAs])
  const { value, currency } = members(members(members(totals).inclusive).billable_currency)
  if (Object.keys(pricing).length !== 1 || typeof currency !== 'string') return null
  if (!areTellable(fees) || !hasBeds(rate.bed_groups) || !isSoldOpenly(rate, members(totals))) return null
  return {
    total: readMoney(decimalText(value), currency),
    isNonRefundable: !rate.refundable,
    penaltiesFromAt: penaltyStarts(rate.cancel_penalties, begins),
  }
}

const FLAGS = ['package', 'member', 'mobile_promotion']

/** The guest pays the hotel, or the rate is for some guests only. */
function isWithheld({ merchant_of_record: merchant, sale_scenario: scenario }: Readonly<Record<string, unknown>>) {
  const flags = members(scenario)
  return (typeof merchant === 'string' && merchant !== 'expedia') || FLAGS.some((flag) => flags[flag] === true)
}

/** True for a rate that says in the usual words that it is sold by itself, prepaid, and refundable as `refundable` tells. */
function isSoldOpenly(rate: Readonly<Record<string, unknown>>, totals: Readonly<Record<string, unknown>>): boolean {
  const { merchant_of_record: merchant, sale_scenario: scenario, current_refundability: current } = rate
  if (merchant !== undefined && merchant !== 'expedia') return false
  if (scenario !== undefined && !isRecord(scenario)) return false
  const flags = members(scenario)
  if (FLAGS.some((flag) => flags[flag] !== undefined && flags[flag] !== false)) return false
  if (current !== undefined && current !== (rate.refundable === true ? 'refundable' : 'non_refundable')) return false
  if (rate.deposits !== undefined && !isEmpty(rate.deposits)) return false
  if (rate.refundable_damage_deposit !== undefined || rate.card_on_file_limit !== undefined) return false
  return totals.minimum_selling_price === undefined || isReadable(totals.minimum_selling_price)
}

function isReadable(charge: unknown): boolean {
  const { value, currency } = members(members(charge).billable_currency)
  return typeof currency === 'string' && readCharge(decimalText(value), currency) !== null
}

function areTellable(fees: unknown): boolean {
  return (
    fees === undefined ||
    (isRecord(fees) &&
      Object.values(members(fees)).every((fee) => {
        const { value, currency } = members(members(fee).billable_currency)
        return isTellable(false, value, currency)
      }))
  )
}

/** True when the rate is available with at least one bed type, and each bed type has a booking link. */
function hasBeds(groups: unknown): boolean {
  const all = Object.values(members(groups))
  return (
    isRecord(groups) &&
    all.length > 0 &&
    all.every((group) => {
      const { id, description, links } = members(group)
      const { href, expires } = members(members(links).price_check)
      const isLink = typeof href === 'string' && isFollowable(href) && isTextOrNone(expires)
      return typeof id === 'string' && isTextOrNone(description) && isLink
    })
  )
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0
}

/** A number of nights, or a percentage, greater than zero. */
const NIGHTS = /^[1-9]\d{0,2}$/
const SHARE = /^[1-9]\d{0,2}%?$/

function begins(penalty: unknown): Instant | null {
  const { start, end, percent, nights, amount, currency } = members(penalty)
  const isShare = percent !== undefined && nights === undefined && SHARE.test(decimalText(percent))
  const isNights = nights !== undefined && percent === undefined && NIGHTS.test(decimalText(nights))
  if ((!isShare && !isNights) || amount !== undefined || !isTextOrNone(currency)) return null
  if (end !== undefined && (typeof end !== 'string' || parseRfc3339(end) === null)) return null
  return typeof start === 'string' ? parseRfc3339(start) : null
}
