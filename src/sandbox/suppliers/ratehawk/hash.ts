import { type Occupancy, occupancyKey } from '../../../domain/occupancy.ts'
import { HOUR_MS, MINUTE_MS } from '../../../domain/time.ts'
import type { SandboxCatalogue } from '../../catalogue/catalogue.ts'
import { SANDBOX_CREDENTIALS } from '../credentials.ts'
import { findOffer, type Offer, repriced, type StockRequest, toStockRequest } from '../stock/offer.ts'
import { createTokenSeal } from '../stock/token.ts'
import { LOCAL_PERMILLE, SALE_PERMILLE, type Sale } from './sale.ts'

export const RATEHAWK = 'ratehawk'

const { sealToken, openToken } = createTokenSeal<HashKind>(SANDBOX_CREDENTIALS.ratehawk.apiKey)

/** The source of the hash: `sr` is a search, `h` a hotel page, `p` a price check. */
type HashKind = 'sr' | 'h' | 'p'

const LIFE_MS: Readonly<Record<HashKind, number>> = { sr: 38 * MINUTE_MS, h: HOUR_MS, p: 6 * HOUR_MS }

/** Parses `2-7,9|2` as parties. */
function readParties(text: string): Occupancy {
  return text.split('|').map((party) => {
    const [adults = '', ages = ''] = party.split('-')
    return { adults: Number(adults), childAges: ages === '' ? [] : ages.split(',').map(Number) }
  })
}

type Facts = [
  hid: string,
  roomIndex: number,
  plan: string,
  checkIn: string,
  checkOut: string,
  parties: string,
  shownAt: number,
  sale: Sale,
  showCurrency: string,
  /** 1: at the price for guests who live in the country. */
  isLocal: 0 | 1,
]

interface HashFacts {
  readonly offer: Offer
  readonly request: StockRequest
  readonly sale: Sale
  /** The currency that the search asked for: the price check shows it too. */
  readonly showCurrency: string
  /** The price is the one for guests who live in the hotel's country. */
  readonly isLocal: boolean
  readonly nowAt: number
}

/** A hash that contains all the data of a rate, so that shopping stores nothing. RateHawk allows up to 256 characters. */
export function hashOf(
  catalogue: SandboxCatalogue,
  kind: HashKind,
  {
    offer: { property, room, plan },
    request: { checkInDate, checkOutDate, parties, shownAt },
    sale,
    showCurrency,
    isLocal,
    nowAt,
  }: HashFacts,
): string {
  const hid = property.listing.supplierHotelId
  const roomIndex = catalogue.supplierRooms(RATEHAWK, hid).findIndex(({ roomCode }) => roomCode === room.roomCode)
  const stay = [checkInDate, checkOutDate, occupancyKey(parties), shownAt] as const
  const facts: Facts = [hid, roomIndex, plan.ratePlanCode, ...stay, sale, showCurrency, isLocal ? 1 : 0]
  return `${kind}-${sealToken(kind, nowAt + LIFE_MS[kind], facts)}`
}

export type HashedRate = Pick<HashFacts, 'offer' | 'request' | 'sale' | 'showCurrency' | 'isLocal'>

/** The rate that a hash refers to; null when the hash is forged or has expired. */
export function readHash(
  catalogue: SandboxCatalogue,
  kind: HashKind,
  { hash, nowAt }: { readonly hash: string; readonly nowAt: number },
): HashedRate | null {
  const facts = hash.startsWith(`${kind}-`) ? openToken(kind, hash.slice(kind.length + 1), nowAt) : null
  if (!facts) return null
  // The seal proves that hashOf wrote these facts.
  const [hid, roomIndex, ratePlanCode, checkInDate, checkOutDate, parties, shownAt, sale, showCurrency, local] =
    facts as Facts
  const request = toStockRequest({ checkInDate, checkOutDate, parties: readParties(parties), shownAt })
  const roomCode = catalogue.supplierRooms(RATEHAWK, hid)[roomIndex]?.roomCode ?? ''
  const offer = findOffer(catalogue, RATEHAWK, { key: { supplierHotelId: hid, roomCode, ratePlanCode }, request })
  if (!offer) return null
  const isLocal = local === 1
  return { offer: priced(offer, sale, isLocal), request, sale, showCurrency, isLocal }
}

/** An offer at the price of a sale, for guests from anywhere or for those of the country. */
export function priced(offer: Offer, sale: Sale, isLocal: boolean): Offer {
  const sold = repriced(offer, SALE_PERMILLE[sale])
  return isLocal ? repriced(sold, LOCAL_PERMILLE) : sold
}
