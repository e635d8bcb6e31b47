import type { RoomOccupancy } from '../../../domain/occupancy.ts'
import type { Instant } from '../../../domain/time.ts'
import type { SandboxCatalogue } from '../../catalogue/catalogue.ts'
import { SANDBOX_CREDENTIALS } from '../credentials.ts'
import { findOffer, type Offer, type StockRequest, toStockRequest } from '../stock/offer.ts'
import { createTokenSeal } from '../stock/token.ts'
import { asVariant, RATE_VARIANTS, type RateVariant } from './awkward.ts'

export const HOTELBEDS = 'hotelbeds'

const { mac } = createTokenSeal(SANDBOX_CREDENTIALS.hotelbeds.secret)

function compact(date: string): string {
  return date.replaceAll('-', '')
}
function spread(date: string): string {
  return `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`
}

export type KeyMarks = {
  readonly variant: RateVariant | null
  /** The rate must be checked before it is booked. */
  readonly needsCheck: boolean
}

/**
 * A rate key in Hotelbeds' format: the stay, the hotel, room, plan and board, how it is sold, the party, then `R` when it must be
 * checked first, after `@` the time at which it was shown, and a checksum. It contains everything, so that shopping stores nothing.
 */
export function rateKeyOf(
  { property, room, plan }: Offer,
  { checkInDate, checkOutDate, parties, shownAt }: StockRequest,
  { variant, needsCheck }: KeyMarks,
): string {
  const [party] = parties
  const text = [
    compact(checkInDate),
    compact(checkOutDate),
    'W',
    '1',
    property.listing.supplierHotelId,
    room.roomCode,
    plan.ratePlanCode,
    plan.board,
    variant ?? '',
    `${parties.length}~${party?.adults ?? 0}~${party?.childAges.length ?? 0}`,
    party?.childAges.join('~') ?? '',
    `${needsCheck ? 'R' : 'N'}@${shownAt.toString(36)}`,
  ].join('|')
  return `${text}!${mac(text)}`
}

/** The rate that a key refers to, with the part of the request that it prices. */
export type KeyedRate = { readonly offer: Offer; readonly request: StockRequest } & KeyMarks

/** Reads a rate key; null when it is forged, or the catalogue has no such rate. */
export function readRateKey(catalogue: SandboxCatalogue, rateKey: string): KeyedRate | null {
  const at = rateKey.lastIndexOf('!')
  const text = rateKey.slice(0, at)
  if (at < 0 || rateKey.slice(at + 1) !== mac(text)) return null
  const parts = text.split('|')
  function part(index: number): string {
    return parts[index] ?? ''
  }
  const [checkIn, checkOut, ages, shown] = [part(0), part(1), part(10), part(11)]
  const [count = 0, adults = 0] = part(9).split('~').map(Number)
  const party: RoomOccupancy = { adults, childAges: ages === '' ? [] : ages.split('~').map(Number) }
  const shownAt: Instant = Number.parseInt(shown.slice(2), 36)
  const request = toStockRequest({
    checkInDate: spread(checkIn),
    checkOutDate: spread(checkOut),
    parties: Array.from({ length: count }, () => party),
    shownAt,
  })
  const offer = findOffer(catalogue, HOTELBEDS, {
    key: { supplierHotelId: part(4), roomCode: part(5), ratePlanCode: part(6) },
    request,
  })
  const variant = RATE_VARIANTS.find((one) => one === part(8)) ?? null
  return offer && { offer: asVariant(offer, variant), request, variant, needsCheck: shown.startsWith('R') }
}
