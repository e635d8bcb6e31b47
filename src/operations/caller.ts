export const ENVIRONMENTS = ['sandbox', 'production'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

/** What a key may do. */
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

/** A key that makes keys outlives its own theft; one that reviews decides about others' money. */
const ONLY_WHEN_ASKED_FOR: ReadonlySet<Scope> = new Set(['bookings:review', 'keys'])

/** What a key may do when nobody says otherwise; the sandbox's levers only where there are any. */
export function defaultScopes(environment: Environment): readonly Scope[] {
  return SCOPES.filter((scope) => !ONLY_WHEN_ASKED_FOR.has(scope) && (scope !== 'sandbox' || environment === 'sandbox'))
}

/** Who asks, as both facades know it after the key was checked. Every read and write goes through `organizationId`. */
export type Caller = {
  readonly organizationId: string
  /** The key that asks; null: no partner does. */
  readonly keyId: string | null
  /** Under which name what it changes is written down: `key:<id>`, `operator:<name>`. */
  readonly actor: string
  readonly environment: Environment
  readonly scopes: readonly string[]
  readonly requestId: string
  /** The language that was asked for, already matched to a supported one; `en` otherwise. */
  readonly language: string
  /** The partner's address; goes to suppliers that demand one. */
  readonly ip: string
  /** Aborted when the client goes away; null where that must not matter (anything that changes something). */
  readonly signal: AbortSignal | null
  /** When the request came, by `performance.now()`; absent where nobody waits for an answer that was promised in time. */
  readonly askedAt?: number
}
