import type { z } from 'zod'
import type { RoomRate } from '../../domain/rate.ts'
import { asksForRefunds, isFiltered } from '../../domain/rate-filter.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { SECOND_MS } from '../../domain/time.ts'
import { readMoney } from '../amounts.ts'
import type { HotelReader } from '../hotel-quote.ts'
import { malformed } from '../outcomes.ts'
import { type Asking, roomsWith, type ShoppingQuestion, searchWith } from '../shopping.ts'
import type { AnnouncedChange, PriceCheckAnswer, PriceCheckRequest } from '../supplier.ts'
import type { SupplierCall, SupplierFailure } from '../supplier-call.ts'
import { members } from '../wire-values.ts'
import { settingsOf } from './connection.ts'
import { isGone, isNone, readFailure } from './errors.ts'
import { boardOf, theirBoards } from './map-board.ts'
import { mapOffer, type OfferContext } from './map-offer.ts'
import { PLAIN_SALE } from './map-selling.ts'
import { mapPlainQuote } from './plain-quote.ts'
import { boardsOfOffer, hotelSchema, prebookSchema, ratePayload, ratesSchema, roomTypeSchema } from './schema.ts'
import { send } from './send.ts'

/** Rates come cheapest first; a list shows only the cheapest of these and the cheapest refundable one. */
const SEARCH_RATES = 3
/**
 * A rate that is tagged refundable may be past its free period, such rates are often the cheapest, and LiteAPI's boards are not
 * quite ours. So more rates are requested with a filter.
 */
const FILTERED_RATES = 25

/** A room search requests every rate; a list only needs a few. */
function limitsOf(operation: 'search' | 'rooms', question: ShoppingQuestion): object {
  if (operation === 'rooms') return {}
  if (!isFiltered(question)) return { maxRatesPerHotel: SEARCH_RATES }
  const { boardCodes, occupancy } = question
  return {
    maxRatesPerHotel: FILTERED_RATES,
    ...(asksForRefunds(question) ? { refundableRatesOnly: true } : {}),
    ...(boardCodes ? { boardType: theirBoards(boardCodes, occupancy).join() } : {}),
  }
}

function contextOf(call: SupplierCall, { stay, occupancy, hotelTimeZone }: ShoppingQuestion): OfferContext {
  return {
    stay,
    occupancy,
    timeZone: hotelTimeZone,
    configuredZone: settingsOf(call).timeZone ?? null,
    nowAt: call.nowAt,
    closedUserGroup: settingsOf(call).closedUserGroup,
  }
}

function timeoutS(call: SupplierCall): number {
  return Math.max(1, Math.floor(call.timeoutMs / SECOND_MS))
}

/** Requests rates and returns the hotels of the answer, not parsed yet. */
async function shop(
  call: SupplierCall,
  { operation, ids, question }: Asking,
): Promise<Result<readonly unknown[], SupplierFailure>> {
  const { stay, occupancy, nationality } = question
  const { currency, margin, feed } = settingsOf(call)
  const answer = await send(call, {
    operation,
    method: 'POST',
    host: 'RATES',
    path: '/hotels/rates',
    body: {
      hotelIds: ids,
      occupancies: occupancy.map(({ adults, childAges }) => ({ adults, children: childAges })),
      currency,
      // Without one the account's own margin would be in what we take for our price.
      margin,
      ...(feed === undefined ? {} : { feed }),
      ...(call.sessionId === null ? {} : { sessionId: call.sessionId }),
      guestNationality: nationality,
      checkin: stay.checkInDate,
      checkout: stay.checkOutDate,
      timeout: timeoutS(call),
      limit: ids.length,
      // A list shows no rooms, so only a room search asks for it.
      ...(operation === 'rooms' ? { roomMapping: true } : {}),
      ...limitsOf(operation, question),
    },
  })
  if (!answer.ok) return answer
  if (isNone(answer.value)) return ok([])
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = ratesSchema.safeParse(answer.value.json)
  return parsed.success ? ok(parsed.data.data ?? []) : err(malformed('rates have an unknown shape'))
}

