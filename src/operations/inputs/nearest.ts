import { editDistance } from '../../domain/text.ts'

/** Returns the known word that is nearest to `word` if it is near enough to be a typing error; null otherwise. */
export function nearest(word: string, known: readonly string[]): string | null {
  const limit = Math.max(2, Math.floor(word.length / 3))
  const ranked = known
    // The distance is at least the difference of the lengths, so a very long text is not compared with any word.
    .filter((candidate) => Math.abs(candidate.length - word.length) <= limit)
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= limit ? best.candidate : null
}
