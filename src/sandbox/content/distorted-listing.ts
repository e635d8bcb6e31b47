import type { Bed } from '../../domain/rate.ts'
import type { SandboxRgExt, SandboxSupplierCode } from '../catalogue/types.ts'
import type { Life } from './life.ts'
import type { Oddities } from './oddities.ts'

/**
 * A hotel as one supplier describes it on a day, before the supplier's protocol gives it a form. Texts are functions of a language
 * (`en`, `fr`, `de`, `ja`, `ar`; English for any other).
 */
export type DistortedListing = {
  readonly supplierCode: SandboxSupplierCode
  readonly supplierHotelId: string
  /** VRBO: an apartment, which Rapid keeps apart from hotels. */
  readonly supplySource: 'expedia' | 'vrbo'
  readonly life: Life
  readonly oddities: Oddities
  /** A number of the listing's own, for whatever a protocol invents. */
  readonly key: number
  readonly name: (language: string) => string
  readonly address: DistortedAddress
  readonly point: DistortedPoint
  /** Where a hidden hotel may be shown; null: it is not hidden. */
  readonly roughPoint: { readonly latitude: number; readonly longitude: number } | null
  readonly phone: string | null
  readonly fax: string | null
  readonly email: string | null
  readonly website: string | null
  /** Halves; 0: told as none; null: not told. */
  readonly stars: number | null
  /** False: by the supplier's own judgement. */
  readonly isOfficial: boolean
  /** A property type of the catalogue, or `apartment`. */
  readonly propertyType: string
  readonly chain: DistortedChain
  readonly brand: { readonly id: number; readonly name: string } | null
  /** Of the catalogue's facilities. */
  readonly facilityIds: readonly number[]
  readonly images: readonly Picture[]
  readonly texts: (language: string) => Texts
  readonly times: Times
  readonly fees: Fees
  readonly rooms: readonly DistortedRoom[]
  readonly roomsCount: number
  readonly floors: number
  readonly yearBuilt: number
  /** Of the city; the place's names are the catalogue's. */
  readonly placeId: number
  readonly cityName: string
  readonly currency: string
  /** The number of the hotel with a mapping service, as far as suppliers tell it; now and then another hotel's. */
  readonly giata: string | null
  readonly popularity: number
}

export type DistortedAddress = {
  readonly lines: readonly string[]
  readonly street: string
  readonly number: string
  readonly city: string
  readonly postcode: string | null
  readonly stateCode: string | null
  readonly stateName: string | null
  readonly countryCode: string
}

export type DistortedPoint =
  | { readonly kind: 'TOLD'; readonly latitude: number; readonly longitude: number }
  | { readonly kind: 'NULL' | 'ABSENT' }

export type DistortedChain =
  | { readonly kind: 'TOLD'; readonly id: number; readonly name: string }
  | { readonly kind: 'NONE' | 'NOT_AVAILABLE' }

export const PICTURE_KINDS = ['exterior', 'lobby', 'room', 'bathroom', 'restaurant', 'pool'] as const
export type PictureKind = (typeof PICTURE_KINDS)[number]

export type Picture = {
  /** What its address is made of; two pictures with the same one have the same address. */
  readonly hash: number
  readonly kind: PictureKind
  readonly caption: (language: string) => string
  /** The index of a room in `rooms`; null: of the hotel. */
  readonly room: number | null
  readonly isHero: boolean
}

export type Texts = {
  readonly headline: string
  readonly general: string
  readonly location: string
  readonly rooms: string
  readonly dining: string
}

/** Local times as HH:MM, or in the words that a supplier has for some of them; null: not told. */
export type Times = {
  readonly from: string | null
  readonly until: string | null
  readonly out: string | null
  readonly isAllDay: boolean
  readonly minAge: number
  readonly instructions: string
  readonly special: string | null
  readonly knowBeforeYouGo: string
}

export type Fees = {
  /** Paid at the hotel for each room and night, minor units of `currency` without decimals; null: none. */
  readonly resort: number | null
  readonly parking: number
  readonly pets: number | null
  readonly deposit: number | null
  readonly currency: string
}

/** BEDS: not those of the name. SMOKING: the contrary of what the other suppliers tell. */
export type RoomSlip = 'BEDS' | 'SMOKING'

export type DistortedRoom = {
  /** The catalogue's kind of room; RateHawk's duplex is another one. */
  readonly kind: string
  /** What this supplier tells wrongly of it. */
  readonly slip: RoomSlip | null
  /** The id in content, which prices name too; for a room that is not sold one that no price names. */
  readonly contentRoomId: string
  readonly rgExt: SandboxRgExt | null
  readonly name: (language: string) => string
  /** Empty: only the name tells. */
  readonly beds: readonly Bed[]
  readonly maxOccupancy: number
  readonly maxAdults: number
  readonly hasCityView: boolean
  readonly hasKitchenette: boolean
  readonly squareMetres: number
  readonly isSmoking: boolean
  readonly isAccessible: boolean
}
