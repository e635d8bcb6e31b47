import type { SandboxQuirk } from '../../behaviour.ts'
import { chance, hash32 } from '../../catalogue/hash.ts'
import { scenarioOf } from '../../scenarios.ts'
import type { SandboxDeps } from '../exchange.ts'
import type { Offer } from './offer.ts'

/**
 * What ordinary rates of real suppliers have about them: a fixed share of the ordinary hotels' rates, by hotel, room and plan.
 * The hotels of the scenarios have nothing of it. What keeps a rate from being sold openly is only on breakfast rates, which are
 * never a hotel's cheapest, so that every hotel keeps its price.
 */
export type Awkward = {
  /** The hotel takes the money. LEAKED: also where `filter=expedia_collect` was asked. */
  readonly propertyCollect: 'NO' | 'UNLESS_FILTERED' | 'LEAKED'
  readonly condition: 'package' | 'member' | 'mobile_promotion' | null
  /** The least selling price, in thousandths of the price. */
  readonly minimumPermille: number | null
  /** The price is told in all eight types of charges. */
  readonly hasAllCharges: boolean
  readonly deal: boolean
  readonly valueAdd: 'NONE' | 'CREDIT' | 'BREAKFAST_FOR_ONE'
  /** The breakfast is for one guest of each room only. */
  readonly breakfastForOne: boolean
  /** The rate has an amenity that stands in no list that we have. */
  readonly strangeAmenity: boolean
  /** A sum against damage, which rates have only where it was not excluded. */
  readonly damageDeposit: boolean
  /** Between two penalties there is a second of which nothing is said. */
  readonly leavesSecondsOut: boolean
}

const PLAIN: Awkward = {
  propertyCollect: 'NO',
  condition: null,
  minimumPermille: null,
  hasAllCharges: false,
  deal: false,
  valueAdd: 'NONE',
  breakfastForOne: false,
  strangeAmenity: false,
  damageDeposit: false,
  leavesSecondsOut: false,
}

export function awkwardOf({ stock = 'awkward' }: Pick<SandboxDeps, 'stock'>, offer: Offer): Awkward {
  const { listing } = offer.property
  const scenario = scenarioOf(listing.supplierCode, listing.supplierHotelId)
  if (scenario) return quirky(scenario.behaviour.quirk, offer)
  if (stock === 'plain') return PLAIN
  const seed = hash32('awkward', listing.supplierHotelId, offer.room.roomCode, offer.plan.ratePlanCode)
  function share(of: string, permille: number): boolean {
    return chance(hash32(of, seed), permille)
  }
  const isExtra = offer.plan.ratePlanCode === 'FLEX-BB'
  return {
    propertyCollect: isExtra && share('leak', 30) ? 'LEAKED' : share('property', 100) ? 'UNLESS_FILTERED' : 'NO',
    condition: isExtra ? conditionOf(hash32('condition', seed)) : null,
    minimumPermille: share('minimum', 50) ? 1_120 : null,
    hasAllCharges: share('charges', 80),
    deal: share('deal', 120),
    valueAdd: share('credit', 60) ? 'CREDIT' : share('breakfast', 40) ? 'BREAKFAST_FOR_ONE' : 'NONE',
    breakfastForOne: isExtra && share('one', 40),
    strangeAmenity: isExtra && share('strange', 20),
    damageDeposit: share('damage', 40),
    leavesSecondsOut: share('seconds', 100),
  }
}

function quirky(quirk: SandboxQuirk | null, { plan: { board } }: Offer): Awkward {
  if (quirk === 'PROPERTY_COLLECT' && board === 'BB') return { ...PLAIN, propertyCollect: 'LEAKED' }
  return quirk === 'PACKAGE_LEAK' && board === 'BB' ? { ...PLAIN, condition: 'package' } : PLAIN
}

function conditionOf(hash: number): Awkward['condition'] {
  if (chance(hash, 30)) return 'package'
  if (chance(hash >>> 10, 20)) return 'member'
  return chance(hash >>> 20, 20) ? 'mobile_promotion' : null
}
