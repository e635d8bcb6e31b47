import type { Instant } from '../../../domain/time.ts'
import type { SandboxRequest } from '../exchange.ts'
import { apiKeyOf } from './accounts.ts'

/** What a shopping call asked for beside its stay: words of `include`, `exclusion`, `filter` and `rate_option`. */
export type Asked = readonly string[]

/** Who shopped, by the headers of the calls: the sessions of all calls so far, the guest's address of the last, and the account. */
export type Shopper = {
  readonly sessions: readonly string[]
  readonly customerIp: string | null
  readonly apiKey: string
}

export function shopperOf(request: Pick<SandboxRequest, 'headers'>): Shopper {
  const { headers } = request
  const session = headers['customer-session-id']
  return {
    sessions: session === undefined ? [] : [session],
    customerIp: headers['customer-ip'] ?? null,
    apiKey: apiKeyOf(request),
  }
}

/** The shopper of a later call, by the same account. */
export function laterShopper(before: Shopper, now: Shopper): Shopper {
  return { ...now, sessions: [...new Set([...before.sessions, ...now.sessions])] }
}

/** A link is good for the account only that it was given to: another has prices of its own. */
export function ofAccount<Terms extends ShopTerms>(terms: Terms | null, request: SandboxRequest): Terms | null {
  return terms?.shopper.apiKey === apiKeyOf(request) ? terms : null
}

/** The parameters of a shopping request, for one hotel or many. Tokens carry them, so that later calls get the same prices. */
export type ShopTerms = {
  readonly checkInDate: string
  readonly checkOutDate: string
  /** One occupancy per room, in Rapid's notation. */
  readonly occupancies: readonly string[]
  readonly requestCurrency: string
  /** When the request was made: a scenario's deadline counts from this time. */
  readonly shoppedAt: Instant
  readonly asked: Asked
  readonly shopper: Shopper
}

/** One rate of one room for one request: the content of a price-check or book link. */
export type RateTerms = ShopTerms & {
  readonly propertyId: string
  readonly roomCode: string
  readonly ratePlanCode: string
}

function shopFacts(terms: ShopTerms): readonly unknown[] {
  const { checkInDate, checkOutDate, occupancies, requestCurrency, shoppedAt, asked, shopper } = terms
  const { sessions, customerIp, apiKey } = shopper
  return [checkInDate, checkOutDate, occupancies, requestCurrency, shoppedAt, asked, sessions, customerIp, apiKey]
}

/** The terms as a token carries them: by position instead of by name, so that links stay short. */
export function toShopFacts(propertyId: string, terms: ShopTerms): readonly unknown[] {
  return [propertyId, ...shopFacts(terms)]
}

export function toRateFacts(terms: RateTerms): readonly unknown[] {
  return [terms.propertyId, terms.roomCode, terms.ratePlanCode, ...shopFacts(terms)]
}

type Facts = [string, string, readonly string[], string, number, Asked, readonly string[], string | null, string]
type ShopFacts = [string, ...Facts]
type RateFacts = [string, string, string, ...Facts]

function fromFacts(facts: Facts): ShopTerms {
  const [checkInDate, checkOutDate, occupancies, requestCurrency, shoppedAt, asked, sessions, customerIp, apiKey] =
    facts
  return {
    checkInDate,
    checkOutDate,
    occupancies,
    requestCurrency,
    shoppedAt,
    asked,
    shopper: { sessions, customerIp, apiKey },
  }
}

/** Reads what `toShopFacts` wrote; the token's seal guarantees the format. */
export function fromShopFacts(facts: readonly unknown[]): ShopTerms & { readonly propertyId: string } {
  const [propertyId, ...rest] = facts as ShopFacts
  return { propertyId, ...fromFacts(rest) }
}

/** Reads what `toRateFacts` wrote; the token's seal guarantees the format. */
export function fromRateFacts(facts: readonly unknown[]): RateTerms {
  const [propertyId, roomCode, ratePlanCode, ...rest] = facts as RateFacts
  return { propertyId, roomCode, ratePlanCode, ...fromFacts(rest) }
}
