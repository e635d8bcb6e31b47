import { cancellationView } from '../../domain/contract/cancellation.ts'
import type { RoomOptionView } from '../../domain/contract/offer.ts'
import { type DatedRates, listPriceOf } from '../../domain/exchange.ts'
import { withoutTheWay } from '../../domain/instructions.ts'
import { type MappingStatus, type ServiceRoom, worstMapping } from '../../domain/mapping.ts'
import type { RoomRate } from '../../domain/rate.ts'
import type { Instructions } from '../../domain/selling.ts'
import { toRfc3339 } from '../../domain/time.ts'
import type { Traveller } from '../../domain/traveller.ts'
import { named } from '../../hotel-index/catalogue.ts'
import type { Hotel, ListedDetails, SupplierRoom } from '../../store/hotels.ts'
import type { RoomsRequest } from '../../suppliers/supplier.ts'
import type { Caller } from '../caller.ts'
import { type Deps, makeId } from '../deps.ts'
import { sealToken, tokenExpiry } from '../offers/booking-token.ts'
import { allocationView, boardView, priceView } from '../offers/offer-view.ts'
import { hiddenPlaceView, instructionsOf } from '../offers/offered-hotel.ts'
import { listPriceView, sellingView } from '../offers/selling-view.ts'
import { unseenKey } from './unseen-rooms.ts'

export type OptionSource = {
  readonly caller: Caller
  readonly hotel: Hotel
  /** Null when the catalogue has lost the hotel since. */
  readonly details: ListedDetails | null
  readonly supplierCode: string
  readonly connectionId: string
  readonly request: RoomsRequest
  /** Of the listing's mapping when the supplier was asked. */
  readonly mappingVersion: number | null
  readonly language: string
  readonly traveller: Traveller
  /** The currency of list prices, and the exchange rates. */
  readonly list: { readonly currency: string; readonly rates: DatedRates }
  /** The catalogue's mapping of the supplier's rooms, by the supplier's room id. */
  readonly rooms: ReadonlyMap<string, SupplierRoom>
  /** What those are that it does not know, by `unseenKey`. */
  readonly unseenRooms: ReadonlyMap<string, SupplierRoom>
}

/** A supplier's rate as a client sees it: mapped to the catalogue and sealed into a booking token. */
export function roomOption(deps: Deps, source: OptionSource, rate: RoomRate): RoomOptionView {
  const now = deps.clock.of(source.caller.organizationId).now()
  const mapped = rate.rooms.map(({ providerRoom }) =>
    mapRoom(source.rooms.get(providerRoom.code) ?? source.unseenRooms.get(unseenKey(providerRoom)), source.language),
  )
  const expiresAt = tokenExpiry(now, rate)
  const mappingStatus = worstMapping(mapped.map(({ status }) => status))
  const serviceRooms = mapped.map(({ room }) => room)
  const listPrice = listPriceOf(rate.price.total, source.list.currency, source.list.rates)
  return {
    optionId: makeId(deps, 'option'),
    bookingToken: sealToken(deps.tokenSeal, {
      organizationId: source.caller.organizationId,
      environment: source.caller.environment,
      hotelId: source.hotel.hotelId,
      supplierCode: source.supplierCode,
      supplierHotelId: source.request.supplierHotelId,
      connectionId: source.connectionId,
      stay: source.request.stay,
      occupancy: source.request.occupancy,
      nationality: source.request.nationality,
      mappingStatus,
      serviceRooms,
      rate,
      expiresAt,
      traveller: source.traveller,
      listCurrency: source.list.currency,
      language: source.language,
      mappingVersion: source.mappingVersion,
    }),
    bookingTokenExpiresAt: toRfc3339(expiresAt),
    supplierCode: source.supplierCode,
    mappingStatus,
    allocations: rate.rooms.map((room, index) =>
      allocationView({ allocationId: makeId(deps, 'allocation'), ...room, serviceRoom: serviceRooms[index] ?? null }),
    ),
    board: boardView(rate.board),
    price: priceView(rate.price),
    listPrice: listPrice && listPriceView(listPrice),
    ...sellingView({ ...rate, instructions: shownInstructions(source, rate) }),
    ...hiddenPlaceView(source.hotel),
    cancellation: cancellationView(rate.policy, { stage: 'INDICATIVE', at: now, language: source.language }),
    availableBookingModes: rate.bookingModes,
    roomsLeft: rate.roomsLeft,
    fetchedAt: toRfc3339(now),
    remarks: rate.remarks,
  }
}

function shownInstructions({ hotel, details }: OptionSource, rate: RoomRate): Instructions | null {
  const instructions = instructionsOf(rate, details)
  return hotel.placeHidden ? withoutTheWay(instructions) : instructions
}

/** Only a certain mapping shows the catalogue's room. Other options show the supplier's room and can be booked nevertheless. */
function mapRoom(row: SupplierRoom | undefined, language: string): { status: MappingStatus; room: ServiceRoom | null } {
  if (!row) return { status: 'UNMAPPED', room: null }
  if (row.mappingStatus !== 'MATCHED' || row.roomId === null) return { status: row.mappingStatus, room: null }
  return {
    status: 'MATCHED',
    room: { roomId: row.roomId, name: row.names ? named(row.names, language) : '', imageUrls: row.imageUrls },
  }
}
