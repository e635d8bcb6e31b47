import { toDecimal } from '../../../domain/money.ts'
import { guestsOf, MAX_ROOMS, type RoomOccupancy } from '../../../domain/occupancy.ts'
import { dateInZone, daysBetween, isCalendarDate } from '../../../domain/time.ts'
import { behaviourOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'
import { fieldsOf, listOf, textOf } from '../json-body.ts'
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
import { asVariant, awkwardOf, variantsOf } from './awkward.ts'
import { type HotelbedsLanguage, languageOf, roomName } from './language.ts'
import { HOTELBEDS } from './rate-key.ts'
import { hotelFacts, rateView } from './rate-view.ts'
import { invalidData, reply, systemError } from './reply.ts'

const MAX_HOTELS = 2_000
const MAX_NIGHTS = 30

type Shop = {
  readonly hotelIds: readonly string[]
  /** One request per kind of party: Hotelbeds prices each separately. */
  readonly requests: readonly StockRequest[]
  readonly maxRooms: number
  readonly maxRatesPerRoom: number
  /** Whether a rate with a board of this code is wanted. */
  readonly isWanted: (boardCode: string) => boolean
  /** Whether rates come too that are sold in packages only. */
  readonly packages: boolean
  readonly language: HotelbedsLanguage
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) ? value : Number.NaN
}

function limitOf(value: unknown): number {
  return value === undefined ? Number.POSITIVE_INFINITY : countOf(value)
}

type Group = { readonly rooms: number; readonly party: RoomOccupancy }

/** Reads a kind of party; null when it does not have the documented format. */
function readGroup(raw: unknown): Group | null {
  const { rooms, adults, children, paxes } = fieldsOf(raw)
  const ages = listOf(paxes)
    .map(fieldsOf)
    .filter(({ type }) => type === 'CH')
    .map(({ age }) => countOf(age))
  const party = { adults: countOf(adults), childAges: ages }
  const isRight = countOf(rooms) >= 1 && party.adults >= 1 && ages.length === countOf(children)
  return isRight && ages.every((age) => age >= 0 && age <= 17) ? { rooms: countOf(rooms), party } : null
}

/** Reads the boards that are included, or excluded; null when they do not have the documented format. */
function readBoards(raw: unknown): Shop['isWanted'] | null {
  if (raw === undefined) return () => true
  const { board, included } = fieldsOf(raw)
  const codes = listOf(board).map(textOf)
  if (typeof included !== 'boolean' || codes.length === 0 || codes.includes('')) return null
  return (boardCode) => codes.includes(boardCode) === included
}

/** Reads a request; returns the first fault as Hotelbeds' error text when it is invalid. */
function readShop(body: unknown, nowAt: number): Shop | string {
  const { stay, occupancies, hotels, filter, boards } = fieldsOf(body)
  const { checkIn, checkOut } = fieldsOf(stay)
  const [checkInDate, checkOutDate] = [textOf(checkIn), textOf(checkOut)]
  if (!isCalendarDate(checkInDate) || !isCalendarDate(checkOutDate)) return 'The stay dates are not valid'
  const nights = daysBetween(checkInDate, checkOutDate)
  if (nights < 1 || nights > MAX_NIGHTS || checkInDate < dateInZone(nowAt, '-12:00')) return 'The stay is not valid'
  const groups = listOf(occupancies).map(readGroup)
  const read = groups.filter((group) => group !== null)
  const rooms = read.reduce((sum, group) => sum + group.rooms, 0)
  if (read.length === 0 || read.length < groups.length || rooms > MAX_ROOMS) return 'The occupancies are not valid'
  const codes = listOf(fieldsOf(hotels)['hotel'])
  if (codes.length < 1 || codes.length > MAX_HOTELS || codes.some((code) => Number.isNaN(countOf(code))))
    return `Between 1 and ${MAX_HOTELS} hotels are accepted`
  const { maxRooms, maxRatesPerRoom, packaging } = fieldsOf(filter)
  const isWanted = readBoards(boards)
  if (!isWanted) return 'The boards are not valid'
  return {
    hotelIds: [...new Set(codes.map(String))],
    requests: read.map(({ rooms: count, party }) =>
      toStockRequest({
        checkInDate,
        checkOutDate,
        parties: Array.from({ length: count }, () => party),
        shownAt: nowAt,
      }),
    ),
    maxRooms: limitOf(maxRooms),
    maxRatesPerRoom: limitOf(maxRatesPerRoom),
    isWanted,
    packages: packaging === true,
    language: languageOf(body),
  }
}

