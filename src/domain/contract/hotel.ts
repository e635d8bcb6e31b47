import type { ContentField } from '../content/page-content.ts'
import type { DescriptionKind, PolicyKind } from '../content/text-kinds.ts'
import type { HotelContent } from './search.ts'
import type { InstructionsView } from './selling.ts'

/** Additions, section 4: a hotel as a page about it shows it. */
export type HotelView = HotelContent & HotelPageView

/** What the page has beyond what lists show. */
export type HotelPageView = {
  readonly language: string
  readonly names: readonly HotelNameView[]
  readonly addressLines: readonly string[]
  readonly postcode: string | null
  readonly phone: string | null
  readonly timeZone: string | null
  readonly propertyType: { readonly id: string; readonly name: string }
  readonly facilityDetails: readonly HotelFacilityView[]
  readonly images: readonly HotelImageView[]
  readonly descriptions: readonly HotelDescriptionView[]
  readonly policies: readonly HotelPolicyView[]
  readonly instructions: InstructionsView | null
  readonly checkInAllDay: boolean | null
  readonly checkInMinAge: number | null
  readonly rooms: readonly HotelRoomView[]
  readonly sources: readonly HotelSourceView[]
}

export type HotelNameView = { readonly language: string; readonly name: string }

/** A text and the language that it is in, which is not the requested one where that is missing. */
export type LocalizedTextView = { readonly text: string; readonly language: string }

export type HotelFacilityView = {
  readonly facilityId: number | null
  readonly name: string
  readonly isFree: boolean | null
  readonly note: string | null
}

export type ImageSizeView = { readonly width: number | null; readonly url: string }

export type HotelImageView = {
  readonly url: string
  readonly caption: LocalizedTextView | null
  readonly category: string | null
  readonly isMain: boolean
  readonly sizes: readonly ImageSizeView[]
}

export type HotelDescriptionView = LocalizedTextView & { readonly kind: DescriptionKind }
export type HotelPolicyView = LocalizedTextView & { readonly kind: PolicyKind; readonly supplierCode: string | null }

export type HotelRoomView = {
  readonly roomId: string | null
  readonly name: LocalizedTextView
  readonly description: LocalizedTextView | null
  readonly bedChoices: readonly BedChoiceView[]
  readonly maxOccupancy: number | null
  readonly maxAdults: number | null
  readonly maxChildren: number | null
  readonly view: string | null
  readonly squareMetres: number | null
  readonly smoking: boolean | null
  readonly accessible: boolean | null
  readonly amenities: readonly string[]
  readonly images: readonly HotelImageView[]
}

export type BedChoiceView = { readonly beds: readonly { readonly type: string; readonly count: number }[] }

export type HotelSourceView = {
  readonly field: ContentField
  readonly language: string | null
  readonly supplierCode: string
}
