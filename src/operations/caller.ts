export const ENVIRONMENTS = ['sandbox', 'production'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

/** What a key may do. */
export const SCOPES = ['search', 'bookings:read', 'bookings:write', 'bookings:review', 'webhooks'] as const
export type Scope = (typeof SCOPES)[number]

/** Who asks, as both facades know it after the key was checked. Every read and write goes through `organizationId`. */
export type Caller = {
  readonly organizationId: string
  readonly environment: Environment
  readonly scopes: readonly string[]
  readonly requestId: string
  /** The language that was asked for, already matched to a supported one; `en` otherwise. */
  readonly language: string
  /** The partner's address; goes to suppliers that demand one. */
  readonly ip: string
  /** Aborted when the client goes away; null where that must not matter (anything that changes something). */
  readonly signal: AbortSignal | null
}
