import { MAX_ROOMS } from '../../../domain/occupancy.ts'
import { dateInZone, daysBetween, type Instant, isCalendarDate } from '../../../domain/time.ts'
import { SANDBOX_USD_RATES } from '../../pricing.ts'
import { parseOccupancy } from './occupancy.ts'
import type { InputFault } from './reply.ts'

const MAX_PROPERTIES = 250
const MAX_NIGHTS = 28
const MAX_DAYS_AHEAD = 365
const SALES_CHANNELS = ['website', 'agent_tool', 'mobile_app', 'mobile_web', 'meta', 'cache']
const SALES_ENVIRONMENTS = ['hotel_package', 'hotel_only', 'loyalty']

/** The specification lists the first three and describes the fourth. */
const FILTERS = ['refundable', 'expedia_collect', 'property_collect', 'loyalty']

/** The values of each optional parameter. `rooms.rates.holdable` is younger than the specification in reach. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  filter: FILTERS,
  include: [
    'unavailable_reason',
    'sale_scenario.mobile_promotion',
    'rooms.rates.marketing_fee_incentives',
    'rooms.rates.current_refundability',
    'rooms.rates.holdable',
  ],
  exclusion: ['refundable_damage_deposit', 'card_on_file'],
  rate_option: ['member', 'net_rates', 'cross_sell'],
  travel_purpose: ['leisure', 'business'],
}

/** What a shopping call asks for beside its stay. */
export function askedIn(query: URLSearchParams): string[] {
  return ['filter', 'include', 'exclusion', 'rate_option'].flatMap((name) => query.getAll(name))
}

/** The zone in which a day ends last: a check-in date is past only when it is past everywhere. */
const LAST_ZONE = '-12:00'

function fault(
  name: string,
  what: string,
  { value, message }: { readonly value: string; readonly message: string },
): InputFault {
  return {
    type: `${name}.${what}`,
    message,
    fields: [{ name, type: 'querystring', value }],
  }
}

function required(name: string): InputFault {
  return fault(name, 'required', { value: '', message: `${name} is required.` })
}

/** Checks that a parameter is present exactly once, and that `isRight` accepts it. */
function single(
  query: URLSearchParams,
  name: string,
  { isRight, must }: { readonly isRight: (value: string) => boolean; readonly must: string },
): InputFault[] {
  const value = query.get(name)
  if (value === null || value === '') return [required(name)]
  return isRight(value) ? [] : [fault(name, 'invalid', { value, message: `${name} ${must}` })]
}

function repeated(
  query: URLSearchParams,
  name: string,
  { most, isRight }: { readonly most: number; readonly isRight: (value: string) => boolean },
): InputFault[] {
  const values = query.getAll(name)
  if (values.length === 0) return [required(name)]
  if (values.length > most)
    return [
      fault(name, 'invalid_above_maximum', {
        value: String(values.length),
        message: `At most ${most} ${name} are accepted.`,
      }),
    ]
  const wrong = values.find((value) => !isRight(value))
  return wrong === undefined
    ? []
    : [fault(name, 'invalid', { value: wrong, message: `${name} is not in its documented format.` })]
}

function dateFault(name: string, value: string): InputFault {
  return fault(name, 'invalid_date_format', {
    value,
    message: `Invalid ${name} format. It must be formatted in ISO 8601 (YYYY-mm-dd).`,
  })
}

function stayFaults(query: URLSearchParams, nowAt: Instant): InputFault[] {
  const checkin = query.get('checkin') ?? ''
  const checkout = query.get('checkout') ?? ''
  const broken = [
    ...(isCalendarDate(checkin) ? [] : [checkin === '' ? required('checkin') : dateFault('checkin', checkin)]),
    ...(isCalendarDate(checkout) ? [] : [checkout === '' ? required('checkout') : dateFault('checkout', checkout)]),
  ]
  if (broken.length > 0) return broken
  const today = dateInZone(nowAt, LAST_ZONE)
  const nights = daysBetween(checkin, checkout)
  if (checkin < today)
    return [fault('checkin', 'invalid_date_in_the_past', { value: checkin, message: 'Checkin cannot be in the past.' })]
  if (daysBetween(today, checkin) > MAX_DAYS_AHEAD)
    return [
      fault('checkin', 'invalid_date_too_far_out', {
        value: checkin,
        message: `Checkin must be within ${MAX_DAYS_AHEAD} days.`,
      }),
    ]
  if (nights < 1)
    return [
      fault('checkout', 'invalid_checkout_before_checkin', {
        value: checkout,
        message: 'Checkout must be after checkin.',
      }),
    ]
  return nights > MAX_NIGHTS
    ? [
        fault('checkout', 'invalid_length_of_stay_too_long', {
          value: checkout,
          message: `Stays are at most ${MAX_NIGHTS} nights.`,
        }),
      ]
    : []
}

/** Every fault of a `GET /v3/properties/availability`; empty for a request that Rapid's specification allows. */
export function queryFaults(query: URLSearchParams, nowAt: Instant): InputFault[] {
  return [
    ...stayFaults(query, nowAt),
    ...single(query, 'currency', {
      isRight: (code) => code in SANDBOX_USD_RATES,
      must: 'is not a supported ISO 4217 code.',
    }),
    ...single(query, 'country_code', {
      isRight: (code) => /^[A-Z]{2}$/.test(code),
      must: 'must be an ISO 3166-1 alpha-2 code.',
    }),
    ...single(query, 'language', {
      isRight: (tag) => /^[a-z]{2}-[A-Z]{2}$/.test(tag),
      must: 'must be a hyphenated language and country.',
    }),
    ...repeated(query, 'occupancy', { most: MAX_ROOMS, isRight: (text) => parseOccupancy(text) !== null }),
    ...repeated(query, 'property_id', { most: MAX_PROPERTIES, isRight: (id) => /^\d{1,12}$/.test(id) }),
    ...optionFaults(query),
    ...single(query, 'rate_plan_count', { isRight: isRatePlanCount, must: 'must be between 1 and 250.' }),
    ...single(query, 'sales_channel', {
      isRight: (channel) => SALES_CHANNELS.includes(channel),
      must: 'is not a known sales channel.',
    }),
    ...single(query, 'sales_environment', {
      isRight: (name) => SALES_ENVIRONMENTS.includes(name),
      must: 'is not a known environment.',
    }),
  ]
}

function optionFaults(query: URLSearchParams): InputFault[] {
  return Object.entries(OPTIONS).flatMap(([name, values]) =>
    query
      .getAll(name)
      .filter((value) => !values.includes(value))
      .map((value) => fault(name, 'invalid', { value, message: `${name} is not a known ${name}.` })),
  )
}

function isRatePlanCount(count: string): boolean {
  return /^\d{1,3}$/.test(count) && Number(count) >= 1 && Number(count) <= 250
}
