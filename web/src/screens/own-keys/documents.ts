import { gql } from '../../kit/graphql.ts'

export type OwnKey = {
  readonly id: string
  readonly prefix: string
  readonly scopes: readonly string[]
  readonly addresses: readonly string[]
  readonly rolledFrom: string | null
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
}

export const OWN_KEYS = gql<{ readonly ownKeys: readonly OwnKey[] }>`
  query OwnKeys {
    ownKeys { id prefix scopes addresses rolledFrom createdAt expiresAt lastUsedAt }
  }
`

export type Rolled = {
  readonly apiKey: string
  readonly key: { readonly id: string; readonly scopes: readonly string[] }
  readonly oldKey: { readonly id: string; readonly expiresAt: string | null }
}

export type RollVariables = {
  readonly keyId: string
  readonly overlapSeconds: number | null
  readonly scopes: readonly string[]
}

export const ROLL_OWN_KEY = gql<{ readonly rollOwnKey: Rolled }, RollVariables>`
  mutation RollOwnKey($keyId: ID!, $overlapSeconds: Int, $scopes: [String!]) {
    rollOwnKey(keyId: $keyId, overlapSeconds: $overlapSeconds, scopes: $scopes) {
      apiKey
      key { id scopes }
      oldKey { id expiresAt }
    }
  }
`

export const BIND_OWN_KEY = gql<
  { readonly bindOwnKey: { readonly id: string } },
  { readonly keyId: string; readonly addresses: readonly string[] }
>`
  mutation BindOwnKey($keyId: ID!, $addresses: [String!]!) {
    bindOwnKey(keyId: $keyId, addresses: $addresses) { id addresses }
  }
`

export const REVOKE_OWN_KEY = gql<{ readonly revokeOwnKey: { readonly id: string } }, { readonly keyId: string }>`
  mutation RevokeOwnKey($keyId: ID!) {
    revokeOwnKey(keyId: $keyId) { id }
  }
`
