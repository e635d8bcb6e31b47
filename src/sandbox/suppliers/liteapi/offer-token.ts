import { type Occupancy, occupancyKey } from '../../../domain/occupancy.ts'
import { MINUTE_MS } from '../../../domain/time.ts'
import type { SandboxCatalogue } from '../../catalogue/catalogue.ts'
import { behaviourOf } from '../../scenarios.ts'
import { SANDBOX_CREDENTIALS } from '../credentials.ts'
import { findOffer, type Offer, repriced, type StockRequest, toStockRequest } from '../stock/offer.ts'
import { createTokenSeal } from '../stock/token.ts'
import { asSold, type OfferVariant } from './awkward.ts'

export const LITEAPI = 'liteapi'

const { sealToken, openToken } = createTokenSeal<'offer' | 'prebook'>(SANDBOX_CREDENTIALS.liteapi.apiKey)

const LIFE_MS = 60 * MINUTE_MS

function readParties(text: string): Occupancy {
  return text.split('|').map((party) => {
    const [adults = '', ages = ''] = party.split('-')
    return { adults: Number(adults), childAges: ages === '' ? [] : ages.split(',').map(Number) }
  })
}

type Facts = [
  hotelId: string,
  roomCode: string,
  plan: string,
  checkIn: string,
  checkOut: string,
  parties: string,
  shownAt: number,
  variant: OfferVariant | null,
  margin: number,
]

/** How an offer is sold, and with which margin of our account in its price. */
export type Sale = {
  readonly variant: OfferVariant | null
  readonly margin: number
  /** True: its rates say which room of the content they are. */
  readonly roomMapping?: boolean
}

/** The id of an offer or a prebook. It contains all the data of the offer, so that shopping stores nothing. */
export function offerToken(
  kind: 'offer' | 'prebook',
  { property, room, plan }: Offer,
  {
    request: { checkInDate, checkOutDate, parties, shownAt },
    sale: { variant, margin },
    nowAt,
  }: { readonly request: StockRequest; readonly sale: Sale; readonly nowAt: number },
): string {
  const { supplierHotelId } = property.listing
  const facts: Facts = [
    supplierHotelId,
    room.roomCode,
    plan.ratePlanCode,
    checkInDate,
    checkOutDate,
    occupancyKey(parties),
    shownAt,
    variant,
    margin,
  ]
  return sealToken(kind, nowAt + LIFE_MS, facts)
}

export type TokenOffer = { readonly offer: Offer; readonly request: StockRequest; readonly sale: Sale }

/** The offer of a token at today's price; null when the token is forged or has expired. */
export function readOfferToken(
  catalogue: SandboxCatalogue,
  kind: 'offer' | 'prebook',
  { token, nowAt }: { readonly token: string; readonly nowAt: number },
): TokenOffer | null {
  const facts = openToken(kind, token, nowAt)
  if (!facts) return null
  // The seal proves that offerToken wrote these facts.
  const [supplierHotelId, roomCode, ratePlanCode, checkInDate, checkOutDate, parties, shownAt, variant, margin] =
    facts as Facts
  const request = toStockRequest({ checkInDate, checkOutDate, parties: readParties(parties), shownAt })
  const found = findOffer(catalogue, LITEAPI, { key: { supplierHotelId, roomCode, ratePlanCode }, request })
  if (!found) return null
  const offer = asSold(found, variant, margin)
  const { priceCheck, changedPricePermille } = behaviourOf(LITEAPI, supplierHotelId)
  return {
    request,
    sale: { variant, margin },
    offer: priceCheck === 'PRICE_CHANGED' ? repriced(offer, changedPricePermille) : offer,
  }
}
