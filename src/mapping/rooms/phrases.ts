import { tokensOf } from './room-tokens.ts'
import { phrasesOf, type Term, type Vocabulary, type Words } from './words/vocabulary.ts'

/** A phrase of a name, and what it is in the grammar; `text` is as it stood there, folded. */
export type Match = Term & { readonly text: string }

type Node = { readonly next: Map<string, Node>; term: Term | null }

export type Phrases = {
  readonly root: Node
  /** Every word that stands in some phrase. */
  readonly words: ReadonlySet<string>
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }
const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u

/** One tree of all phrases. A phrase with two meanings is a fault in the tables: throws. */
export function compilePhrases(vocabularies: readonly Vocabulary[]): Phrases {
  const root: Node = { next: new Map(), term: null }
  const words = new Set<string>()
  for (const { kind, values } of vocabularies)
    for (const [value, said] of Object.entries(values)) {
      const term: Term = { kind, value }
      for (const phrase of spellingsOf(said)) {
        const tokens = tokensOf(phrase)
        for (const token of tokens) words.add(token)
        add(root, tokens, { term, phrase })
      }
    }
  return { root, words }
}

function spellingsOf(said: Words): string[] {
  const german = phrasesOf(said.de ?? '')
  const withoutUmlauts = german
    .filter((phrase) => /[äöü]/.test(phrase))
    .map((phrase) => phrase.replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter))
  const others = Object.entries(said).flatMap(([language, list]) => (language === 'de' ? [] : phrasesOf(list)))
  return [...german, ...withoutUmlauts, ...others]
}

function add(root: Node, tokens: readonly string[], { term, phrase }: { term: Term; phrase: string }): void {
  let node = root
  for (const token of tokens) {
    const next = node.next.get(token) ?? { next: new Map(), term: null }
    node.next.set(token, next)
    node = next
  }
  if (node.term && (node.term.kind !== term.kind || node.term.value !== term.value))
    throw new Error(`“${phrase}” is both ${node.term.kind} ${node.term.value} and ${term.kind} ${term.value}`)
  node.term = term
}

/** What a word means by itself; undefined: it only stands in longer phrases. */
export function meaningOf({ root }: Phrases, word: string): string | undefined {
  const term = root.next.get(word)?.term
  return term ? `${term.kind} ${term.value}` : undefined
}

/** The words without the phrases of several words that stand in these tables; single words are left for the context to read. */
export function withoutPhrases({ root }: Phrases, tokens: readonly string[]): string[] {
  const kept: string[] = []
  let at = 0
  while (at < tokens.length) {
    const { term, length } = longestAt(root, tokens, at)
    if (!term || length === 1) kept.push(...tokens.slice(at, at + length))
    at += length
  }
  return kept
}

/** The phrases of a name from left to right, the longest first; what is in no table is UNKNOWN, Japanese as one word a run. */
export function matchPhrases({ root }: Phrases, tokens: readonly string[]): Match[] {
  const found: Match[] = []
  let at = 0
  while (at < tokens.length) {
    const { term, length } = longestAt(root, tokens, at)
    const text = tokens.slice(at, at + length).join(' ')
    if (term) found.push({ ...term, text })
    else addUnknown(found, text)
    at += length
  }
  return found
}

function longestAt(root: Node, tokens: readonly string[], from: number): { term: Term | null; length: number } {
  let node: Node | undefined = root
  let term: Term | null = null
  let length = 1
  for (let at = from; node && at < tokens.length; at++) {
    node = node.next.get(tokens[at] ?? '')
    if (!node?.term) continue
    term = node.term
    length = at - from + 1
  }
  return { term, length }
}

function addUnknown(found: Match[], text: string): void {
  const last = found.at(-1)
  if (/^\d+(\.\d+)?$/.test(text)) found.push({ kind: 'NUMBER', value: String(Number(text)), text })
  else if (last?.kind === 'UNKNOWN' && JAPANESE.test(text) && JAPANESE.test(last.text))
    found[found.length - 1] = { kind: 'UNKNOWN', value: last.value + text, text: last.text + text }
  else found.push({ kind: 'UNKNOWN', value: text, text })
}
