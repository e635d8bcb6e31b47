/**
 * A hotel as one supplier's static content describes it, read from the supplier's own form: what is staged, judged and merged into
 * the catalogue. Null: not told; an empty list: told to be empty. Texts are NFC and otherwise as sent (HTML too): cleaning is a
 * later, repeatable step. Times are the hotel's local `HH:MM`, 24 hours.
 */
export type Listing = {
  readonly supplierCode: string
  readonly supplierHotelId: string
  /** By BCP 47 language tag. */
  readonly names: Readonly<Record<string, string>>
  readonly nameLocal: string | null
  readonly formerNames: readonly string[]
  readonly addressLines: readonly string[]
  readonly city: string | null
  readonly postcode: string | null
  readonly stateCode: string | null
  readonly stateName: string | null
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countryCode: string | null
  /** True: the supplier's terms let the address be shown only after booking. */
  readonly addressHidden: boolean
  readonly latitude: number | null
  readonly longitude: number | null
  readonly pointQuality: PointQuality
  readonly phones: readonly ListedPhone[]
  readonly emails: readonly string[]
  readonly website: string | null
  /** 0.5 to 5 in halves. */
  readonly stars: number | null
  readonly starsSource: 'OFFICIAL' | 'SUPPLIER' | null
  readonly categoryCode: string | null
  /** An id of our property types; null while the supplier's own word is not in the table. */
  readonly propertyType: string | null
  readonly propertyTypeRaw: string | null
  readonly chain: ListedName | null
  readonly brand: ListedName | null
  readonly facilities: readonly ListedFacility[]
  readonly images: readonly ListedImage[]
  readonly descriptions: readonly ListedText[]
  readonly checkIn: ListedCheckIn
  readonly checkOutUntil: string | null
  readonly fees: readonly ListedFee[]
  /** HTML, as sent. */
  readonly feesText: { readonly mandatory: string | null; readonly optional: string | null }
  readonly policies: readonly ListedText[]
  readonly rooms: readonly ListedRoom[]
  readonly externalIds: Readonly<Partial<Record<'giata' | 'license' | 'registry', string>>>
  readonly status: ListingStatus
  /** RFC 3339, or a day; as the supplier sends it. */
  readonly supplierUpdatedAt: string | null
  readonly regionIds: readonly string[]
  readonly airportIata: string | null
  readonly roomsCount: number | null
  readonly yearBuilt: number | null
  readonly paymentMethods: readonly string[]
  /** ISO 4217: what the desk charges in. */
  readonly currency: string | null
  readonly genderRequired: boolean
  readonly keyPickup: string | null
}

/** CLOSED and GONE are never sold; NOT_ON_SALE is not sold over this connection. */
export const LISTING_STATUSES = ['ACTIVE', 'CLOSED', 'NOT_ON_SALE', 'GONE'] as const
export type ListingStatus = (typeof LISTING_STATUSES)[number]

/** How far a point can be trusted: the house, within about a kilometre, only its city's, none. */
export const POINT_QUALITIES = ['EXACT', 'APPROXIMATE', 'CITY', 'NONE'] as const
export type PointQuality = (typeof POINT_QUALITIES)[number]

export type ListedName = { readonly code: string | null; readonly name: string | null }
export type ListedPhone = {
  readonly number: string
  readonly kind: 'HOTEL' | 'BOOKING' | 'MANAGEMENT' | 'FAX' | 'UNKNOWN'
}

export type ListedFacility = {
  /** The supplier's own code; Hotelbeds: `group/code`. */
  readonly rawCode: string
  readonly rawName: string | null
  /** An id of our facilities; null while the supplier's code is not in the table. */
  readonly facilityId: number | null
  readonly isFree: boolean | null
  readonly value: string | null
  readonly note: string | null
}

export type ListedImage = {
  /** By width in pixels; a source without sizes has one entry, under `0`. */
  readonly urls: Readonly<Record<string, string>>
  /** By language. */
  readonly captions: Readonly<Record<string, string>>
  readonly category: string | null
  /** The key of a room of `rooms`; null: of the hotel. */
  readonly roomKey: string | null
  readonly order: number
  readonly isHero: boolean
}

/** A description or a policy. */
export type ListedText = {
  /** What it is about, in our words where we have one: `general`, `location`, `rooms`, `pets`, `know_before_you_go` … */
  readonly kind: string
  readonly language: string
  readonly html: string
}

export type ListedCheckIn = {
  readonly from: string | null
  readonly until: string | null
  readonly isAllDay: boolean
  readonly minAge: number | null
  /** HTML, as sent. */
  readonly instructions: string | null
  readonly special: string | null
}

export type ListedFee = {
  readonly kind: string
  /** A decimal number in `currency`, or a percentage when `unit` is `percent`. */
  readonly amount: string | null
  readonly currency: string | null
  readonly unit: string | null
  readonly isMandatory: boolean
  readonly text: string | null
}

export type ListedRoom = {
  /** The room's id in this supplier's content, unique within the hotel. */
  readonly key: string
  /** The id under which prices name the room (decision 0034); null where it is not known. */
  readonly rateKey: string | null
  /** By language. */
  readonly names: Readonly<Record<string, string>>
  /** Choices between sets of beds; empty: not told. */
  readonly bedChoices: readonly (readonly ListedBed[])[]
  readonly maxOccupancy: number | null
  readonly maxAdults: number | null
  readonly maxChildren: number | null
  readonly view: string | null
  readonly squareMetres: number | null
  readonly isSmoking: boolean | null
  readonly isAccessible: boolean | null
  readonly amenities: readonly string[]
  readonly images: readonly ListedImage[]
  readonly description: string | null
}

export type ListedBed = { readonly type: string; readonly count: number }