/** A request for one hotel without a limit on rooms is a room search; every other request is a search. */
export function shopOperation(body: unknown): 'rooms' | 'search' {
  const { hotels, filter } = fieldsOf(body)
  return listOf(fieldsOf(hotels)['hotel']).length === 1 && fieldsOf(filter)['maxRooms'] === undefined
    ? 'rooms'
    : 'search'
}

/** `POST /hotels`. The scenarios `slow` and `supplier-error` only affect a request for their hotel alone. */
export function shopHotels(deps: SandboxDeps, body: unknown): SandboxReply {
  const shop = readShop(body, deps.clock.now())
  if (typeof shop === 'string') return invalidData(deps, shop)
  const [only] = shop.hotelIds
  const alone = shop.hotelIds.length === 1 && only !== undefined ? behaviourOf(HOTELBEDS, only) : null
  if (alone?.shop === 'HTTP_500') return systemError(deps)
  const hotels = shop.hotelIds.flatMap((hotelId) => sell(deps, hotelId, shop))
  const [{ checkInDate, checkOutDate } = { checkInDate: '', checkOutDate: '' }] = shop.requests
  return {
    ...reply(deps, {
      hotels: {
        ...(hotels.length > 0 ? { hotels } : {}),
        checkIn: checkInDate,
        checkOut: checkOutDate,
        total: hotels.length,
      },
    }),
    delayMs: alone?.shopDelayMs ?? 0,
  }
}

function sell(deps: SandboxDeps, hotelId: string, shop: Shop): object[] {
  const property = findProperty(deps.catalogue, HOTELBEDS, hotelId)
  if (!property) return []
  const byParty = shop.requests.map((request) => ({ request, offers: offersOf(deps, property, { request, shop }) }))
  return byParty.every(({ offers }) => offers.length > 0) ? [hotelView(deps, property, { byParty, shop })] : []
}

/** When both limits are 1, only the cheapest rate is priced; otherwise every rate is. */
function offersOf(
  deps: SandboxDeps,
  property: Property,
  { request, shop: { maxRooms, maxRatesPerRoom, isWanted } }: { readonly request: StockRequest; readonly shop: Shop },
): readonly Offer[] {
  return request.parties.some((party) => guestsOf(party) > 5)
    ? []
    : cheapestOffers(deps.catalogue, property, {
        request,
        wanted: cheapest(maxRooms * maxRatesPerRoom === 1 ? 1 : Number.POSITIVE_INFINITY),
      }).filter((offer) => isWanted(awkwardOf(deps, offer)?.boardCode ?? offer.plan.board))
}

type Priced = { readonly request: StockRequest; readonly offers: readonly Offer[] }

function hotelView(
  deps: SandboxDeps,
  property: Property,
  {
    byParty,
    shop: { maxRooms, maxRatesPerRoom, packages, language },
  }: { readonly byParty: readonly Priced[]; readonly shop: Shop },
): object {
  const all = byParty.flatMap(({ request, offers }) => offers.map((offer) => ({ request, offer })))
  const rooms = [...Map.groupBy(all, ({ offer }) => offer.room)].slice(0, maxRooms)
  const amounts = all.map(({ offer }) => allRoomsMinor(offer.prices))
  const currency = property.listing.currency
  return {
    ...hotelFacts(property),
    rooms: rooms.map(([room, rates]) => ({
      code: room.roomCode,
      name: roomName(room.name, language),
      rates: rates
        .slice(0, maxRatesPerRoom * byParty.length)
        .flatMap(({ offer, request }) =>
          [null, ...variantsOf(deps, offer, { packages })].map((variant) =>
            rateView(deps, { offer: asVariant(offer, variant), request }, { variant, checked: false, language }),
          ),
        ),
    })),
    minRate: toDecimal({ amountMinor: Math.min(...amounts), currency }),
    maxRate: toDecimal({ amountMinor: Math.max(...amounts), currency }),
    currency,
  }
}
