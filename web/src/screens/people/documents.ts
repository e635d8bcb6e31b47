import { gql } from '../../kit/graphql.ts'

export type Operator = {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly roles: readonly string[]
  readonly hasAccount: boolean
  readonly isViewer: boolean
  readonly createdAt: string
  readonly disabledAt: string | null
  readonly lastSignInAt: string | null
  readonly openSessions: number
}

export type SignInRules = { readonly byProvider: boolean; readonly rolesFromGroups: boolean }

export const OPERATORS = gql<{ readonly operators: readonly Operator[]; readonly signInRules: SignInRules }>`
  query Operators {
    operators { id name email roles hasAccount isViewer createdAt disabledAt lastSignInAt openSessions }
    signInRules { byProvider rolesFromGroups }
  }
`

export type OperatorSession = {
  readonly id: string
  readonly signedInBy: string
  readonly signedInAt: string
  readonly seenAt: string
  readonly endsAt: string
  readonly isViewers: boolean
}

export const OPERATOR_SESSIONS = gql<
  { readonly operatorSessions: readonly OperatorSession[] },
  { readonly id: string }
>`
  query OperatorSessions($id: ID!) {
    operatorSessions(id: $id) { id signedInBy signedInAt seenAt endsAt isViewers }
  }
`
