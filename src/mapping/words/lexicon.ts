import { lazily } from '../../platform/lazily.ts'
import { foldWords } from '../text/fold.ts'
import { romanizedKana } from '../text/latin.ts'
import { runsOf } from '../text/scripts.ts'
import { readSections } from './tables.ts'

export type Brand = {
  readonly name: string
  /** Its name in one folded word, to find it with slips in it. */
  readonly spelling: string
  /** The words of its name, each with its concept if the tables have it: `Regency` of Hyatt Regency. */
  readonly parts: readonly BrandPart[]
  readonly family: string
  /** A label beside the house's own name, which comes and goes. */
  readonly isCollection: boolean
  /** Its name is also its owner's (Hilton), so that beside another brand of the family it only says whose that one is. */
  readonly isFlagship: boolean
}

export type BrandPart = { readonly text: string; readonly concept: string | null }

export type WordRole = 'NOISE' | 'TYPE' | 'DIVIDING' | 'COMMON' | 'OWNER'

/** What the tables say of a word or a phrase. */
export type Meaning = {
  readonly concept: string
  readonly role: WordRole
  /** Of a type: hotel, hostel, apartment …; of a dividing word: its axis. */
  readonly group: string
  /** Of a dividing word: it keeps a pair from SAME even where only one side has it. */
  readonly isHard: boolean
  /** Beside a rare word's 1. */
  readonly weight: number
}

export type Found = {
  readonly meaning: Meaning | null
  readonly brand: Brand | null
  /** Only where a name begins with it. */
  readonly brandAtStart: Brand | null
}

type Node = { found: Found | null; readonly next: Map<string, Node> }

const TYPE_WEIGHT = 0.15
const HARD_WEIGHT = 0.5
const SOFT_WEIGHT = 0.4

const NOTHING: Found = { meaning: null, brand: null, brandAtStart: null }

type Lines = ReturnType<typeof readSections>[number]['lines']

type Lexicon = {
  /** Phrases of words with spaces between them, and of words without. */
  readonly spaced: Node
  readonly unspaced: Map<string, Found>
  longestUnspaced: number
}

/** Read at the first name that is compared, because many processes compare none. */
const lexicon = lazily(readLexicon)

function readLexicon(): Lexicon {
  const read: Lexicon = { spaced: { found: null, next: new Map() }, unspaced: new Map(), longestUnspaced: 0 }
  const romanized = readSections('words.txt').flatMap(({ head, lines }) => addWords(read, head, lines))
  for (const [spelling, meaning] of romanized)
    add(read, spelling, (found) => ({ ...found, meaning: found.meaning ?? meaning }))
  for (const { head, after, lines } of readSections('brands.txt'))
    addFamily(read, { family: head.join(' '), owners: after, lines })
  return read
}

/** The longest phrase of the tables that begins at `from`, and how many words it has. */
export function longestPhrase(words: readonly string[], from: number): { found: Found; length: number } | null {
  return longestPhraseIn(lexicon(), words, from)
}

function longestPhraseIn(
  { spaced }: Lexicon,
  words: readonly string[],
  from: number,
): { found: Found; length: number } | null {
  let node = spaced
  let best: { found: Found; length: number } | null = null
  for (let index = from; index < words.length; index++) {
    const next = node.next.get(words[index] ?? '')
    if (next === undefined) break
    node = next
    if (node.found !== null) best = { found: node.found, length: index - from + 1 }
  }
  return best
}

/** The longest entry of the tables with which a text without spaces begins at `from`; `isPlace` adds the names of places. */
export function longestUnspacedEntry(
  text: string,
  from: number,
  isPlace: (text: string) => boolean,
): { found: Found | null; length: number } | null {
  const { unspaced, longestUnspaced } = lexicon()
  for (let length = Math.min(longestUnspaced, text.length - from); length >= 2; length--) {
    const part = text.slice(from, from + length)
    const found = unspaced.get(part)
    if (found !== undefined) return { found, length }
    if (isPlace(part)) return { found: null, length }
  }
  return null
}

/**
 * Returns how the Japanese spellings are romanized. Those are added after all words of the tables, which take precedence.
 */
