import { foldWords } from '../text/fold.ts'
import { readSections } from '../words/tables.ts'

export type StreetWord =
  | { readonly is: 'KIND' | 'DIRECTION' | 'NUMBERED'; readonly canonical: string }
  | { readonly is: 'SHORT'; readonly canonical: string }
  | { readonly is: 'INSIDE' | 'NOISE' }

const words = new Map<string, StreetWord>()
for (const { head, lines } of readSections('street-words.txt'))
  for (const { name, aliases } of lines)
    for (const alias of aliases) {
      const key = foldWords(alias).join(' ')
      if (!words.has(key) || head[0] === 'numbered') words.set(key, wordOf(head[0] ?? '', name))
    }

function wordOf(kind: string, canonical: string): StreetWord {
  if (kind === 'kind') return { is: 'KIND', canonical }
  if (kind === 'direction') return { is: 'DIRECTION', canonical }
  if (kind === 'short') return { is: 'SHORT', canonical }
  if (kind === 'numbered') return { is: 'NUMBERED', canonical }
  return { is: kind === 'inside' ? 'INSIDE' : 'NOISE' }
}

/** What a folded word means in an address; null when it is a name. */
export function streetWord(word: string): StreetWord | null {
  return words.get(word) ?? null
}

/** German, Dutch and Nordic streets are one word with what they are: Rathausstraße, Vesterbrogade, Rådhuspladsen. */
const COMPOUND =
  /^(.{3,}?)(strasse|str|gasse|platz|weg|allee|ring|ufer|damm|straat|laan|plein|gracht|kade|gade|gaden|vej|vejen|plads|pladsen|gata|gatan|gaten|vagen|vegen|veien|vei|torget|torvet|katu|tie)$/
const COMPOUND_KINDS: Readonly<Record<string, string>> = {
  strasse: 'street',
  str: 'street',
  gasse: 'street',
  straat: 'street',
  gade: 'street',
  gaden: 'street',
  gata: 'street',
  gatan: 'street',
  gaten: 'street',
  katu: 'street',
  platz: 'square',
  plein: 'square',
  plads: 'square',
  pladsen: 'square',
  torget: 'square',
  torvet: 'square',
  allee: 'avenue',
  laan: 'avenue',
}

/** A compound street's name and its kind; null for a word that is none. */
export function compoundStreet(word: string): { readonly name: string; readonly kind: string } | null {
  const [, name, end] = word.match(COMPOUND) ?? []
  return name === undefined || end === undefined ? null : { name, kind: COMPOUND_KINDS[end] ?? 'road' }
}
