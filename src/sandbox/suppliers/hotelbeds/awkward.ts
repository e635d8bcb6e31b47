import { chance, hash32, pick } from '../../catalogue/hash.ts'
import { scenarioOf } from '../../scenarios.ts'
import type { SandboxDeps } from '../exchange.ts'
import { type Offer, repriced } from '../stock/offer.ts'
import { COMMENTS, type HotelbedsLanguage } from './language.ts'

const HOTELBEDS = 'hotelbeds'

/** How a rate is sold when not alone and openly: within a package, paid at the hotel, or to residents of the country. */
export const RATE_VARIANTS = ['PACKAGE', 'AT_HOTEL', 'RESIDENT'] as const
export type RateVariant = (typeof RATE_VARIANTS)[number]

/** Whoever sells such a rate as an ordinary one gains by it: they are always cheaper. */
const VARIANT_PERMILLE = { PACKAGE: 850, AT_HOTEL: 900, RESIDENT: 800 } as const
const VARIANT_SHARE = { PACKAGE: 100, AT_HOTEL: 40, RESIDENT: 40 } as const

/** The awkward side of an ordinary rate. */
export type Awkward = {
  readonly boardCode: string
  /** By how much, in thousandths, the hotel wants the rate to be sold above our price; null: it does not say. */
  readonly mandatoryPermille: number | null
  readonly promotions: readonly object[]
  readonly offers: readonly { readonly code: string; readonly name: string; readonly permille: number }[]
  /** Penalties are told as nights and percentages, without amounts. */
  readonly penaltiesWithoutAmounts: boolean
  readonly percentTax: boolean
}

function isOrdinary({ stock }: Pick<SandboxDeps, 'stock'>, supplierHotelId: string): boolean {
  return stock !== 'plain' && scenarioOf(HOTELBEDS, supplierHotelId) === null
}

function seedOf({ property, room, plan }: Offer): number {
  return hash32('awkward', property.listing.supplierHotelId, room.roomCode, plan.ratePlanCode)
}

const FREE_NIGHT = { code: '073', name: 'Free night', remark: 'Stay 4, pay 3' }
const HONEYMOON = { code: '081', name: 'Honeymoon', remark: 'Marriage certificate to be shown at check-in' }

/** Boards that are less than they look, or have names of their own. */
const BOARDS: Readonly<Record<string, readonly string[]>> = { BB: ['B1', 'B2', 'CB', 'AB'], RO: ['SC', 'LC'] }

/** The awkward side of a rate; null for a scenario's hotel, and where the stock is plain. */
export function awkwardOf(deps: Pick<SandboxDeps, 'stock'>, offer: Offer): Awkward | null {
  if (!isOrdinary(deps, offer.property.listing.supplierHotelId)) return null
  const seed = seedOf(offer)
  const { board } = offer.plan
  return {
    boardCode: chance(hash32(seed, 'board'), 80) ? pick(hash32(seed, 'which'), BOARDS[board] ?? [board]) : board,
    mandatoryPermille: chance(hash32(seed, 'mandatory'), 50) ? 1_400 : null,
    promotions: chance(hash32(seed, 'promotion'), 100) ? [pick(seed, [FREE_NIGHT, HONEYMOON])] : [],
    offers: chance(hash32(seed, 'offer'), 100) ? [{ code: '2071', name: 'Early booking', permille: -50 }] : [],
    penaltiesWithoutAmounts: chance(hash32(seed, 'penalties'), 30),
    percentTax: chance(hash32(seed, 'percent'), 50),
  }
}

/** The rates of the same room and plan that are not sold openly. Packages come only when they are asked for, the others always. */
export function variantsOf(
  deps: Pick<SandboxDeps, 'stock'>,
  offer: Offer,
  { packages }: { readonly packages: boolean },
): readonly RateVariant[] {
  if (!isOrdinary(deps, offer.property.listing.supplierHotelId)) return []
  const seed = seedOf(offer)
  return RATE_VARIANTS.filter(
    (variant) => (packages || variant !== 'PACKAGE') && chance(hash32(seed, variant), VARIANT_SHARE[variant]),
  )
}

export function asVariant(offer: Offer, variant: RateVariant | null): Offer {
  return variant === null ? offer : repriced(offer, VARIANT_PERMILLE[variant])
}

const OPERATING_COMPANIES = [
  { name: 'HOTELBEDS PRODUCT,S.L.U.', vatNumber: 'ESB38877676' },
  { name: 'HOTELBEDS SPAIN, S.L.U', vatNumber: 'ESB28916765' },
  { name: 'NEW CENTRAL RESERVATIONS GB LTD', vatNumber: 'GB123456789' },
] as const

/** Who operates the hotel's sale. It differs from hotel to hotel, and for a few its VAT number is missing. */
export function operatingCompanyOf(deps: Pick<SandboxDeps, 'stock'>, supplierHotelId: string): object {
  if (!isOrdinary(deps, supplierHotelId)) return OPERATING_COMPANIES[0]
  const seed = hash32('operated by', supplierHotelId)
  const { name, vatNumber } = pick(seed, OPERATING_COMPANIES)
  return chance(hash32(seed, 'vat'), 30) ? { name } : { name, vatNumber }
}

const LONG_COMMENT = `<p>${COMMENTS.ENG}</p>\r\n<br/>Identification card at arrival &amp; deposit by card.\r${'Obras de mejora en el hotel. '.repeat(66)}`

/** What the hotel says about the rate: mostly a line, sometimes a page with mark-up in two languages. */
export function commentsOf(
  deps: Pick<SandboxDeps, 'stock'>,
  { property: { listing } }: Offer,
  language: HotelbedsLanguage,
): string {
  const isLong = isOrdinary(deps, listing.supplierHotelId) && chance(hash32('comments', listing.supplierHotelId), 50)
  return isLong ? LONG_COMMENT : COMMENTS[language]
}
