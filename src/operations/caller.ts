export const ENVIRONMENTS = ['sandbox', 'production'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

/** The permissions that a key can have. */
export const SCOPES = [
  'search',
  'bookings:read',
  'bookings:write',
  'bookings:review',
  'webhooks',
  'keys',
  'sandbox',
] as const
export type Scope = (typeof SCOPES)[number]

/**
 * Scopes that a key has only on request: with `keys` a stolen key could create a successor, and with `bookings:review` it could
 * decide about other people's money.
 */
const ONLY_WHEN_ASKED_FOR: ReadonlySet<Scope> = new Set(['bookings:review', 'keys'])

/** The scopes of a key when none are given; `sandbox` is included only in the sandbox. */
export function defaultScopes(environment: Environment): readonly Scope[] {
  return SCOPES.filter((scope) => !ONLY_WHEN_ASKED_FOR.has(scope) && (scope !== 'sandbox' || environment === 'sandbox'))
}

/** Every value of each header that tells of the traveller, as it was sent. */
export type TravellerHeaders = { readonly ip: readonly string[]; readonly sessionId: readonly string[] }

/** The authenticated caller, as both facades pass it. Every read and write is limited to `organizationId`. */
export type Caller = {
  readonly organizationId: string
  /** The id of the key; null when no partner makes the request. */
  readonly keyId: string | null
  /** The name under which the audit log records changes: `key:<id>` or `operator:<name>`. */
  readonly actor: string
  readonly environment: Environment
  readonly scopes: readonly string[]
  readonly requestId: string
  /** The requested language, matched to a supported one; `en` by default. */
  readonly language: string
  /** The partner's address, which is passed to suppliers that demand one. */
  readonly ip: string
  /** What the request's headers tell of the traveller, unchecked; null or absent: nothing. */
  readonly travellerHeaders?: TravellerHeaders | null
  /** Aborted when the client disconnects; null for operations that must not stop then, because they change something. */
  readonly signal: AbortSignal | null
  /** When the request arrived, by `performance.now()`; absent when no answer was promised within a time. */
  readonly askedAt?: number
}
