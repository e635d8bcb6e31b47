import { readName } from './read-name.ts'
import type { ToldRoom } from './room-attributes.ts'

/** By the two letters of a language. */
export type NamesByLanguage = Readonly<Record<string, string>>

/**
 * The best of the suppliers' names in each language, as a service room is called: without board or price in it, without words that
 * no table knows, not in capitals, and short. A name without a language counts as English.
 */
export function namesOf(rooms: readonly ToldRoom[]): NamesByLanguage {
  const best = new Map<string, string>()
  for (const { name, language } of rooms) {
    const code = (language ?? 'en').slice(0, 2).toLowerCase()
    const before = best.get(code)
    if (before === undefined || isBetter(name, before)) best.set(code, name)
  }
  return Object.fromEntries([...best].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function isBetter(name: string, before: string): boolean {
  const [ours, theirs] = [faultsOf(name), faultsOf(before)]
  if (ours !== theirs) return ours < theirs
  return name.length !== before.length ? name.length < before.length : name < before
}

function faultsOf(name: string): number {
  const { terms, rateWords } = readName(name, null)
  const strange = terms.filter(({ kind }) => kind === 'NOISE' || kind === 'UNKNOWN' || kind === 'NIGHT').length
  const isShouted = name === name.toUpperCase() && name !== name.toLowerCase()
  return strange + rateWords + (isShouted ? 1 : 0)
}
