/** A bed as a supplier's field tells it: `type` in the supplier's own word (KING, `Twin Bed`, SOFA_BED). */
export type ToldBed = { readonly type: string; readonly count: number }

/** The numbers by which RateHawk groups a hotel's rooms; 0 is "not told". */
export type RgExt = Readonly<
  Partial<
    Record<
      | 'class'
      | 'quality'
      | 'sex'
      | 'bathroom'
      | 'bedding'
      | 'family'
      | 'capacity'
      | 'club'
      | 'bedrooms'
      | 'balcony'
      | 'view'
      | 'floor',
      number
    >
  >
>

/** A room as a supplier tells it; only the name must be there, and null is not told. */
export type ToldRoom = {
  readonly name: string
  /** BCP 47; what the name is written in, as the supplier has it. */
  readonly language?: string | null | undefined
  /** Sets of beds of which the guest gets one; most rooms have one set. */
  readonly bedChoices?: readonly (readonly ToldBed[])[] | undefined
  readonly maxOccupancy?: number | null | undefined
  readonly maxAdults?: number | null | undefined
  /** What a list of amenities says of the room, in the supplier's words. It confirms what another room's name says, and adds nothing. */
  readonly amenities?: readonly string[] | undefined
  /** In words, as a name has it: `Sea view`. */
  readonly view?: string | null | undefined
  readonly isSmoking?: boolean | null | undefined
  readonly isAccessible?: boolean | null | undefined
  readonly supplierCode?: string | null | undefined
  /** Hotelbeds' `DBL.SU-1`: the type, and what distinguishes it. It only confirms: hotels use codes loosely. */
  readonly hotelbedsCode?: string | null | undefined
  readonly rgExt?: RgExt | null | undefined
  /** LiteAPI's own opinion which room of its content it is. */
  readonly mappedRoomId?: string | null | undefined
}

/**
 * The beds of a room.
 * - `choices` are the sets that the room may have, each written `DOUBLE:1+SINGLE:1`, sorted; empty when none is told.
 * - `word` is a name that promises beds only by custom: a double room has a double bed, a `camera doppia` either kind.
 *   It counts only where there are no choices.
 */
export type BedPlan = {
  readonly choices: readonly string[]
  readonly word: BedWord | null
  /** Whether the choices were counted or shown by a field; a bare `Queen` says no number. */
  readonly isCounted: boolean
  /** The one bed is told in a word for every bed for two, RateHawk's `full double bed`: it may be a king. */
  readonly isRounded?: boolean
}

/** SINGLE, TRIPLE …: as many single beds by custom, but any beds for so many. */
export type BedWord = 'SINGLE' | 'DOUBLE' | 'DOBLE' | 'DOPPIA' | 'TRIPLE' | 'QUADRUPLE' | 'MORE'

export type Smoking = 'SMOKING' | 'NON_SMOKING'

/** What can be contradicted between a room's name and its fields. */
export type Contradiction = {
  readonly what: 'BEDS' | 'VIEW' | 'OCCUPANCY' | 'SMOKING' | 'ACCESSIBLE' | 'KIND' | 'CLASS' | 'BEDROOMS'
  readonly name: string
  readonly field: string
}

/** What a room is, as far as its name and fields tell; lists are sorted and without repetition, empty where nothing is told. */
export type RoomAttributes = {
  /** Of KIND_WORDS; empty: a room, or nothing is said while bedrooms are (`isKindTold`). */
  readonly kinds: readonly string[]
  readonly isKindTold: boolean
  readonly bedrooms: number | null
  /** Of CLASS_WORDS without STANDARD, which is what no word at all means. */
  readonly classes: readonly string[]
  readonly beds: BedPlan
  /** `SOFA:1` or without a number `SOFA`. */
  readonly sofa: string | null
  /** Of SIGHT_WORDS, with `PARTIAL_` before or `_FRONT` behind; ANY for "with a view", NONE for "without". */
  readonly views: readonly string[]
  /** What the room lies at, named without saying that it is seen: `Garden Suite`. */
  readonly settings: readonly string[]
  /** For how many the name says that it is; `byBeds` when only single, double or twin says so. */
  readonly people: { readonly count: number; readonly isByBeds: boolean } | null
  readonly maxOccupancy: number | null
  readonly maxAdults: number | null
  readonly smoking: Smoking | null
  /** Of ACCESS_WORDS. */
  readonly access: readonly string[]
  /** Of FEATURE_WORDS; `NO_` before what is said not to be there. */
  readonly features: readonly string[]
  /** Features that a list of amenities tells and the name may not; see `compare-features.ts`. */
  readonly listed: readonly string[]
  readonly gender: string | null
  readonly dormitoryBeds: number | null
  /** The size of a Japanese room in mats. */
  readonly tatami: number | null
  readonly squareMetres: number | null
  /** What no table knows. */
  readonly unknownWords: readonly string[]
  readonly contradictions: readonly Contradiction[]
  readonly mappedRoomId: string | null
  readonly supplierCode: string | null
}
