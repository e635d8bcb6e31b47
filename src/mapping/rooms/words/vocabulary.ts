/**
 * The words of one meaning, by language; `any` are those that several languages write alike. Phrases are separated by commas and
 * written as people write them: case, accents and punctuation are folded when the tables are read. `doppi[o|a]` stands for both.
 */
export type Words = Readonly<Partial<Record<'any' | 'en' | 'fr' | 'de' | 'es' | 'it' | 'ja' | 'pt' | 'nl', string>>>

/** What each word of a name is in the grammar; the tables beside this file say which words are what. */
export type TermKind =
  /** A number; the article `un`, `eine` is an ARTICLE, and counts as one only before a bed or a bedroom. */
  | 'NUMBER'
  | 'ARTICLE'
  /** How large a bed is. Without a bed beside it, it names the room: `Double Room`, `Deluxe King`. */
  | 'SIZE'
  /** A word that says bed and size at once: `Doppelbett`, `matrimoniale`. */
  | 'SIZED_BED'
  /** Two single beds: `twin`, `lits jumeaux`, `ツイン`. */
  | 'TWIN'
  | 'BED'
  | 'SOFA'
  /** For how many the room is, in a word: `triple`, `Dreibettzimmer`. */
  | 'PLACES'
  /** A room; SLEEPING where the word can also mean a bedroom (`chambre`, `camera`). */
  | 'ROOM'
  | 'KIND'
  | 'BEDROOM'
  /** A bedroom after a number (`2 dormitorios`), a dormitory otherwise (`dormitorio misto`). */
  | 'DORMITORIO'
  /** Rooms of a flat, the living room among them: `3 pièces`, `2-Zimmer-Wohnung`. */
  | 'FLAT_ROOM'
  | 'CLASS'
  /** A view. The thing seen stands before it (`sea view`), or after it (`vista mare`), as the value says. */
  | 'VIEW'
  /** A view in one word: `oceanfront`, `シービュー`. */
  | 'WHOLE_VIEW'
  /** A side of the house that looks at something (`côté mer`, `Meerseite`); FRONT: directly at it. */
  | 'SIDE'
  | 'SIGHT'
  | 'PARTIAL'
  | 'FEATURE'
  | 'ACCESS'
  | 'SMOKING'
  | 'GENDER'
  | 'PERSON'
  | 'CHILD'
  | 'FOR'
  | 'SINGLE_USE'
  | 'TATAMI'
  | 'SQUARE_METRE'
  | 'SQUARE_FOOT'
  | 'FLOOR'
  | 'TYPE'
  | 'COUNTER'
  | 'OR'
  | 'AND'
  | 'WITHOUT'
  /** Board, price, promotion, what every room has: removed. */
  | 'NOISE'
  | 'CURRENCY'
  | 'NIGHT'
  | 'SMALL'
  | 'UNKNOWN'

export type Term = { readonly kind: TermKind; readonly value: string }

/** For one kind of term, the words of each value. */
export type Vocabulary = { readonly kind: TermKind; readonly values: Readonly<Record<string, Words>> }

const VARIANTS = /\[([^\]]*)\]/

/** The phrases of a comma list, with `[o|a]` written out. */
export function phrasesOf(list: string): string[] {
  return list
    .split(',')
    .map((phrase) => phrase.trim())
    .filter(Boolean)
    .flatMap(writtenOut)
}

function writtenOut(phrase: string): string[] {
  const found = VARIANTS.exec(phrase)
  if (!found) return [phrase]
  return (found[1] ?? '')
    .split('|')
    .flatMap((ending) =>
      writtenOut(phrase.slice(0, found.index) + ending + phrase.slice(found.index + found[0].length)),
    )
}
