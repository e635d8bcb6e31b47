import { guestsOf, type Occupancy } from '../../../domain/occupancy.ts'
import { dateInZone, daysBetween, isCalendarDate } from '../../../domain/time.ts'
import type { SandboxCatalogue } from '../../catalogue/catalogue.ts'
import { SANDBOX_USD_RATES } from '../../pricing.ts'
import { behaviourOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'
import { fieldsOf, listOf, textOf } from '../json-body.ts'
import { allPenaltyMinor } from '../stock/cancel-terms.ts'
import {
  cheapest,
  cheapestOffers,
  findProperty,
  type Offer,
  type Property,
  type StockRequest,
  toStockRequest,
} from '../stock/offer.ts'
import { allRoomsMinor } from '../stock/room-price.ts'
import { furtherSales, hasLocalPrice, isAwkward } from './awkward.ts'
import { priced, RATEHAWK } from './hash.ts'
import { rateView } from './rate-view.ts'
import { done, invalidParams, serverError } from './reply.ts'

const MAX_HOTELS = 300
const MAX_NIGHTS = 30
const MAX_DAYS_AHEAD = 730
const MAX_ROOMS = 9

function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

/** Reads the parties; null when they do not have the documented format. */
function readGuests(raw: unknown): Occupancy | null {
  const rooms = listOf(raw).map(fieldsOf)
  const isRight = rooms.every(
    ({ adults, children = [] }) =>
      isWhole(adults, 1, 6) && listOf(children).length <= 4 && listOf(children).every((age) => isWhole(age, 0, 17)),
  )
  if (!isRight || rooms.length < 1 || rooms.length > MAX_ROOMS) return null
  return rooms.map(({ adults, children }) => ({ adults: Number(adults), childAges: listOf(children).map(Number) }))
}

type Asked = { readonly request: StockRequest; readonly showCurrency: string; readonly residency: string }

/** Reads a request; returns its first fault when it is invalid. */
function readAsked(body: Readonly<Record<string, unknown>>, nowAt: number): Asked | string {
  const [checkInDate, checkOutDate] = [textOf(body['checkin']), textOf(body['checkout'])]
  if (!isCalendarDate(checkInDate)) return 'invalid checkin'
  if (!isCalendarDate(checkOutDate)) return 'invalid checkout'
  const nights = daysBetween(checkInDate, checkOutDate)
  const today = dateInZone(nowAt, '-12:00')
  if (nights < 1 || nights > MAX_NIGHTS) return 'invalid checkout'
  if (checkInDate < today || daysBetween(today, checkInDate) > MAX_DAYS_AHEAD) return 'invalid checkin'
  const residency = textOf(body['residency'])
  if (!/^[a-z]{2}$/.test(residency)) return 'invalid residency'
  const showCurrency = textOf(body['currency']) || 'USD'
  if (SANDBOX_USD_RATES[showCurrency] === undefined) return 'invalid currency'
  const parties = readGuests(body['guests'])
  if (!parties) return 'invalid guests'
  return { request: toStockRequest({ checkInDate, checkOutDate, parties, shownAt: nowAt }), showCurrency, residency }
}

/** A search returns only a hotel's best rates; the hotel page returns all of them. */
const BEST_RATES = 3

/** `POST /search/serp/hotels/`: returns the best rates of each hotel. */
export function searchHotels(deps: SandboxDeps, raw: unknown): SandboxReply {
  const body = fieldsOf(raw)
  const hids = listOf(body['hids'])
  if (hids.length < 1 || hids.length > MAX_HOTELS || hids.some((hid) => !isWhole(hid, 1, 2 ** 31)))
    return invalidParams(deps, 'invalid hids')
  return shop(deps, body, { hids: [...new Set(hids.map(String))], kind: 'sr' })
}

/** `POST /search/hp/`: returns every rate of one hotel. */
export function showHotel(deps: SandboxDeps, raw: unknown): SandboxReply {
  const body = fieldsOf(raw)
  const { hid } = body
  return isWhole(hid, 1, 2 ** 31)
    ? shop(deps, body, { hids: [String(hid)], kind: 'h' })
    : invalidParams(deps, 'invalid hid')
}

/** The scenarios `slow` and `supplier-error` only affect a request for their hotel alone. */
function shop(
  deps: SandboxDeps,
  body: Readonly<Record<string, unknown>>,
  { hids, kind }: { readonly hids: readonly string[]; readonly kind: 'sr' | 'h' },
): SandboxReply {
  const asked = readAsked(body, deps.clock.now())
  if (typeof asked === 'string') return invalidParams(deps, asked)
  const alone = hids.length === 1 && hids[0] !== undefined ? behaviourOf(RATEHAWK, hids[0]) : null
  if (alone?.shop === 'HTTP_500') return serverError(deps)
  const hotels = hids.flatMap((hid) => hotelView(deps, hid, { asked, kind }))
  return { ...done(deps, { hotels, total_hotels: hotels.length }), delayMs: alone?.shopDelayMs ?? 0 }
}

const EVERY_RATE = cheapest(Number.POSITIVE_INFINITY)

/**
 * The three cheapest offers, and further ones until one would refund something if cancelled now; all offers when none would. No
 * document says how many rates a search returns, and a request cannot choose. RateHawk's own test environment returns five, which
 * it describes as a limitation of that environment.
 */
function bestOffers(catalogue: SandboxCatalogue, property: Property, request: StockRequest): readonly Offer[] {
  function isRefundable({ cancel, prices }: Offer): boolean {
    return allPenaltyMinor(cancel, prices, request.shownAt) < allRoomsMinor(prices)
  }
  const best = cheapestOffers(catalogue, property, { request, wanted: cheapest(BEST_RATES) })
  if (best.some(isRefundable)) return best
  const all = cheapestOffers(catalogue, property, { request, wanted: EVERY_RATE })
  const refundable = all.findIndex(isRefundable)
  return refundable < 0 ? all : all.slice(0, refundable + 1)
}

function hotelView(
  deps: SandboxDeps,
  hid: string,
  { asked: { request, showCurrency, residency }, kind }: { readonly asked: Asked; readonly kind: 'sr' | 'h' },
): object[] {
  const { catalogue, clock } = deps
  const property = findProperty(catalogue, RATEHAWK, hid)
  if (!property || request.parties.some((party) => guestsOf(party) > 5)) return []
  const offers =
    kind === 'sr'
      ? bestOffers(catalogue, property, request)
      : cheapestOffers(catalogue, property, { request, wanted: EVERY_RATE })
  const nowAt = clock.now()
  const anyResidency = !hasLocalPrice(deps, { property })
  const isLocal = !anyResidency && property.hotel.countryCode.toLowerCase() === residency
  const shown = { request, showCurrency, nowAt, isLocal, anyResidency }
  const rates = offers.flatMap((offer) =>
    (['open', ...furtherSales(deps, offer)] as const).map((sale) => {
      const sold = priced(offer, sale, isLocal)
      return rateView(catalogue, kind, { ...shown, offer: sold, sale, isAwkward: isAwkward(deps, offer) })
    }),
  )
  return rates.length > 0 ? [{ id: `hotel_${hid}`, hid: Number(hid), rates }] : []
}
