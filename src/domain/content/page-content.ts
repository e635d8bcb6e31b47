import type { DescriptionKind, PolicyKind } from './text-kinds.ts'

/** One text in several languages, by the codes of domain/languages.ts. Texts are plain: NFC, without mark-up, `<` or `>`. */
export type Texts = Readonly<Record<string, string>>

/**
 * Texts about several things, by language. They are chosen a whole language at a time: a page whose paragraphs change the language
 * reads badly.
 */
export type TextsByLanguage<Kind extends string> = Readonly<Record<string, readonly TextOfKind<Kind>[]>>
export type TextOfKind<Kind extends string> = { readonly kind: Kind; readonly text: string }

/** What the catalogue has of a hotel for a page about it, beyond what lists show. It is stored as JSON, in all languages. */
export type PageContent = {
  /** In the order in which a letter has them; empty: not told. */
  readonly addressLines: readonly string[]
  readonly postcode: string | null
  /** E.164 where it can be told, else as the source writes it. */
  readonly phone: string | null
  readonly descriptions: TextsByLanguage<DescriptionKind>
  /** In the order in which they are shown, without those of rooms. */
  readonly images: readonly PageImage[]
  readonly facilities: readonly PageFacility[]
  readonly policies: readonly PagePolicies[]
  /** Whether guests can check in at any hour; null: not told. */
  readonly checkInAllDay: boolean | null
  readonly checkInMinAge: number | null
  readonly rooms: readonly PageRoom[]
}

/** The content that a hotel's suppliers tell, merged, and where each part comes from. */
export type MergedContent = PageContent & { readonly sources: readonly FieldSource[] }

export type PageImage = {
  /** The largest size first. Each URL is there once. */
  readonly sizes: readonly ImageSize[]
  readonly captions: Texts
  /** The source's own word, such as `lobby`; null when it has none. */
  readonly category: string | null
  /** True for the one picture that stands for the hotel. */
  readonly isMain: boolean
}

/** `width` is in pixels; null where the source does not tell it. */
export type ImageSize = { readonly width: number | null; readonly url: string }

export type PageFacility = {
  /** An id of our facilities; null: the source's own, shown by its name. */
  readonly facilityId: number | null
  /** The source's name; null where ours is shown. */
  readonly name: string | null
  /** Null: not told. */
  readonly isFree: boolean | null
  readonly note: string | null
}

/** The terms of one supplier, which hold for its rates; `supplierCode` null: of the hotel, whoever sells it. */
export type PagePolicies = {
  readonly supplierCode: string | null
  readonly texts: TextsByLanguage<PolicyKind>
}

export type PageRoom = {
  /** The room of the catalogue that options name as `service_room`; null: by `source`, or unknown. */
  readonly roomId: string | null
  /** By which supplier's room it can be found among the catalogue's; null for a room with an id. */
  readonly source: { readonly supplierCode: string; readonly supplierHotelId: string; readonly roomCode: string } | null
  readonly names: Texts
  readonly descriptions: Texts
  /** Choices between sets of beds; empty: not told. */
  readonly bedChoices: readonly (readonly PageBed[])[]
  readonly maxOccupancy: number | null
  readonly maxAdults: number | null
  readonly maxChildren: number | null
  readonly view: string | null
  readonly squareMetres: number | null
  readonly smoking: boolean | null
  readonly accessible: boolean | null
  readonly amenities: readonly string[]
  readonly images: readonly PageImage[]
}

export type PageBed = { readonly type: string; readonly count: number }

/** The parts of a hotel's content that come from one source each: what an order of trust can be set for. */
export const CONTENT_FIELDS = [
  'name',
  'place',
  'phone',
  'stars',
  'type',
  'chain',
  'facilities',
  'images',
  'descriptions',
  'check_in',
  'rooms',
] as const
export type ContentField = (typeof CONTENT_FIELDS)[number]

/** Which supplier a part comes from; `language` is null for parts that are the same in all. */
export type FieldSource = {
  readonly field: ContentField
  readonly language: string | null
  readonly supplierCode: string
}

/** The most of each that is stored: what a source sends beyond it is left out. */
export const MOST = {
  images: 100,
  roomImages: 20,
  rooms: 60,
  facilities: 200,
  amenities: 60,
  /** For each language, and each supplier's policies. */
  texts: 40,
  /** The characters of all texts of a language together. */
  characters: 20_000,
} as const
