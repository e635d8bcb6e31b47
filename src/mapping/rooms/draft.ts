import type { Match } from './phrases.ts'

/** How a bed was named. */
export type BedMention = {
  /** A size of SIZE_WORDS, TWIN for two singles, ANY for a bed of which only the number is told. */
  readonly size: string
  /** Null: not counted. */
  readonly count: number | null
  /** Whether a bed was named, or only a room by its bed (`Deluxe King`). */
  readonly isBed: boolean
  /** It stands after an "or". */
  readonly isAlternative: boolean
}

/** What has been read of a name so far; readers add to it from left to right. */
export type Draft = {
  readonly terms: readonly Match[]
  /** How many words of board and refundability were taken out before. */
  readonly rateWords: number
  readonly language: string | null
  /** The kinds of the whole name, known before the rest is read: `2 chambres` are bedrooms in a flat only. */
  readonly kinds: ReadonlySet<string>
  readonly beds: BedMention[]
  readonly sofas: (number | null)[]
  readonly classes: Set<string>
  readonly features: Set<string>
  readonly access: Set<string>
  readonly smoking: Set<string>
  readonly genders: Set<string>
  readonly views: Set<string>
  readonly settings: Set<string>
  readonly unknown: Set<string>
  readonly moreKinds: Set<string>
  /** Of `triple` and the like. */
  readonly places: Set<number>
  readonly people: Set<number>
  bedrooms: number | null
  dormitoryBeds: number | null
  tatami: number | null
  squareMetres: number | null
  isSingleUse: boolean
  /** A bed is named, without size and number. */
  hasSomeBed: boolean
  /** An "or" has just been read. */
  isOr: boolean
}

/** Reads what begins at `at`; returns how many terms it has used, 0 when it is not its business. */
export type Reader = (draft: Draft, at: number) => number

export function newDraft({ terms, rateWords, language }: Pick<Draft, 'terms' | 'rateWords' | 'language'>): Draft {
  return {
    terms,
    rateWords,
    language,
    kinds: kindsOf(terms),
    beds: [],
    sofas: [],
    classes: new Set(),
    features: new Set(),
    access: new Set(),
    smoking: new Set(),
    genders: new Set(),
    views: new Set(),
    settings: new Set(),
    unknown: new Set(),
    moreKinds: new Set(),
    places: new Set(),
    people: new Set(),
    bedrooms: null,
    dormitoryBeds: null,
    tatami: null,
    squareMetres: null,
    isSingleUse: false,
    hasSomeBed: false,
    isOr: false,
  }
}

export function kindAt({ terms }: Draft, at: number): Match['kind'] | null {
  return terms[at]?.kind ?? null
}

/** The first place from `at` on that is no small word. */
export function skipSmall({ terms }: Draft, at: number): number {
  let next = at
  while (terms[next]?.kind === 'SMALL') next++
  return next
}

/** The number at a place, and whether it is only an article; null: there is none. */
export function numberAt({ terms }: Draft, at: number): number | null {
  const term = terms[at]
  return term?.kind === 'NUMBER' || term?.kind === 'ARTICLE' ? Number(term.value) : null
}

function kindsOf(terms: readonly Match[]): ReadonlySet<string> {
  const named = terms.filter(({ kind }) => kind === 'KIND').map(({ value }) => value)
  const isDormitory = terms.some(({ kind }, at) => kind === 'DORMITORIO' && !isNumber(terms[at - 1]))
  return new Set(isDormitory ? [...named, 'DORMITORY'] : named)
}

function isNumber(term: Match | undefined): boolean {
  return term?.kind === 'NUMBER' || term?.kind === 'ARTICLE'
}
