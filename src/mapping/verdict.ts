/** What the judge says of two listings: one hotel, a person must look, or two hotels. */
export const VERDICTS = ['SAME', 'REVIEW', 'DIFFERENT'] as const
export type Verdict = (typeof VERDICTS)[number]

/** What evidence can be about. The list is closed: an operator's manual and the counts of `propose` are by these. */
export const EVIDENCE_KINDS = [
  /** The names' words, by rarity; after folding. */
  'NAME',
  /** A former name of the one is the other's name. */
  'FORMER_NAME',
  /** Both names have the same brand. */
  'BRAND',
  /** Two brands of one family: two hotels, however near. */
  'BRAND_FAMILY',
  /** Two brands of different owners. */
  'BRAND_CONFLICT',
  /** One brand is known to have followed the other. */
  'BRAND_CHANGE',
  /** A word that tells houses of one name apart: tower, annex, airport, north. */
  'DIVIDING_WORD',
  /** A number or a letter in the name. */
  'NAME_NUMBER',
  /** What kind of house: hotel, hostel, flat, guest house. */
  'PROPERTY_TYPE',
  'ADDRESS',
  'HOUSE_NUMBER',
  'POSTCODE',
  'CITY',
  'COUNTRY',
  'DISTANCE',
  'PHONE',
  'STARS',
  /** The chain that the listings tell beside their names. */
  'CHAIN',
  /** Name, address and place do not suffice together: too little is told for SAME. */
  'TOO_LITTLE',
  /** The same place by address or telephone, but another name. */
  'OTHER_NAME',
] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

/** A number is added to the score's log-odds (positive: for one hotel). NEVER makes it DIFFERENT, REVIEW keeps it from SAME. */
export type EvidenceEffect = number | 'NEVER' | 'REVIEW'

export type Evidence = {
  readonly kind: EvidenceKind
  readonly effect: EvidenceEffect
  /** What was compared, after folding; null where the side does not tell. */
  readonly a: string | null
  readonly b: string | null
  /** Metres between the two points, and how exact the less exact of them is. */
  readonly meters?: number
  readonly precisionMeters?: number
  /** How alike two texts are, 0 to 1. */
  readonly likeness?: number
}

export type HotelVerdict = {
  readonly verdict: Verdict
  /** 0 to 1, two decimals. It orders the queue; it decides nothing by itself. */
  readonly score: number
  readonly evidence: readonly Evidence[]
}
