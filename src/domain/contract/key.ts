/** A key of an organization. Timestamps are RFC 3339 UTC. */
export type ApiKeyView = {
  readonly keyId: string
  /** Its first characters, to recognize it by. */
  readonly prefix: string
  readonly scopes: readonly string[]
  /** Networks that it may be used from; empty: from anywhere. */
  readonly addresses: readonly string[]
  /** The key that asked. */
  readonly isCurrent: boolean
  /** The key that it was made to follow. */
  readonly rolledFrom: string | null
  readonly createdAt: string
  readonly expiresAt: string | null
  /** To the minute; null: never. */
  readonly lastUsedAt: string | null
}

export type ApiKeyList = { readonly keys: readonly ApiKeyView[] }

/** The one time that a key is shown whole. */
export type RolledApiKey = {
  readonly apiKey: string
  readonly key: ApiKeyView
  /** The old one, with its end. */
  readonly oldKey: ApiKeyView
}

export type RevokedApiKey = { readonly keyId: string; readonly revoked: true }
