import { type Draft, newDraft, type Reader } from './draft.ts'
import { compilePhrases, type Match, matchPhrases, meaningOf, type Phrases, withoutPhrases } from './phrases.ts'
import { readBeds } from './read-beds.ts'
import { readCounts, readPlainWord, readRest } from './read-others.ts'
import { readPeople } from './read-people.ts'
import { readViews } from './read-views.ts'
import { createRepair, type Repair } from './repair-words.ts'
import { tokensOf } from './room-tokens.ts'
import { ACCESS_WORDS, GENDER_WORDS, SMOKING_WORDS } from './words/access-words.ts'
import { BATH_WORDS } from './words/bath-words.ts'
import {
  BED_WORDS,
  PLACES_WORDS,
  SINGLE_USE_WORDS,
  SIZE_WORDS,
  SIZED_BED_WORDS,
  SOFA_WORDS,
  TWIN_WORDS,
} from './words/bed-words.ts'
import { CLASS_WORDS } from './words/class-words.ts'
import { FEATURE_WORDS } from './words/feature-words.ts'
import { BEDROOM_WORDS, DORMITORIO_WORDS, FLAT_WORDS, KIND_WORDS, ROOM_WORDS } from './words/kind-words.ts'
import { LANDMARK_WORDS } from './words/landmark-words.ts'
import { NOISE_WORDS, RATE_WORDS } from './words/noise-words.ts'
import {
  ARTICLE_WORDS,
  CHILD_WORDS,
  FOR_WORDS,
  LINK_WORDS,
  MEASURE_WORDS,
  NUMBER_WORDS,
  PERSON_WORDS,
  SMALL_WORDS,
  WITH_WORDS,
} from './words/other-words.ts'
import { PLACE_WORDS } from './words/place-words.ts'
import { SIGHT_WORDS } from './words/sight-words.ts'
import { PARTIAL_WORDS, SIDE_WORDS, VIEW_WORDS, WHOLE_VIEW_WORDS } from './words/view-words.ts'
import type { Vocabulary } from './words/vocabulary.ts'

const VOCABULARIES: readonly Vocabulary[] = [
  ACCESS_WORDS,
  ARTICLE_WORDS,
  BATH_WORDS,
  BED_WORDS,
  BEDROOM_WORDS,
  CHILD_WORDS,
  CLASS_WORDS,
  DORMITORIO_WORDS,
  FEATURE_WORDS,
  FLAT_WORDS,
  FOR_WORDS,
  GENDER_WORDS,
  KIND_WORDS,
  LANDMARK_WORDS,
  ...LINK_WORDS,
  ...MEASURE_WORDS,
  NOISE_WORDS,
  NUMBER_WORDS,
  PARTIAL_WORDS,
  PERSON_WORDS,
  PLACE_WORDS,
  PLACES_WORDS,
  RATE_WORDS,
  ROOM_WORDS,
  SIDE_WORDS,
  SIGHT_WORDS,
  SINGLE_USE_WORDS,
  SIZE_WORDS,
  SIZED_BED_WORDS,
  SMALL_WORDS,
  SMOKING_WORDS,
  SOFA_WORDS,
  TWIN_WORDS,
  VIEW_WORDS,
  WHOLE_VIEW_WORDS,
  WITH_WORDS,
]

type Grammar = {
  readonly phrases: Phrases
  /** What is taken out first. */
  readonly rates: Phrases
  readonly repair: Repair
}

let made: Grammar | null = null

/** Made with the first name that is read: some ten milliseconds, which a process that reads none should not spend. */
function grammar(): Grammar {
  if (made) return made
  const phrases = compilePhrases(VOCABULARIES)
  const repair = createRepair(phrases.words, (word) => meaningOf(phrases, word))
  made = { phrases, rates: compilePhrases([RATE_WORDS]), repair }
  return made
}

/** A longer name is cut: what distinguishes rooms stands at the beginning, and reading must stay short. */
const LONGEST_NAME = 400

/** The order matters: what counts something comes before what is counted. */
const READERS: readonly Reader[] = [readCounts, readPeople, readBeds, readViews, readPlainWord, readRest]

/** What may stand between two beds of a choice: `Double Room or Twin Room`. */
const WITHIN_CHOICE: ReadonlySet<string> = new Set(['ROOM', 'SMALL', 'BED', 'OR'])

/** Reads a name word by word; `language` decides only where a word has two meanings. */
export function readName(name: string, language: string | null): Draft {
  // Codes in square brackets are the supplier's own.
  const text = name.slice(0, LONGEST_NAME).replace(/\[(?=[^\]]*\d)[\w.-]+\]/g, ' ')
  const { phrases, rates, repair } = grammar()
  const all = tokensOf(text).flatMap(repair)
  const words = withoutPhrases(rates, all)
  const draft = newDraft({
    terms: withLastLetter(matchPhrases(phrases, words)),
    rateWords: all.length - words.length,
    language,
  })
  let at = 0
  while (at < draft.terms.length) at += readAt(draft, at)
  return draft
}

/** A single letter at the end is a type, `Double Room E`, and no Italian "and". */
function withLastLetter(terms: readonly Match[]): readonly Match[] {
  const last = terms.at(-1)
  if (!last || !/^[a-z]$/.test(last.text)) return terms
  return [...terms.slice(0, -1), { kind: 'UNKNOWN', value: last.text, text: last.text }]
}

function readAt(draft: Draft, at: number): number {
  const kind = draft.terms[at]?.kind
  if (kind === 'OR') {
    draft.isOr = true
    return 1
  }
  for (const read of READERS) {
    const used = read(draft, at)
    if (used === 0) continue
    if (kind && !WITHIN_CHOICE.has(kind) && draft.isOr) draft.isOr = false
    return used
  }
  return 1
}
