import type { ProviderOutcome, Warning } from './warning.ts'

/** Contract 2.5. Amounts are integer minor units of the accompanying currency. */
export type HotelPriceView = {
  readonly amount: number
  readonly currency: string
  readonly rateType: 'live' | 'cached' | 'estimated'
  readonly isRefundable: boolean | null
  readonly freeCancellationUntil: string | null
}

export type SupplierPriceView = {
  readonly hotelId: string
  readonly supplierCode: string
  readonly supplierName: string
  readonly amount: number
  readonly currency: string
  readonly rateType: 'live' | 'cached'
  readonly fetchedAt: string
  readonly isRefundable: boolean
  readonly freeCancellationUntil: string | null
}

/** The hotel's cheapest rate that is refunded at least in part when it is cancelled. */
export type RefundableFromView = {
  readonly amount: number
  readonly currency: string
  readonly rateType: 'live' | 'cached'
  readonly freeCancellationUntil: string | null
}

/** The hotel's facts that do not depend on a search. */
export type HotelContent = {
  readonly hotelId: string
  readonly hotelName: string
  readonly city: string
  readonly country: string
  readonly facilities: readonly string[]
  readonly stars: number | null
  readonly address: string
  readonly latitude: number
  readonly longitude: number
  /** True: address and point are approximate until the hotel is booked. */
  readonly placeHidden: boolean
  readonly mainImageUrl: string | null
  readonly chain: string | null
}

export type HotelItem = {
  readonly hotelId: string
  readonly hotelName: string
  readonly city: string
  readonly country: string
  readonly facilities: readonly string[]
  /** 0 no price known, 1 estimated only, 2 one supplier with a cached or live price, 3 two or more. */
  readonly availabilityBand: 0 | 1 | 2 | 3
  /** The price of the first supplier, in the organization's order, that has one. */
  readonly price: HotelPriceView | null
  /** The cheapest of `supplierPrices` in the list's currency; null when there is none. */
  readonly lowestPrice: HotelPriceView | null
  readonly refundableFrom: RefundableFromView | null
  readonly supplierPrices: readonly SupplierPriceView[]
  readonly stars: number | null
  readonly address: string
  readonly latitude: number
  readonly longitude: number
  readonly placeHidden: boolean
  readonly mainImageUrl: string | null
  readonly chain: string | null
  readonly distanceFromCenterKm: number
  readonly valuePct: number | null
  readonly typicalPriceUsdCents: number | null
  readonly vsTypicalPct: number | null
}

export type SimilarHotel = HotelItem & { readonly distanceKm: number }

/** A hotel with only the fields that the client asked for; its id is always present. */
export type Sparse<Item extends { readonly hotelId: string }> = Partial<Item> & Pick<Item, 'hotelId'>

export type SearchProviderView = {
  readonly supplierCode: string
  readonly outcome: ProviderOutcome
  readonly latencyMs: number | null
  readonly hotelsRequested: number
  readonly hotelsPriced: number
  readonly retryAfterMs: number | null
}

export type RefreshStatus = 'PENDING' | 'COMPLETE' | 'EXPIRED'

export type SearchInfo = {
  readonly countryCode: string
  readonly checkIn: string
  readonly checkOut: string
  readonly nights: number
  readonly totalRooms: number
  readonly totalGuests: number
  readonly priceSort: 'low_to_high' | 'high_to_low' | null
  readonly hotelId: string | null
  readonly hotel: string | null
  readonly placeId: number
  readonly place: string
  readonly placeType: string
}

export type SearchData = {
  readonly searchInfo: SearchInfo
  readonly totalResults: number
  /**
   * True when some of the counted hotels may turn out to have no price that may be shown; only the last page has the exact count.
   */
  readonly totalIsEstimate: boolean
  readonly requestedResults: number
  readonly returnedResults: number
  readonly hotels: readonly Sparse<HotelItem>[]
  readonly searchId: string
  readonly searchExpiresAt: string
  readonly refreshStatus: RefreshStatus
  readonly nextCursor: string | null
  readonly similarHotels: readonly Sparse<SimilarHotel>[]
  readonly providers: readonly SearchProviderView[]
  readonly warnings: readonly Warning[]
}

export type PriceUpdate = {
  readonly hotelId: string
  readonly price: HotelPriceView | null
  /** With a EUR override, `price` in the list's currency; null otherwise. */
  readonly listPrice: HotelPriceView | null
  /** The lowest price in the list's currency, as in the list itself. */
  readonly lowestPrice: HotelPriceView | null
  readonly refundableFrom: RefundableFromView | null
  readonly supplierPrices: readonly SupplierPriceView[]
  readonly valuePct: number | null
  readonly vsTypicalPct: number | null
  readonly revision: number
}

/** Specified in decisions.md section 2. */
export type PriceUpdates = {
  readonly searchId: string
  readonly refreshStatus: RefreshStatus
  readonly revision: number
  readonly nextPollAfterMs: number | null
  readonly expiresAt: string
  readonly pendingCount: number
  readonly hotels: readonly PriceUpdate[]
  readonly noPriceHotelIds: readonly string[]
  readonly providers: readonly SearchProviderView[]
}

export type DestinationView = {
  readonly type: 'hotel' | 'place'
  readonly id: number
  readonly name: string
  readonly countryCode: string
  readonly label: string
  readonly latitude: number
  readonly longitude: number
  readonly placeType: string | null
  readonly hotelCount: number
}

type TermView = { readonly id: string; readonly name: string }
export type HotelFiltersView = {
  readonly propertyTypes: readonly TermView[]
  readonly chains: readonly { readonly id: number; readonly name: string }[]
  readonly facilities: readonly { readonly id: number; readonly name: string }[]
}
export type NationalityView = { readonly isoCode: string; readonly name: string }

export const SORTS = [
  'recommended',
  'price_low_to_high',
  'price_high_to_low',
  'stars',
  'distance_from_center',
  'value',
] as const

/** The sort orders that a client can ask for. */
export type Sort = (typeof SORTS)[number]
