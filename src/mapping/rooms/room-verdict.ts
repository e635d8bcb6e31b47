/**
 * Whether two rooms of one hotel are one room.
 * - EQUAL: a guest who booked the one would take the other for what he booked; nothing speaks against it.
 * - REVIEW: one of the two tells less, or something that the grammar does not know.
 * - DIFFERENT: they promise different things.
 */
export const ROOM_VERDICTS = ['EQUAL', 'REVIEW', 'DIFFERENT'] as const
export type RoomVerdict = (typeof ROOM_VERDICTS)[number]

/** What was compared. */
export const ROOM_EVIDENCE_KINDS = [
  'KIND',
  'BEDROOMS',
  'CLASS',
  'BEDS',
  'SOFA_BED',
  'VIEW',
  /** What the room lies at, without saying that it can be seen: `Garden Suite`. */
  'SETTING',
  /** For how many, by the name. */
  'PEOPLE',
  /** For how many, by the fields. */
  'MAX_OCCUPANCY',
  'SMOKING',
  'ACCESSIBLE',
  'FEATURE',
  'GENDER',
  'DORMITORY_BEDS',
  'TATAMI',
  'SIZE',
  /** Words that stand in no table; they may be a class of the house. */
  'UNKNOWN_WORDS',
  /** A name says something else than its own fields. */
  'CONTRADICTION',
  /** The supplier's own room mapping: it moves the score, and never the verdict. */
  'SUPPLIER_OPINION',
] as const
export type RoomEvidenceKind = (typeof ROOM_EVIDENCE_KINDS)[number]

export type RoomEvidence = {
  readonly kind: RoomEvidenceKind
  /** A number speaks for one room (for two, when it is below 0); the words decide, whatever the numbers are. */
  readonly effect: number | 'REVIEW' | 'DIFFERENT'
  /** What was compared, after reading; null: not told. */
  readonly a: string | null
  readonly b: string | null
}

export type RoomJudgement = {
  readonly verdict: RoomVerdict
  /** 0 to 1; orders a queue, and decides nothing. */
  readonly score: number
  readonly evidence: readonly RoomEvidence[]
}
