import { chance, hash32, scatter } from './hash.ts'
import { SANDBOX_SUPPLIERS, type SandboxHotel, type SandboxSupplierCode, type SandboxSupplierHotel } from './types.ts'

/** How many of every thousand hotels each supplier sells. A hotel that no supplier would sell goes to Rapid. */
const SHARE_PERMILLE: Readonly<Record<SandboxSupplierCode, number>> = {
  expedia_rapid: 740,
  hotelbeds: 550,
  ratehawk: 600,
  liteapi: 480,
}

/** Turns a hotel's index in the list into an id in the supplier's own style. */
const ID_STYLE: Readonly<Record<SandboxSupplierCode, (index: number) => string>> = {
  expedia_rapid: (index) => String(10_000 + scatter(index, 48_271)),
  hotelbeds: (index) => String(1_000 + scatter(index, 16_807)),
  ratehawk: (index) => String(7_000_000 + scatter(index, 69_621)),
  liteapi: (index) => `lp${(0x1_0000 + scatter(index, 39_373)).toString(16)}`,
}

/** The id under which a supplier lists the hotel with that index, below 899,981. */
export function listingIdOf(supplierCode: SandboxSupplierCode, index: number): string {
  return ID_STYLE[supplierCode](index)
}

/** Hotelbeds charges in the hotel's currency when it is one of these. */
const HOTELBEDS_CURRENCIES: ReadonlySet<string> = new Set(['EUR', 'GBP', 'USD', 'JPY', 'AED', 'KWD', 'THB', 'NZD'])
const EUROPE: ReadonlySet<string> = new Set(['GB', 'FR', 'DE', 'IT', 'ES', 'GR', 'IS'])

export function currencyOf(supplierCode: SandboxSupplierCode, hotel: SandboxHotel): string {
  if (supplierCode === 'hotelbeds') return HOTELBEDS_CURRENCIES.has(hotel.currency) ? hotel.currency : 'USD'
  return supplierCode === 'ratehawk' && EUROPE.has(hotel.countryCode) ? 'EUR' : 'USD'
}

/**
 * Lists which supplier sells which hotel. `sellers` returns the suppliers of a hotel; by default each supplier sells its share.
 */
export function supplierHotelsOf(
  hotels: readonly SandboxHotel[],
  sellers: (hotelId: number) => readonly SandboxSupplierCode[] = sellersOf,
): readonly SandboxSupplierHotel[] {
  return hotels.flatMap((hotel, index) =>
    sellers(hotel.hotelId).map((supplierCode) => ({
      supplierCode,
      supplierHotelId: ID_STYLE[supplierCode](index),
      hotelId: hotel.hotelId,
      verification: 'VERIFIED' as const,
      currency: currencyOf(supplierCode, hotel),
    })),
  )
}

function sellersOf(hotelId: number): readonly SandboxSupplierCode[] {
  const sellers = SANDBOX_SUPPLIERS.filter((code) => chance(hash32('sells', code, hotelId), SHARE_PERMILLE[code]))
  return sellers.length > 0 ? sellers : ['expedia_rapid']
}
