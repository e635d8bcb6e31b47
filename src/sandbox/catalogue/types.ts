import type { HotelVerification, MappingStatus } from '../../domain/mapping.ts'
import type { Bed, BoardCode } from '../../domain/rate.ts'

/** The languages that every name of the sandbox catalogue has. */
export const SANDBOX_LANGUAGES = ['en', 'fr', 'de', 'ja', 'ar'] as const
export type SandboxLanguage = (typeof SANDBOX_LANGUAGES)[number]
export type LocalizedNames = Readonly<Record<SandboxLanguage, string>>

export const SANDBOX_SUPPLIERS = ['expedia_rapid', 'hotelbeds', 'ratehawk', 'liteapi'] as const
export type SandboxSupplierCode = (typeof SANDBOX_SUPPLIERS)[number]

export type SandboxPlace = {
  readonly placeId: number
  readonly type: 'country' | 'city'
  /** Of a city: its country's placeId; of a country: null. */
  readonly parentId: number | null
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string
  /** IANA name; null for a country with several zones. */
  readonly timeZone: string | null
  readonly latitude: number
  readonly longitude: number
  readonly names: LocalizedNames
  /** The place's own name for itself, and the BCP 47 language that it is in. */
  readonly localName: string
  readonly localLanguage: string
  /** Popularity, 0 to 1000; the more, the earlier in autocomplete. */
  readonly weight: number
}

export type SandboxTerm = { readonly id: string; readonly names: LocalizedNames }
export type SandboxNumberedTerm = { readonly id: number; readonly names: LocalizedNames }

export type SandboxHotel = {
  readonly hotelId: number
  readonly placeId: number
  readonly countryCode: string
  readonly names: LocalizedNames
  readonly address: string
  readonly latitude: number
  readonly longitude: number
  /** 1 to 5; null when unrated. */
  readonly stars: number | null
  readonly chainId: number | null
  /** Id of a property type. */
  readonly propertyType: string
  /** Ascending. */
  readonly facilityIds: readonly number[]
  readonly mainImageUrl: string | null
  /** ISO 4217, of the country. What a supplier charges in is on the supplier's own row. */
  readonly currency: string
  readonly timeZone: string
  /** What a standard double costs two adults on an average night, before any supplier's own factors. */
  readonly nightlyUsdCents: number
  /** Popularity, 0 to 1000. */
  readonly weight: number
}

/** A hotel as one supplier sells it. */
export type SandboxSupplierHotel = {
  readonly supplierCode: SandboxSupplierCode
  /** In the supplier's own style; unique per supplier. */
  readonly supplierHotelId: string
  readonly hotelId: number
  readonly verification: HotelVerification
  /** The currency that this supplier charges this hotel in (ISO 4217). */
  readonly currency: string
}

/** A room of the catalogue: what `service_room` shows. */
export type SandboxServiceRoom = {
  readonly roomId: string
  readonly kind: string
  readonly names: LocalizedNames
  readonly imageUrls: readonly string[]
}

/** A room in a supplier's words, and the catalogue room that it is mapped to. */
export type SandboxSupplierRoom = {
  /** Unique within the hotel at that supplier. */
  readonly roomCode: string
  readonly name: string
  readonly beds: readonly Bed[]
  readonly maxOccupancy: number
  /** Price against a standard double, in thousandths. */
  readonly pricePermille: number
  readonly mappingStatus: MappingStatus
  /** The service room's id; null unless MATCHED. */
  readonly roomId: string | null
  readonly ratePlans: readonly SandboxRatePlan[]
}

/**
 * How a rate cancels. STANDARD: free, then one night, then everything on the day of check-in. NON_REFUNDABLE: everything at
 * once. The others belong to scenarios: PENALTY_NOW (one night at once), UNKNOWN (a penalty without an amount),
 * CHANGES_SOON (free for a moment, then one night).
 */
export type SandboxCancellation = 'STANDARD' | 'NON_REFUNDABLE' | 'PENALTY_NOW' | 'UNKNOWN' | 'CHANGES_SOON'

export type SandboxRatePlan = {
  /** Unique within the room: `FLEX-RO`, `SAVER-RO`, `FLEX-BB`; `LATE-RO` is a scenario's. */
  readonly ratePlanCode: string
  readonly board: Extract<BoardCode, 'RO' | 'BB'>
  readonly refundable: boolean
  readonly cancellation: SandboxCancellation
  /** STANDARD: free until 18:00 hotel time this many days before check-in. */
  readonly freeUntilDays: number
  /** CHANGES_SOON: how long after the rate was shown it stays free. */
  readonly penaltyChangesAfterMs: number
  /** Whether this supplier keeps it on hold, and for how long; null: no hold. */
  readonly holdWindowMs: number | null
  /** Price against the room's, in thousandths. */
  readonly pricePermille: number
}

export type SandboxCatalogue = {
  readonly places: readonly SandboxPlace[]
  readonly hotels: readonly SandboxHotel[]
  readonly supplierHotels: readonly SandboxSupplierHotel[]
  readonly chains: readonly SandboxNumberedTerm[]
  readonly facilities: readonly SandboxNumberedTerm[]
  readonly propertyTypes: readonly SandboxTerm[]
  readonly findHotel: (hotelId: number) => SandboxHotel | null
  /** O(1). Null when that supplier does not sell it. */
  readonly findSupplierHotel: (supplierCode: string, supplierHotelId: string) => SandboxSupplierHotel | null
  /** The rooms that a supplier sells of a hotel, most expensive last; empty when it does not sell it. Made on first use. */
  readonly supplierRooms: (supplierCode: string, supplierHotelId: string) => readonly SandboxSupplierRoom[]
  /** The catalogue's own rooms of a hotel; empty for an unknown id. */
  readonly serviceRooms: (hotelId: number) => readonly SandboxServiceRoom[]
}
