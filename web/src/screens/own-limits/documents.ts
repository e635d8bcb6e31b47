import { gql } from '../../kit/graphql.ts'

export type OwnLimit = {
  readonly rateClass: string
  readonly limit: number
  readonly remaining: number
  readonly windowSeconds: number
  readonly resetSeconds: number
}

export type OwnAccount = {
  readonly id: string
  readonly name: string
  readonly environment: string
  readonly listCurrency: string
  readonly closedUserGroup: boolean
  readonly sellingPriceRule: string
  readonly suppliers: readonly { readonly code: string; readonly name: string }[]
  readonly limits: readonly OwnLimit[]
}

export const OWN_ACCOUNT = gql<{ readonly ownAccount: OwnAccount }>`
  query OwnAccount {
    ownAccount {
      id name environment listCurrency closedUserGroup sellingPriceRule
      suppliers { code name }
      limits { rateClass limit remaining windowSeconds resetSeconds }
    }
  }
`
