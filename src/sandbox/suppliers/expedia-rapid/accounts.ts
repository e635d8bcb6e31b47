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
}

const { apiKey, sharedSecret } = SANDBOX_CREDENTIALS.expedia_rapid
const PLAIN: Account = { sharedSecret, profile: null, isStrictAboutTravellers: false }

/** The profile that the second account of the sandbox was given. */
const PROFILE: Profile = {
  partner_point_of_sale: 'SANDBOX_B2B_DIR',
  billing_terms: 'EAC',
  payment_terms: 'NET_30',
  platform_name: 'SANDBOX',
}

/** The accounts of the sandbox, by API key. */
const ACCOUNTS: ReadonlyMap<string, Account> = new Map([
  [apiKey, PLAIN],
  [`${apiKey}-profile`, { ...PLAIN, profile: PROFILE }],
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

/** The key in Rapid's `EAN apikey=…,signature=…,timestamp=…`. */
function keyOf(authorization: string): string {
  return /apikey\s*=\s*([^,\s]+)/i.exec(authorization)?.[1] ?? ''
}

export function accountOfKey(key: string): Account | null {
  return ACCOUNTS.get(key) ?? null
}

export function accountOf({ headers }: Pick<SandboxRequest, 'headers'>): Account | null {
  return accountOfKey(keyOf(headers['authorization'] ?? ''))
}

const NAMES = Object.keys(PROFILE)

/** A link carries the profile in its token; these calls have none. */
function needsProfile({ path, query }: SandboxRequest): boolean {
  return /^\/v3\/properties\/(content|availability)$/.test(path) && !query.has('token')
}

/** Returns 403 for a call without the profile of its account, or with another, else null. */
export function refuseForeignProfile(deps: SandboxDeps, request: SandboxRequest): SandboxReply | null {
  const profile = accountOf(request)?.profile ?? {}
  if (!needsProfile(request)) return null
  return NAMES.every((name) => (request.query.get(name) ?? undefined) === profile[name]) ? null : unauthorized(deps)
}
