import type { RoomRate } from '../../domain/rate.ts'
import { asksForRefunds, isFiltered } from '../../domain/rate-filter.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { parseRfc3339 } from '../../domain/time.ts'
import { type HotelReader, withRatesOfRooms } from '../hotel-quote.ts'
import { malformed } from '../outcomes.ts'
import { type Asking, roomsWith, type ShoppingQuestion, searchWith } from '../shopping.ts'
import type { PriceCheckAnswer, PriceCheckRequest, RoomsRequest } from '../supplier.ts'
import type { SupplierCall, SupplierFailure } from '../supplier-call.ts'
import { profileOf, settingsOf } from './connection.ts'
import { readFailure } from './errors.ts'
import { mapBoard } from './map-board.ts'
import { mapPolicy } from './map-policy.ts'
import { mapPrice, pricingOfRooms, rapidOccupancy } from './map-price.ts'
import { holdOf, mapRate } from './map-rate.ts'
import { mapPayment, mapSellingPrice, mapSupplierTerms, mapTrader } from './map-sale.ts'
import { mapUnavailable } from './map-unavailable.ts'
import { mapPlainQuote } from './plain-quote.ts'
import {
  availabilitySchema,
  boardParts,
  type PriceCheck,
  priceCheckSchema,
  propertySchema,
  type RatePayload,
  ratePayload,
} from './schema.ts'
import { send } from './send.ts'

/** The most rates per hotel that Rapid returns. */
const ALL_RATES = 250
/** A list shows only the cheapest of these and the cheapest refundable one. */
const SEARCH_RATES = 3
/**
 * A rate that is called refundable may be past its free period, and such rates are often the cheapest; and Rapid cannot filter by
 * boards. So this asks for more rates than a plain search does, yet few enough that an answer about 250 hotels stays below the
 * client's limit on body size.
 */
const FILTERED_RATES = 25

/** Rapid identifies languages by BCP 47 tags with a region. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-US', fr: 'fr-FR', de: 'de-DE', ja: 'ja-JP', ar: 'ar-SA' }

function ratePlansOf(operation: 'search' | 'rooms', question: ShoppingQuestion): number {
  if (operation === 'rooms') return ALL_RATES
  return isFiltered(question) ? FILTERED_RATES : SEARCH_RATES
}

/** What answers leave out unless they are asked for it. */
const INCLUDED = ['rooms.rates.current_refundability', 'sale_scenario.mobile_promotion']

/** Rates for members are only for organizations that sell them: a search has prices for everybody. */
function rateOptionsOf(call: SupplierCall, { sells = [] }: ShoppingQuestion): readonly string[] {
  return settingsOf(call).rateOptions.filter((option) => option !== 'member' || sells.includes('MEMBER_ONLY'))
}

function shopPath(
  call: SupplierCall,
  ids: readonly string[],
  { operation, request }: { readonly operation: Asking['operation']; readonly request: ShoppingQuestion },
): string {
  const { currency, salesChannel, salesEnvironment, holdWithoutFlag, travelPurpose, exclusions } = settingsOf(call)
  const query = new URLSearchParams({
    checkin: request.stay.checkInDate,
    checkout: request.stay.checkOutDate,
    currency,
    country_code: request.nationality,
    language: LOCALES[call.language] ?? 'en-US',
    rate_plan_count: String(ratePlansOf(operation, request)),
    sales_channel: salesChannel,
    sales_environment: salesEnvironment,
    ...(travelPurpose === undefined ? {} : { travel_purpose: travelPurpose }),
  })
  // Rates that the hotel collects need the guest's card, which the gateway does not take.
  query.append('filter', 'expedia_collect')
  if (asksForRefunds(request)) query.append('filter', 'refundable')
  for (const what of INCLUDED) query.append('include', what)
  // A list shows no reasons, and would be longer by every hotel that has nothing.
  if (operation === 'rooms') query.append('include', 'unavailable_reason')
  if (!holdWithoutFlag) query.append('include', 'rooms.rates.holdable')
  for (const what of exclusions) query.append('exclusion', what)
  for (const option of rateOptionsOf(call, request)) query.append('rate_option', option)
  for (const [name, value] of profileOf(call)) query.append(name, value)
  for (const room of request.occupancy) query.append('occupancy', rapidOccupancy(room))
  for (const id of ids) query.append('property_id', id)
  return `/v3/properties/availability?${query}`
}

