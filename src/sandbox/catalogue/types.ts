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
  /** For a city the placeId of its country; for a country null. */
  readonly parentId: number | null
  /** The country's ISO 3166-1 alpha-2 code. */
  readonly countryCode: string
  /** The IANA name of the time zone; null for a country with several zones. */
  readonly timeZone: string | null
  readonly latitude: number
  readonly longitude: number
  readonly names: LocalizedNames
  /** The place's name in its own language, with the BCP 47 tag of that language. */
  readonly localName: string
  readonly localLanguage: string
  /** Popularity, 0 to 1000. A place with a higher weight comes earlier in autocomplete. */
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
  /** From 1 to 5; null when the hotel is unrated. */
  readonly stars: number | null
  readonly chainId: number | null
  /** The id of a property type. */
  readonly propertyType: string
  /** In ascending order. */
  readonly facilityIds: readonly number[]
  readonly mainImageUrl: string | null
  /** The currency of the country, ISO 4217. The currency that a supplier charges is in the supplier's own row. */
  readonly currency: string
  readonly timeZone: string
  /** The price of a standard double room for two adults on an average night, before any supplier's own factors. */
  readonly nightlyUsdCents: number
  /** True: suppliers tell only roughly where it is until it is booked. */
  readonly placeHidden?: boolean
  /** The hotel's popularity, 0 to 1000. */
  readonly weight: number
}

/** A hotel as one supplier sells it. */
export type SandboxSupplierHotel = {
  readonly supplierCode: SandboxSupplierCode
  /** An id in the supplier's own style, unique per supplier. */
  readonly supplierHotelId: string
  readonly hotelId: number
  readonly verification: HotelVerification
  /** The currency that this supplier charges this hotel in (ISO 4217). */
  readonly currency: string
}

/**
 * Hotels that the catalogue does not have and suppliers do:
 * - ALONE: only one supplier has it.
 * - TERRITORY: in a territory whose country code suppliers disagree about.
 * - NEIGHBOUR: beside a hotel of the catalogue, of the same chain, under nearly the same name.
 * - UNIT: an apartment in the building of a hotel of the catalogue.
 */
type FurtherKind = 'ALONE' | 'TERRITORY' | 'NEIGHBOUR' | 'UNIT'

export type FurtherHotel = {
  readonly hotel: SandboxHotel
  readonly kind: FurtherKind
  /** ALONE: the one supplier that has it. */
  readonly supplierCode: SandboxSupplierCode | null
  /** NEIGHBOUR and UNIT: the hotel of the catalogue that it must not be taken for. */
  readonly besideHotelId: number | null
}

/**
 * How a supplier comes to list a hotel that the catalogue does not map to it:
 * - PASSING: it is in the supplier's content on some days and not on others.
 * - STEADY: it is always there.
 * - TWICE: the supplier has the same hotel under another id as well.
 */
export type FurtherListing = SandboxSupplierHotel & { readonly standing: 'PASSING' | 'STEADY' | 'TWICE' }

/** A room of the catalogue, which the API shows as `service_room`. */
export type SandboxServiceRoom = {
  readonly roomId: string
  readonly kind: string
  readonly names: LocalizedNames
  readonly imageUrls: readonly string[]
}

/** RateHawk's `rg_ext`: what identifies a room, and nothing else does. */
export type SandboxRgExt = {
  readonly class: number
  readonly quality: number
  readonly sex: number
  readonly bathroom: number
  readonly bedding: number
  readonly family: number
  readonly capacity: number
  readonly club: number
  readonly bedrooms: number
  readonly balcony: number
  readonly view: number
  readonly floor: number
}

/** A room as a supplier describes it, and the catalogue room that it is mapped to. */
export type SandboxSupplierRoom = {
  /** Unique within the hotel at this supplier. */
  readonly roomCode: string
  /** The id by which the supplier's content has the room, as prices name it; null when the content lacks it. */
  readonly contentRoomId: string | null
  /** Only RateHawk's. */
  readonly rgExt?: SandboxRgExt
  /** Only LiteAPI's: the room of its content that it takes this one for; null when it does not know. */
  readonly mappedRoomId?: number | null
  readonly name: string
  readonly beds: readonly Bed[]
  readonly maxOccupancy: number
  /** The price relative to a standard double room, in thousandths. */
  readonly pricePermille: number
  readonly mappingStatus: MappingStatus
  /** The service room's id; null unless MATCHED. */
  readonly roomId: string | null
  readonly ratePlans: readonly SandboxRatePlan[]
}

/**
 * The cancellation terms of a rate. STANDARD: free, then one night, then the full price from the day of check-in. NON_REFUNDABLE:
 * the full price from the start. The others belong to scenarios: PENALTY_NOW (one night from the start), UNKNOWN (a penalty
 * without an amount), CHANGES_SOON (free for a short time, then one night).
 */
export type SandboxCancellation = 'STANDARD' | 'NON_REFUNDABLE' | 'PENALTY_NOW' | 'UNKNOWN' | 'CHANGES_SOON'

export type SandboxRatePlan = {
  /** Unique within the room: `FLEX-RO`, `SAVER-RO`, `FLEX-BB`; only scenarios use `LATE-RO`. */
  readonly ratePlanCode: string
  readonly board: Extract<BoardCode, 'RO' | 'BB'>
  readonly refundable: boolean
  readonly cancellation: SandboxCancellation
  /** STANDARD: cancellation is free until 18:00 hotel time this many days before check-in. */
  readonly freeUntilDays: number
  /** CHANGES_SOON: for how long after the rate was shown cancellation stays free. */
  readonly penaltyChangesAfterMs: number
  /** For how long this supplier holds the rate; null when it cannot be held. */
  readonly holdWindowMs: number | null
  /** The price relative to the room's, in thousandths. */
  readonly pricePermille: number
}

export type SandboxCatalogue = {
  readonly places: readonly SandboxPlace[]
  readonly hotels: readonly SandboxHotel[]
  readonly supplierHotels: readonly SandboxSupplierHotel[]
  readonly chains: readonly SandboxNumberedTerm[]
  readonly facilities: readonly SandboxNumberedTerm[]
  readonly propertyTypes: readonly SandboxTerm[]
  /** What the suppliers have beside that: more hotels, and more listings of these. It is made on first use. */
  readonly further: () => { readonly hotels: readonly FurtherHotel[]; readonly listings: readonly FurtherListing[] }
  /** Finds a hotel, also one that only the suppliers have. */
  readonly findHotel: (hotelId: number) => SandboxHotel | null
  /** Finds a supplier's hotel in O(1), mapped or not; null when that supplier does not sell it. */
  readonly findSupplierHotel: (supplierCode: string, supplierHotelId: string) => SandboxSupplierHotel | null
  /**
   * The rooms of a hotel that a supplier sells, cheapest first; empty when it does not sell the hotel. They are made on first
   * use.
   */
  readonly supplierRooms: (supplierCode: string, supplierHotelId: string) => readonly SandboxSupplierRoom[]
  /** The catalogue's own rooms of a hotel; empty for an unknown id. */
  readonly serviceRooms: (hotelId: number) => readonly SandboxServiceRoom[]
}
