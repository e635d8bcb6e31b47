import type { Instant } from '../../../domain/time.ts'

/** The parameters of a shopping request, for one hotel or many. Tokens carry them, so that later calls get the same prices. */
export type ShopTerms = {
  readonly checkInDate: string
  readonly checkOutDate: string
  /** One occupancy per room, in Rapid's notation. */
  readonly occupancies: readonly string[]
  readonly requestCurrency: string
  /** When the request was made: a scenario's deadline counts from this time. */
  readonly shoppedAt: Instant
}

/** One rate of one room for one request: the content of a price-check or book link. */
export type RateTerms = ShopTerms & {
  readonly propertyId: string
  readonly roomCode: string
  readonly ratePlanCode: string
}

function shopFacts(terms: ShopTerms): readonly unknown[] {
  return [terms.checkInDate, terms.checkOutDate, terms.occupancies, terms.requestCurrency, terms.shoppedAt]
}

/** The terms as a token carries them: by position instead of by name, so that links stay short. */
export function toShopFacts(propertyId: string, terms: ShopTerms): readonly unknown[] {
  return [propertyId, ...shopFacts(terms)]
}

export function toRateFacts(terms: RateTerms): readonly unknown[] {
  return [terms.propertyId, terms.roomCode, terms.ratePlanCode, ...shopFacts(terms)]
}

type ShopFacts = [string, string, string, readonly string[], string, number]
type RateFacts = [string, string, string, string, string, readonly string[], string, number]

/** Reads what `toShopFacts` wrote; the token's seal guarantees the format. */
export function fromShopFacts(facts: readonly unknown[]): ShopTerms & { readonly propertyId: string } {
  const [propertyId, checkInDate, checkOutDate, occupancies, requestCurrency, shoppedAt] = facts as ShopFacts
  return { propertyId, checkInDate, checkOutDate, occupancies, requestCurrency, shoppedAt }
}

/** Reads what `toRateFacts` wrote; the token's seal guarantees the format. */
export function fromRateFacts(facts: readonly unknown[]): RateTerms {
  const [propertyId, roomCode, ratePlanCode, ...rest] = facts as RateFacts
  const [checkInDate, checkOutDate, occupancies, requestCurrency, shoppedAt] = rest
  return { propertyId, roomCode, ratePlanCode, checkInDate, checkOutDate, occupancies, requestCurrency, shoppedAt }
}