/** Requests availability and returns its properties, not parsed yet. */
async function shop(
  call: SupplierCall,
  { operation, ids, question: request }: Asking,
): Promise<Result<readonly unknown[], SupplierFailure>> {
  const path = shopPath(call, ids, { operation, request })
  const answer = await send(call, { operation, method: 'GET', path })
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = availabilitySchema.safeParse(answer.value.json)
  return parsed.success ? ok(parsed.data) : err(malformed('availability has an unknown shape'))
}

function readerOf(call: SupplierCall, { stay, occupancy, hotelTimeZone }: ShoppingQuestion): HotelReader {
  const context = { stay, occupancy, timeZone: hotelTimeZone, nowAt: call.nowAt }
  const { holdWindowMs, holdWithoutFlag } = settingsOf(call)
  const settings = { holdWindowMs, holdWithoutFlag, language: LOCALES[call.language] ? call.language : 'en' }
  return {
    plainQuote: (raw) => mapPlainQuote(raw, occupancy, call.nowAt),
    withBoards: (raw, passes) =>
      withRatesOfRooms(raw, (rate) => {
        const told = boardParts.safeParse(rate)
        return !told.success || passes(mapBoard(told.data, { occupancy, isEnglish: settings.language === 'en' }).code)
      }),
    rates: (raw) => {
      const property = propertySchema.safeParse(raw)
      if (!property.success) return null
      const { property_id: propertyId, rooms, unavailable_reason: reason } = property.data
      const mapped = rooms.flatMap(({ id, room_name: name, rates }) =>
        rates.map((rate) => mapRate(rate, { ...context, propertyId, room: { id, name }, ...settings })),
      )
      return {
        hotelId: propertyId,
        rates: mapped.flatMap((rates) => rates ?? []),
        droppedRates: mapped.filter((rates) => rates === null).length,
        ...(reason ? { unavailableReason: mapUnavailable(reason) } : {}),
      }
    },
  }
}

export const search = searchWith({ ask: shop, readerOf })

/** Reads every rate of one hotel, one per bed group. */
export const rooms = roomsWith({ ask: shop, readerOf })

/** Follows the rate's price-check link. The cancellation terms are those of the rate; their amounts follow the new price. */
export async function checkPrice(
  call: SupplierCall,
  { rate, ...request }: PriceCheckRequest,
): Promise<Result<PriceCheckAnswer, SupplierFailure>> {
  const payload = ratePayload.parse(rate.supplierPayload)
  const answer = await send(call, { operation: 'price_check', method: 'GET', path: payload.priceCheckHref })
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = priceCheckSchema.safeParse(answer.value.json)
  if (!parsed.success) return err(malformed('price check has an unknown shape'))
  const checked = parsed.data
  if (checked.status === 'sold_out') return ok({ available: false })
  const bookable = repriced(call, rate, { payload, request, checked })
  return bookable ? ok({ available: true, rate: bookable }) : err(malformed('price check has no readable price'))
}

interface Recheck {
  readonly payload: RatePayload
  readonly request: RoomsRequest
  readonly checked: PriceCheck
}

function repriced(call: SupplierCall, rate: RoomRate, { payload, request, checked }: Recheck): RoomRate | null {
  const { book } = checked.links
  const price = mapPrice(checked.occupancy_pricing, request.occupancy)
  const policy =
    price &&
    mapPolicy(payload.terms, {
      stay: request.stay,
      price,
      rooms: request.occupancy.length,
      knownAt: payload.knownAt,
      timeZone: request.hotelTimeZone,
    })
  const sale = resold(checked, { payload, request })
  if (!price || !policy || !sale) return null
  return {
    ...rate,
    ...sale,
    supplierPayload: { ...payload, bookHref: book.href },
    price,
    policy,
    ...holdOf(payload, policy, {
      occupancy: request.occupancy,
      nowAt: call.nowAt,
      holdWindowMs: settingsOf(call).holdWindowMs,
    }),
    expiresAt: book.expires === undefined ? null : parseRfc3339(book.expires),
  }
}

/** What a price check says anew about the sale: deposits, the least price, the trader. Null when one of them cannot be read. */
function resold(checked: PriceCheck, { payload, request }: Omit<Recheck, 'checked'>): Partial<RoomRate> | null {
  const payment = mapPayment(checked, payload.paidAtProperty, request.hotelTimeZone)
  const sellingPrice = mapSellingPrice(pricingOfRooms(checked.occupancy_pricing, request.occupancy) ?? [])
  if (!payment || sellingPrice === undefined) return null
  const { trader_information: told } = checked
  return { payment, sellingPrice, trader: mapTrader(told), supplierTerms: mapSupplierTerms(told) }
}
