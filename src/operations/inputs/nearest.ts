import { editDistance } from '../../domain/text.ts'

/** The known word nearest to `word`, when it is near enough to be a slip; null otherwise. */
export function nearest(word: string, known: readonly string[]): string | null {
  const limit = Math.max(2, Math.floor(word.length / 3))
  const ranked = known
    // At least as far apart as their lengths: nobody's megabyte is compared with anything.
    .filter((candidate) => Math.abs(candidate.length - word.length) <= limit)
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= limit ? best.candidate : null
}
