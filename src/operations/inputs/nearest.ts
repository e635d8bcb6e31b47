/** The known word nearest to `word`, when it is near enough to be a slip; null otherwise. */
export const nearest = (word: string, known: readonly string[]): string | null => {
  const limit = Math.max(2, Math.floor(word.length / 3))
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= limit ? best.candidate : null
}

/** Levenshtein's distance, capped by the words' own lengths; keys are short, so the plain table will do. */
const editDistance = (a: string, b: string): number => {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, substitution))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
