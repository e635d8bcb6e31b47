import { guestsOf, type Occupancy } from '../../../domain/occupancy.ts'
import { dateInZone, daysBetween, isCalendarDate } from '../../../domain/time.ts'
import { SANDBOX_USD_RATES } from '../../pricing.ts'
import { behaviourOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'
import { fieldsOf, listOf, textOf } from '../json-body.ts'
import {
  cheapestOffers,
  findProperty,
  type Offer,
  type Property,
  type StockRequest,
  toStockRequest,
  type WantedOffers,
} from '../stock/offer.ts'
import { allRoomsMinor } from '../stock/room-price.ts'
import { ACCOUNT_MARGIN, asSold, awkwardOf, variantsOf } from './awkward.ts'
import { LITEAPI, offerToken, type Sale } from './offer-token.ts'
import { amountView, ratesView, suggestedView } from './rate-view.ts'
import { badRequest, nothing, reply, serverError } from './reply.ts'

const MAX_HOTELS = 5_000
const DEFAULT_LIMIT = 200
const MAX_NIGHTS = 30

type Asked = {
  readonly request: StockRequest
  readonly hotelIds: readonly string[]
  readonly wanted: WantedOffers
  /** LiteAPI's boards of which offers are wanted; null: any. */
  readonly boards: ReadonlySet<string> | null
  readonly limit: number
  readonly margin: number
  readonly roomMapping: boolean
}

function isWhole(value: unknown, min: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min
}

function readParties(raw: unknown): Occupancy | null {
  const rooms = listOf(raw).map(fieldsOf)
  const isRight = rooms.every(
    ({ adults, children = [] }) => isWhole(adults, 1) && listOf(children).every((age) => isWhole(age, 0) && age <= 17),
  )
  return isRight && rooms.length > 0
    ? rooms.map(({ adults, children }) => ({ adults: Number(adults), childAges: listOf(children).map(Number) }))
    : null
}

/** The margin that is put on net prices: the account's when none is sent. Null when what an account may choose is malformed. */
function marginOf({ margin = ACCOUNT_MARGIN, sessionId, feed }: Readonly<Record<string, unknown>>): number | null {
  const areTexts = [sessionId, feed].every((text) => text === undefined || textOf(text) !== '')
  return areTexts && typeof margin === 'number' && margin >= 0 && margin <= 100 ? margin : null
}

function marketFault({ currency, guestNationality, ...flags }: Readonly<Record<string, unknown>>): string | null {
  const wrong = ['refundableRatesOnly', 'roomMapping'].find((flag) => typeof (flags[flag] ?? false) !== 'boolean')
  if (wrong) return `invalid ${wrong}`
  if (typeof (flags['boardType'] ?? '') !== 'string') return 'invalid boardType'
  if (SANDBOX_USD_RATES[textOf(currency)] === undefined) return 'invalid currency'
  return /^[A-Z]{2}$/.test(textOf(guestNationality)) ? null : 'invalid guestNationality'
}

/** Reads a request; returns its first fault when it is invalid. */
function readAsked(body: Readonly<Record<string, unknown>>, nowAt: number): Asked | string {
  const [checkInDate, checkOutDate] = [textOf(body['checkin']), textOf(body['checkout'])]
  if (!isCalendarDate(checkInDate) || !isCalendarDate(checkOutDate)) return 'invalid dates'
  const nights = daysBetween(checkInDate, checkOutDate)
  if (nights < 1 || nights > MAX_NIGHTS || checkInDate < dateInZone(nowAt, '-12:00')) return 'invalid dates'
  const fault = marketFault(body)
  if (fault !== null) return fault
  const parties = readParties(body['occupancies'])
  if (!parties) return 'invalid occupancies'
  const hotelIds = [...new Set(listOf(body['hotelIds']).map(textOf))]
  if (hotelIds.length < 1 || hotelIds.length > MAX_HOTELS) return 'hotel ids not found'
  const { maxRatesPerHotel = Number.POSITIVE_INFINITY, limit = DEFAULT_LIMIT } = body
  const margin = marginOf(body)
  if (margin === null) return 'invalid margin, sessionId or feed'
  return {
    request: toStockRequest({ checkInDate, checkOutDate, parties, shownAt: nowAt }),
    hotelIds,
    // Only the tag counts, even when a rate's free period is over.
    wanted: {
      count: Number(maxRatesPerHotel),
      includes: ({ refundable }) => refundable || body['refundableRatesOnly'] !== true,
    },
    boards: textOf(body['boardType']) === '' ? null : new Set(textOf(body['boardType']).split(',')),
    limit: Number(limit),
    margin,
    roomMapping: body['roomMapping'] === true,
  }
}

/** A request for one hotel with all its rates is a room search; every other request is a search. */
export function ratesOperation(raw: unknown): 'rooms' | 'search' {
  const { hotelIds, maxRatesPerHotel } = fieldsOf(raw)
  return listOf(hotelIds).length === 1 && maxRatesPerHotel === undefined ? 'rooms' : 'search'
}

/** `POST /hotels/rates`. The scenarios `slow` and `supplier-error` only affect a request for their hotel alone. */
export function showRates(deps: SandboxDeps, raw: unknown): SandboxReply {
  const asked = readAsked(fieldsOf(raw), deps.clock.now())
  if (typeof asked === 'string') return badRequest(asked)
  const [only] = asked.hotelIds
  const alone = asked.hotelIds.length === 1 && only !== undefined ? behaviourOf(LITEAPI, only) : null
  if (alone?.shop === 'HTTP_500') return serverError()
  const hotels = asked.hotelIds.flatMap((hotelId) => hotelView(deps, hotelId, asked)).slice(0, asked.limit)
  const answer = hotels.length > 0 ? reply({ data: hotels, guestLevel: 0, sandbox: true }) : nothing()
  return { ...answer, delayMs: alone?.shopDelayMs ?? 0 }
}

/** The wanted offers of a hotel. The board of an offer is known only once it is made, so with boards all are made. */
function offersOf(deps: SandboxDeps, property: Property, { request, wanted, boards }: Asked): readonly Offer[] {
  if (!boards) return cheapestOffers(deps.catalogue, property, { request, wanted })
  const all = { ...wanted, count: Number.POSITIVE_INFINITY }
  return cheapestOffers(deps.catalogue, property, { request, wanted: all })
    .filter((offer) => boards.has(awkwardOf(deps, offer)?.boardType ?? offer.plan.board))
    .slice(0, wanted.count)
}

function hotelView(deps: SandboxDeps, hotelId: string, asked: Asked): object[] {
  const { request, margin, roomMapping } = asked
  const property = findProperty(deps.catalogue, LITEAPI, hotelId)
  if (!property || request.parties.some((party) => guestsOf(party) > 5)) return []
  const offers = offersOf(deps, property, asked)
  if (offers.length === 0) return []
  const roomTypes = offers.flatMap((offer) =>
    [null, ...variantsOf(deps, offer)].map((variant) => {
      const sale = { variant, margin, roomMapping }
      return offerView(deps, { offer: asSold(offer, variant, margin), request }, sale)
    }),
  )
  return [{ hotelId, roomTypes }]
}

function offerView(
  deps: SandboxDeps,
  { offer, request }: { readonly offer: Offer; readonly request: StockRequest },
  sale: Sale,
): object {
  const currency = offer.property.listing.currency
  const total = amountView({ amountMinor: allRoomsMinor(offer.prices), currency })
  const awkward = awkwardOf(deps, offer)
  return {
    roomTypeId: offer.room.roomCode,
    offerId: offerToken('offer', offer, { request, sale, nowAt: deps.clock.now() }),
    supplier: 'nuitee',
    supplierId: 2,
    rates: ratesView(deps, { offer, request }, sale),
    offerRetailRate: [total],
    ...(awkward?.suggested?.form === 'OFFER' ? { suggestedSellingPrice: [suggestedView(offer, awkward)] } : {}),
    priceType: 'commission',
    rateType: sale.variant === 'PACKAGE' ? 'package' : 'standard',
    loyaltyMembershipIdRequired: sale.variant === 'MEMBER',
  }
}
