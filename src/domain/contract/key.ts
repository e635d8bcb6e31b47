/** A key of an organization. Timestamps are RFC 3339 UTC. */
export type ApiKeyView = {
  readonly keyId: string
  /** The key's first characters, by which people recognize it. */
  readonly prefix: string
  readonly scopes: readonly string[]
  /** The networks from which the key may be used; an empty list allows every address. */
  readonly addresses: readonly string[]
  /** True for the key that authenticated this request. */
  readonly isCurrent: boolean
  /** The id of the key that this one replaces; null when it replaces none. */
  readonly rolledFrom: string | null
  readonly createdAt: string
  readonly expiresAt: string | null
  /** Accurate to the minute; null when the key was never used. */
  readonly lastUsedAt: string | null
}

export type ApiKeyList = { readonly keys: readonly ApiKeyView[] }

/** The answer to rolling a key, the only time that the new key is shown in full. */
export type RolledApiKey = {
  readonly apiKey: string
  readonly key: ApiKeyView
  /** The replaced key, with the time at which it expires. */
  readonly oldKey: ApiKeyView
}

export type RevokedApiKey = { readonly keyId: string; readonly revoked: true }