function readerOf(call: SupplierCall, request: ShoppingQuestion): HotelReader {
  const context = contextOf(call, request)
  const { configuredZone: untoldZone } = context
  return {
    plainQuote: (raw) => mapPlainQuote(raw, { occupancy: request.occupancy, untoldZone }, call.nowAt),
    withBoards: (raw, passes) => {
      const { roomTypes, ...others } = members(raw)
      if (!Array.isArray(roomTypes)) return raw
      const narrowed = roomTypes.filter((offer: unknown) => {
        const told = boardsOfOffer.safeParse(offer)
        return !told.success || passes(boardOf(told.data.rates, request.occupancy).code)
      })
      return { ...others, roomTypes: narrowed }
    },
    rates: (raw) => {
      const hotel = hotelSchema.safeParse(raw)
      if (!hotel.success) return null
      const offers = hotel.data.roomTypes.map((one) => readOffer(one, context))
      return {
        hotelId: hotel.data.hotelId,
        rates: offers.flatMap((rate) => rate ?? []),
        droppedRates: offers.filter((rate) => rate === null).length,
      }
    },
  }
}

function readOffer(raw: unknown, context: OfferContext): RoomRate | null {
  const parsed = roomTypeSchema.safeParse(raw)
  if (!parsed.success) return null
  const { offerId, roomTypeId, rates, name, offerRetailRate, rateType } = parsed.data
  const membersOnly = parsed.data.loyaltyMembershipIdRequired ?? false
  const [told] = offerRetailRate ?? []
  const total = told ? readMoney(told.amount, told.currency) : null
  if (told && !total) return null
  const payload = { offerId, roomTypeId, prebookId: null, membersOnly, ...(rateType === undefined ? {} : { rateType }) }
  const sale = { ...PLAIN_SALE, suggested: parsed.data.suggestedSellingPrice, rateType, membersOnly }
  return mapOffer({ payload, name: name ?? null, rates, total, sale }, context)
}

export const search = searchWith({ ask: shop, readerOf })

/** Reads every offer of one hotel. */
export const rooms = roomsWith({ ask: shop, readerOf })

/** Reserves the offer's price. If the offer is outdated, rates must be requested again: this option is no longer available. */
export async function checkPrice(
  call: SupplierCall,
  { rate, ...request }: PriceCheckRequest,
): Promise<Result<PriceCheckAnswer, SupplierFailure>> {
  const payload = ratePayload.parse(rate.supplierPayload)
  const answer = await send(call, {
    operation: 'price_check',
    method: 'POST',
    host: 'BOOKING',
    path: `/rates/prebook?timeout=${timeoutS(call)}`,
    body: { offerId: payload.offerId, usePaymentSdk: false },
  })
  if (!answer.ok) return answer
  if (isGone(answer.value)) return ok({ available: false })
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = prebookSchema.safeParse(answer.value.json)
  if (!parsed.success) return err(malformed('a prebook has an unknown shape'))
  const { prebookId, price, currency, roomTypes, suggestedSellingPrice: suggested } = parsed.data.data
  const total = readMoney(price, currency)
  const rates = roomTypes.flatMap((one) => one.rates)
  const sale = {
    suggested,
    rateType: payload.rateType,
    membersOnly: payload.membersOnly,
    terms: parsed.data.data.termsAndConditions,
  }
  const name = rate.rooms[0]?.providerRoom.name ?? null
  const offer = { payload: { ...payload, prebookId }, name, rates, total, sale }
  const checked = total && mapOffer(offer, contextOf(call, request))
  return checked
    ? ok({
        available: true,
        rate: { ...checked, rooms: roomsAsNamed(rate.rooms, checked.rooms) },
        announced: announcedBy(parsed.data.data),
      })
    : err(malformed('a prebook has no readable price'))
}

/** A prebook repeats no ids of rooms, yet their names: those of another room are its own. */
function roomsAsNamed(chosen: RoomRate['rooms'], checked: RoomRate['rooms']): RoomRate['rooms'] {
  return chosen.map((room, index) => {
    const name = checked[index]?.providerRoom.name || room.providerRoom.name
    return { ...room, providerRoom: { ...room.providerRoom, name } }
  })
}

type Flags = Pick<
  z.output<typeof prebookSchema>['data'],
  'priceDifferencePercent' | 'cancellationChanged' | 'boardChanged'
>

/** What LiteAPI says has changed: the offer may be a similar one, so its word counts even where we see no difference. */
function announcedBy({ priceDifferencePercent, cancellationChanged, boardChanged }: Flags): AnnouncedChange[] {
  return [
    ...(priceDifferencePercent === 0 ? [] : (['PRICE'] as const)),
    ...(cancellationChanged ? (['CANCELLATION'] as const) : []),
    ...(boardChanged ? (['BOARD'] as const) : []),
  ]
}
