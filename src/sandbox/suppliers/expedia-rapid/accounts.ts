import { SANDBOX_CREDENTIALS } from '../credentials.ts'
import type { SandboxDeps, SandboxReply, SandboxRequest } from '../exchange.ts'
import { unauthorized } from './reply.ts'

/** The profile of a contract, as the query of a call has it. */
type Profile = Readonly<Record<string, string>>

type Account = {
  readonly sharedSecret: string
  /** What calls for shopping and content must name; null: the account has no profile. */
  readonly profile: Profile | null
  /** True: the guest's own address is wanted, the same from the price check to the booking. */
  readonly isStrictAboutTravellers: boolean
  /** What its contract's rates cost, in thousandths of those of the first account. */
  readonly pricePermille: number
}

const { apiKey, sharedSecret } = SANDBOX_CREDENTIALS.expedia_rapid
const PLAIN: Account = { sharedSecret, profile: null, isStrictAboutTravellers: false, pricePermille: 1_000 }

/** The profile that the second account of the sandbox was given. */
const PROFILE: Profile = {
  partner_point_of_sale: 'SANDBOX_B2B_DIR',
  billing_terms: 'EAC',
  payment_terms: 'NET_30',
  platform_name: 'SANDBOX',
}

/** The profile of the account that sells to another market, at prices of its own. */
const OTHER_MARKET: Profile = { ...PROFILE, partner_point_of_sale: 'SANDBOX_B2B_EU' }

/** The accounts of the sandbox, by API key. */
const ACCOUNTS: ReadonlyMap<string, Account> = new Map([
  [apiKey, PLAIN],
  [`${apiKey}-profile`, { ...PLAIN, profile: PROFILE }],
  [`${apiKey}-other-market`, { ...PLAIN, profile: OTHER_MARKET, pricePermille: 1_170 }],
  [`${apiKey}-strict-traveller`, { ...PLAIN, isStrictAboutTravellers: true }],
])

/** What a connection to the second account has. */
export const PROFILE_ACCOUNT = {
  credentials: { apiKey: `${apiKey}-profile`, sharedSecret },
  settings: {
    partnerPointOfSale: 'SANDBOX_B2B_DIR',
    billingTerms: 'EAC',
    paymentTerms: 'NET_30',
    platformName: 'SANDBOX',
  },
}

/** What a connection to the account of the other market has. */
export const OTHER_MARKET_ACCOUNT = {
  credentials: { apiKey: `${apiKey}-other-market`, sharedSecret },
  settings: { ...PROFILE_ACCOUNT.settings, partnerPointOfSale: 'SANDBOX_B2B_EU' },
}

/** The key in Rapid's `EAN apikey=…,signature=…,timestamp=…`. */
function keyOf(authorization: string): string {
  return /apikey\s*=\s*([^,\s]+)/i.exec(authorization)?.[1] ?? ''
}

/** The key of a call; empty when it has none. */
export function apiKeyOf({ headers }: Pick<SandboxRequest, 'headers'>): string {
  return keyOf(headers['authorization'] ?? '')
}

/** What the account of that key pays for a rate, in thousandths of the first account's price. */
export function pricePermilleOf(key: string): number {
  return accountOfKey(key)?.pricePermille ?? PLAIN.pricePermille
}

export function accountOfKey(key: string): Account | null {
  return ACCOUNTS.get(key) ?? null
}

export function accountOf(request: Pick<SandboxRequest, 'headers'>): Account | null {
  return accountOfKey(apiKeyOf(request))
}

const NAMES = Object.keys(PROFILE)

/** Shopping and all static content. */
const PROFILED = /^\/v3\/(properties\/(content|inactive|availability)|files\/|regions|references\/|chains)/

/** A link carries the profile in its token; these calls have none. */
function needsProfile({ path, query }: SandboxRequest): boolean {
  return PROFILED.test(path) && !query.has('token')
}

/** Returns 403 for a call without the profile of its account, or with another, else null. */
export function refuseForeignProfile(deps: SandboxDeps, request: SandboxRequest): SandboxReply | null {
  const profile = accountOf(request)?.profile ?? {}
  if (!needsProfile(request)) return null
  return NAMES.every((name) => (request.query.get(name) ?? undefined) === profile[name]) ? null : unauthorized(deps)
}
