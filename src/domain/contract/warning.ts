/** What came of asking a supplier. */
export type ProviderOutcome =
  | 'PRICED'
  | 'NO_AVAILABILITY'
  | 'TIMEOUT'
  | 'ERROR'
  | 'RATE_LIMITED'
  | 'SKIPPED_UNMAPPED'
  | 'SUPPRESSED_NO_PRICE'
  | 'STAY_NOT_SUPPORTED'
  | 'MARKET_NOT_SOLD'
  | 'CREDENTIALS_REFUSED'
  | 'BUDGET_SPENT'
  | 'PENDING'

/** Outcomes after which a supplier may have something to sell that is not shown. */
export type UnansweredOutcome = Exclude<ProviderOutcome, 'PRICED' | 'NO_AVAILABILITY' | 'SKIPPED_UNMAPPED' | 'PENDING'>

/** The codes of today; clients are told that there can be others. */
export type WarningCode =
  | 'PRICE_SORT_IGNORED'
  | 'UNKNOWN_FILTER_VALUE'
  | 'RANKING_REFRESHED'
  | 'CACHE_UNAVAILABLE'
  | 'HOTEL_NOT_FOUND'
  | 'HOTEL_NOT_SOLD'
  | 'HOTEL_LEFT_OUT'
  | 'FILTER_MAY_MISS_HOTELS'
  | `SUPPLIER_${UnansweredOutcome}`

export type Warning = {
  readonly code: string
  readonly message: string
  readonly path: string | null
  /** The supplier that it is about; null for the others. */
  readonly supplierCode: string | null
}
