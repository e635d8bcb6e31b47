import type { Instant } from '../../../domain/time.ts'

/** What a shopping request asks, of one hotel or many. Travels in tokens, so that later calls price the same. */
export type ShopTerms = {
  readonly checkInDate: string
  readonly checkOutDate: string
  /** Rapid's occupancy texts, one a room. */
  readonly occupancies: readonly string[]
  readonly requestCurrency: string
  /** When it was asked: what a scenario's deadline counts from. */
  readonly shoppedAt: Instant
}

/** One rate of one room, for one request: what a price-check or a book link stands for. */
export type RateTerms = ShopTerms & {
  readonly propertyId: string
  readonly roomCode: string
  readonly ratePlanCode: string
}

function shopFacts(terms: ShopTerms): readonly unknown[] {
  return [terms.checkInDate, terms.checkOutDate, terms.occupancies, terms.requestCurrency, terms.shoppedAt]
}

/** As a token carries them: positions instead of names, so that links stay short. */
export function toShopFacts(propertyId: string, terms: ShopTerms): readonly unknown[] {
  return [propertyId, ...shopFacts(terms)]
}

export function toRateFacts(terms: RateTerms): readonly unknown[] {
  return [terms.propertyId, terms.roomCode, terms.ratePlanCode, ...shopFacts(terms)]
}

type ShopFacts = [string, string, string, readonly string[], string, number]
type RateFacts = [string, string, string, string, string, readonly string[], string, number]

/** Reads what `toShopFacts` wrote: the token's seal proves it. */
export function fromShopFacts(facts: readonly unknown[]): ShopTerms & { readonly propertyId: string } {
  const [propertyId, checkInDate, checkOutDate, occupancies, requestCurrency, shoppedAt] = facts as ShopFacts
  return { propertyId, checkInDate, checkOutDate, occupancies, requestCurrency, shoppedAt }
}

/** Reads what `toRateFacts` wrote: the token's seal proves it. */
export function fromRateFacts(facts: readonly unknown[]): RateTerms {
  const [propertyId, roomCode, ratePlanCode, ...rest] = facts as RateFacts
  const [checkInDate, checkOutDate, occupancies, requestCurrency, shoppedAt] = rest
  return { propertyId, roomCode, ratePlanCode, checkInDate, checkOutDate, occupancies, requestCurrency, shoppedAt }
}
