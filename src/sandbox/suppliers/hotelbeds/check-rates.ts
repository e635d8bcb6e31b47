import { toDecimal } from '../../../domain/money.ts'
import { behaviourOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'
import { fieldsOf, listOf, textOf } from '../json-body.ts'
import { repriced } from '../stock/offer.ts'
import { allRoomsMinor } from '../stock/room-price.ts'
import { languageOf, roomName } from './language.ts'
import { HOTELBEDS, type KeyedRate, readRateKey } from './rate-key.ts'
import { hotelFacts, rateView } from './rate-view.ts'
import { invalidData, productError, reply } from './reply.ts'

/** The rates of a request's `rooms[].rateKey` at today's price; null when a key is invalid or belongs to another hotel. */
export function readRates({ catalogue }: SandboxDeps, body: unknown): readonly KeyedRate[] | null {
  const rates = listOf(fieldsOf(body)['rooms']).map((room) => readRateKey(catalogue, textOf(fieldsOf(room)['rateKey'])))
  const read = rates.filter((rate) => rate !== null)
  const hotels = new Set(read.map(({ offer }) => offer.property.listing.supplierHotelId))
  if (read.length === 0 || read.length < rates.length || hotels.size > 1) return null
  return read.map((rate) => {
    const { priceCheck, changedPricePermille } = behaviourOf(HOTELBEDS, rate.offer.property.listing.supplierHotelId)
    return priceCheck === 'PRICE_CHANGED' ? { ...rate, offer: repriced(rate.offer, changedPricePermille) } : rate
  })
}

/**
 * `POST /checkrates`: returns the rate at today's price, with its remarks. One key a call: Hotelbeds' external suppliers refuse
 * several, and one that cannot be checked fails all.
 */
export function checkRates(deps: SandboxDeps, body: unknown): SandboxReply {
  const rates = readRates(deps, body)
  const [first] = rates ?? []
  if (!rates || !first) return invalidData(deps, 'The rateKey is not valid')
  if (rates.length > 1) return productError(deps, 'Only one rateKey can be valuated by this supplier')
  const { property } = first.offer
  if (behaviourOf(HOTELBEDS, property.listing.supplierHotelId).priceCheck === 'SOLD_OUT')
    return productError(deps, 'Insufficient allotment')
  const currency = property.listing.currency
  const totalMinor = rates.reduce((sum, { offer }) => sum + allRoomsMinor(offer.prices), 0)
  const language = languageOf(body)
  const byRoom = [...Map.groupBy(rates, ({ offer }) => offer.room)]
  return reply(deps, {
    hotel: {
      checkIn: first.request.checkInDate,
      checkOut: first.request.checkOutDate,
      ...hotelFacts(property),
      rooms: byRoom.map(([room, some]) => ({
        code: room.roomCode,
        name: roomName(room.name, language),
        rates: some.map((rate) => rateView(deps, rate, { variant: rate.variant, checked: true, language })),
      })),
      totalNet: toDecimal({ amountMinor: totalMinor, currency }),
      currency,
    },
  })
}
