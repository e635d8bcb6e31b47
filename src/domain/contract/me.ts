import type { SellingPriceRule } from '../selling.ts'

/** What a rate class allows, and what is left of it in the running window. */
export type RateLimitView = {
  readonly rateClass: string
  readonly limit: number
  readonly remaining: number
  readonly windowSeconds: number
  readonly resetSeconds: number
}

export type EnabledSupplierView = { readonly supplierCode: string; readonly supplierName: string }

/** Additions, section 4: whose key makes the request, and what it may do. */
export type MeView = {
  readonly organizationId: string
  readonly organizationName: string
  readonly environment: 'sandbox' | 'production'
  /** Null when no key makes the request. */
  readonly keyId: string | null
  readonly scopes: readonly string[]
  readonly listCurrency: string
  readonly closedUserGroup: boolean
  readonly sellingPriceRule: SellingPriceRule
  readonly suppliers: readonly EnabledSupplierView[]
  readonly limits: readonly RateLimitView[]
}
