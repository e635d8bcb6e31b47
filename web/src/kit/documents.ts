import { gql } from './graphql.ts'

/** Who is signed in. */
export type Viewer = {
  readonly name: string
  readonly email: string | null
  readonly actor: string
  readonly kind: string
  readonly roles: readonly string[]
  readonly organization: { readonly id: string; readonly name: string } | null
  readonly environment: string
  readonly signedInAt: string
  readonly signedInBy: string
}

export const VIEWER = gql<{ readonly viewer: Viewer }>`
  query Viewer {
    viewer {
      name
      email
      actor
      kind
      roles
      organization { id name }
      environment
      signedInAt
      signedInBy
    }
  }
`

/** Tells when something has happened to bookings. */
export const NEWS = gql<{ readonly news: string }>`
  subscription News {
    news
  }
`
