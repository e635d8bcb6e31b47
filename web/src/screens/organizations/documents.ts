import { gql } from '../../kit/graphql.ts'
import type { Page } from '../../kit/use-list.ts'

export type OrganizationRow = {
  readonly id: string
  readonly name: string
  readonly listCurrency: string
  readonly rateLimitFactor: number
  readonly createdAt: string
  readonly keys: number
  readonly lastUsedAt: string | null
  readonly suppliers: readonly string[]
  readonly people: number
  readonly sickEndpoints: number
}

export type OrganizationFilters = { readonly named?: string | null; readonly after?: string | null }

export const ORGANIZATIONS = gql<{ readonly organizations: Page<OrganizationRow> }, OrganizationFilters>`
  query Organizations($named: String, $after: String) {
    organizations(named: $named, after: $after) {
      items {
        id
        name
        listCurrency
        rateLimitFactor
        createdAt
        keys
        lastUsedAt
        suppliers
        people
        sickEndpoints
      }
      next
    }
  }
`

export type RateLimit = {
  readonly rateClass: string
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

export type OrganizationSupplier = {
  readonly supplierCode: string
  readonly connectionId: string
  readonly connectionName: string
  readonly environment: string
  readonly enabled: boolean
  readonly isFurther: boolean
  readonly connectedAt: string
}

export type OrganizationKey = {
  readonly id: string
  readonly environment: string
  readonly prefix: string
  readonly scopes: readonly string[]
  readonly addresses: readonly string[]
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  readonly rolledFrom: string | null
  readonly state: string
}

export type PortalPerson = {
  readonly id: string
  readonly name: string
  readonly roles: readonly string[]
  readonly createdAt: string
  readonly disabledAt: string | null
}

export type OrganizationEndpoint = {
  readonly id: string
  readonly url: string
  readonly health: string
  readonly disabledReason: string | null
  readonly failingSince: string | null
  readonly waiting: number
}

export type Organization = {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly listCurrency: string
  readonly rateLimitFactor: number
  readonly supplierOrder: readonly string[]
  readonly rateConditions: readonly string[]
  readonly closedUserGroup: boolean
  readonly sellingPriceRule: string
  readonly voucherContact: {
    readonly name: string
    readonly phone: string | null
    readonly email: string | null
  } | null
  readonly suppliers: readonly OrganizationSupplier[]
  readonly keys: readonly OrganizationKey[]
  readonly people: readonly PortalPerson[]
  readonly endpoints: readonly OrganizationEndpoint[]
}

export const ORGANIZATION = gql<{ readonly organization: Organization | null }, { readonly id: string }>`
  query Organization($id: ID!) {
    organization(id: $id) {
      id
      name
      createdAt
      listCurrency
      rateLimitFactor
      supplierOrder
      rateConditions
      closedUserGroup
      sellingPriceRule
      voucherContact { name phone email }
      suppliers { supplierCode connectionId connectionName environment enabled isFurther connectedAt }
      keys { id environment prefix scopes addresses createdAt lastUsedAt expiresAt revokedAt rolledFrom state }
      people { id name roles createdAt disabledAt }
      endpoints { id url health disabledReason failingSince waiting }
    }
  }
`

/** Read apart, because it changes with each request. */
export const LIMITS = gql<
  { readonly organization: { readonly limits: readonly RateLimit[] } | null },
  { readonly id: string }
>`
  query OrganizationLimits($id: ID!) {
    organization(id: $id) {
      limits { rateClass limit remaining resetSeconds }
    }
  }
`

export type ExplainedSale = {
  readonly placeId: number
  readonly placeName: string
  readonly countryCode: string
  readonly hotels: number
  readonly connections: readonly {
    readonly connectionId: string
    readonly supplierCode: string
    readonly verdict: string
    readonly says: string
    readonly hotels: number
  }[]
}

/** Why an organization sees no hotels somewhere. */
export const EXPLAINED = gql<
  { readonly explainedSale: ExplainedSale | null },
  { readonly id: string; readonly place: string; readonly guests: string }
>`
  query ExplainedSale($id: String!, $place: String!, $guests: String!) {
    explainedSale(organizationId: $id, place: $place, nationality: $guests) {
      placeId
      placeName
      countryCode
      hotels
      connections { connectionId supplierCode verdict says hotels }
    }
  }
`
