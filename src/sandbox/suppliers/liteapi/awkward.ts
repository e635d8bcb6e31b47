import { chance, hash32, pick } from '../../catalogue/hash.ts'
import { scenarioOf } from '../../scenarios.ts'
import type { SandboxDeps } from '../exchange.ts'
import { type Offer, repriced } from '../stock/offer.ts'

/** How an offer is sold when not alone and openly: within a package, to members, or paid at the hotel. */
export const OFFER_VARIANTS = ['PACKAGE', 'MEMBER', 'PROPERTY_PAY'] as const
export type OfferVariant = (typeof OFFER_VARIANTS)[number]

/** Whoever sells such an offer as an ordinary one gains by it: they are always cheaper. */
const VARIANT_PERMILLE = { PACKAGE: 850, MEMBER: 880, PROPERTY_PAY: 900 } as const
const VARIANT_SHARE = 40

/** Where a suggested selling price is told: with each rate, or with their offer. A prebook tells it in a form of its own. */
type SuggestedForm = 'RATE' | 'OFFER'

/** The awkward side of an ordinary offer. */
export type Awkward = {
  readonly boardType: string
  readonly suggested: { readonly permille: number; readonly form: SuggestedForm; readonly source: string } | null
  readonly promotions: readonly object[]
  readonly perks: readonly object[]
  /** How the time of a penalty is written: with its zone, without one, or as a date alone. */
  readonly deadline: 'ZONED' | 'UNZONED' | 'DATE'
  /** What the answer to a prebook says has changed, though it has not. */
  readonly flag: 'cancellationChanged' | 'boardChanged' | 'priceDifferencePercent' | null
}

function isOrdinary({ stock }: Pick<SandboxDeps, 'stock'>, supplierHotelId: string): boolean {
  return stock !== 'plain' && scenarioOf('liteapi', supplierHotelId) === null
}

function seedOf({ property, room, plan }: Offer): number {
  return hash32('awkward', property.listing.supplierHotelId, room.roomCode, plan.ratePlanCode)
}

const EARLY = {
  name: 'Early booker Deal',
  from: '2025-11-14',
  to: '2035-11-27',
  discount: 20,
  discountType: 'percentage',
}
const FREE_NIGHT = { name: 'Stay 3, pay 2', from: '2025-11-14', to: '2035-11-27', promotionCode: 'FREE1' }
const CREDIT = { perkId: 11, name: '$50 credit for the spa', amount: 50, currency: 'USD', level: 'RATE' }
const LATE = { perkId: 5, name: 'Late check-out if available', amount: 0, currency: 'USD', level: 'HOTEL' }

const FORMS: readonly SuggestedForm[] = ['RATE', 'OFFER']
const FLAGS = ['cancellationChanged', 'boardChanged', 'priceDifferencePercent'] as const

/** The awkward side of an offer; null for a scenario's hotel, and where the stock is plain. */
export function awkwardOf(deps: Pick<SandboxDeps, 'stock'>, offer: Offer): Awkward | null {
  if (!isOrdinary(deps, offer.property.listing.supplierHotelId)) return null
  const seed = seedOf(offer)
  const { board } = offer.plan
  const deadline = hash32(seed, 'deadline') % 100
  return {
    boardType:
      board === 'BB' && chance(hash32(seed, 'board'), 80) ? pick(hash32(seed, 'which'), ['BB1', 'BB2', 'BI']) : board,
    suggested: chance(hash32(seed, 'suggested'), 600)
      ? {
          permille: 1_100,
          form: pick(hash32(seed, 'form'), FORMS),
          source: pick(hash32(seed, 'source'), ['providerDirect', 'booking.com', '']),
        }
      : null,
    promotions: chance(hash32(seed, 'promotion'), 100) ? [pick(seed, [EARLY, FREE_NIGHT])] : [],
    perks: chance(hash32(seed, 'perks'), 100) ? [CREDIT, LATE] : [],
    deadline: deadline < 20 ? 'UNZONED' : deadline < 23 ? 'DATE' : 'ZONED',
    flag: chance(hash32(seed, 'flag'), 15) ? pick(hash32(seed, 'which flag'), FLAGS) : null,
  }
}

/** The offers of the same room and plan that are not sold openly: LiteAPI has no filter for them. */
export function variantsOf(deps: Pick<SandboxDeps, 'stock'>, offer: Offer): readonly OfferVariant[] {
  if (!isOrdinary(deps, offer.property.listing.supplierHotelId)) return []
  const seed = seedOf(offer)
  return OFFER_VARIANTS.filter((variant) => chance(hash32(seed, variant), VARIANT_SHARE))
}

/** The margin of an account whose partner sends none. */
export const ACCOUNT_MARGIN = 10

/** An offer with the margin of the account in its price, as LiteAPI sells it. */
export function asSold(offer: Offer, variant: OfferVariant | null, margin: number): Offer {
  const varied = variant === null ? offer : repriced(offer, VARIANT_PERMILLE[variant])
  return margin === 0 ? varied : repriced(varied, 1_000 + Math.round(margin * 10))
}

/** What the record of every third booking has besides; nothing of it for a scenario's hotel. */
export function recordedFor(deps: Pick<SandboxDeps, 'stock'>, offer: Offer): Readonly<Record<string, string>> {
  const hotelId = offer.property.listing.supplierHotelId
  if (!isOrdinary(deps, hotelId) || hash32('record', hotelId) % 3 !== 0) return {}
  return {
    knowBeforeYouGo:
      '<ul><li>Extra-person charges may apply &amp; vary.</li>\r\n<li>Photo identification at check-in.</li></ul>',
    mandatoryFees: '<p>Resort fee: USD 30 per accommodation, per night</p>',
    optionalFees: 'Self parking: USD 25 per day',
    hotelRemarks: 'Pool closed in winter.<br/>Pets are not allowed.',
    remarks: '<ul><li>Free breakfast</li><li>Free WiFi</li></ul>',
  }
}

/** The terms that the guest has to accept, of one hotel in four. */
export function termsTextOf(deps: Pick<SandboxDeps, 'stock'>, offer: Offer): string {
  const hotelId = offer.property.listing.supplierHotelId
  return isOrdinary(deps, hotelId) && hash32('terms', hotelId) % 4 === 0
    ? '<p>No-shows are charged in full. Guests accept the house rules.</p>'
    : ''
}