function addWords(
  read: Lexicon,
  [role = '', group = '', hardness = '']: readonly string[],
  lines: Lines,
): [spelling: string, meaning: Meaning][] {
  const romanized: [spelling: string, meaning: Meaning][] = []
  const isSoft = hardness === 'soft'
  for (const { name, aliases } of lines) {
    const meaning: Meaning = {
      concept: name,
      role: role === 'noise' ? 'NOISE' : role === 'type' ? 'TYPE' : role === 'dividing' ? 'DIVIDING' : 'COMMON',
      group: role === 'common' ? '' : group,
      isHard: role === 'dividing' && !isSoft,
      weight: weightOf(role, group, isSoft),
    }
    for (const alias of aliases) {
      add(read, alias, (found) => ({ ...found, meaning: found.meaning ?? meaning }))
      for (const spelling of romanizedKana(alias)) romanized.push([spelling, meaning])
    }
  }
  return romanized
}

function weightOf(role: string, group: string, isSoft: boolean): number {
  if (role === 'common') return Number(group)
  if (role === 'type') return TYPE_WEIGHT
  if (role === 'noise') return 0
  return isSoft ? SOFT_WEIGHT : HARD_WEIGHT
}

type Family = { readonly family: string; readonly owners: readonly string[]; readonly lines: Lines }

function addFamily(read: Lexicon, { family, owners, lines }: Family): void {
  const ownersFolded = new Set(owners.map((owner) => foldWords(owner).join(' ')))
  for (const { name, aliases } of lines) {
    const folded = aliases.map((alias) => foldWords(alias).join(' '))
    const isCollection = aliases.some((alias) => alias.endsWith('*'))
    const brand: Brand = {
      name,
      spelling: foldWords(name)
        .filter((word) => !/^(?:the|hotels?)$/.test(word))
        .join(''),
      parts: foldWords(name).map((text) => partOf(read, text)),
      family,
      isCollection,
      isFlagship: name === family || folded.some((alias) => ownersFolded.has(alias)),
    }
    for (const alias of aliases) {
      // The Peninsula is also listed as Peninsula; elsewhere in a name that is an ordinary word.
      const atStart = alias.match(/^(?:\^|the )(.+)/i)?.[1]
      if (atStart !== undefined)
        add(read, atStart, (found) => ({ ...found, brandAtStart: found.brandAtStart ?? brand }))
      if (!alias.startsWith('^')) add(read, alias, (found) => ({ ...found, brand: found.brand ?? brand }))
    }
  }
  const meaning: Meaning = { concept: `of ${family}`, role: 'OWNER', group: family, isHard: false, weight: 0 }
  for (const owner of owners) add(read, owner, (found) => ({ ...found, meaning: found.meaning ?? meaning }))
}

function partOf(read: Lexicon, text: string): BrandPart {
  return { text, concept: longestPhraseIn(read, [text], 0)?.found.meaning?.concept ?? null }
}

function add(read: Lexicon, alias: string, change: (found: Found) => Found): void {
  // `&` is no word: `Inn & Suites` is two.
  if (/\band\b/.test(alias)) addOne(read, alias.replace(/\band\b/g, ''), change)
  addOne(read, alias, change)
}

function addOne(read: Lexicon, alias: string, change: (found: Found) => Found): void {
  const runs = foldWords(alias).flatMap((word) => runsOf(word))
  if (runs.length === 0) return
  if (runs.every(({ writing }) => writing === 'UNSPACED')) {
    const text = runs.map((run) => run.text).join('')
    // One Chinese character, or one syllable, stands in too many words to mean anything by itself.
    if (text.length < 2) return
    read.unspaced.set(text, change(read.unspaced.get(text) ?? NOTHING))
    read.longestUnspaced = Math.max(read.longestUnspaced, text.length)
    return
  }
  let node = read.spaced
  for (const { text } of runs) {
    const next: Node = node.next.get(text) ?? { found: null, next: new Map() }
    node.next.set(text, next)
    node = next
  }
  node.found = change(node.found ?? NOTHING)
}
