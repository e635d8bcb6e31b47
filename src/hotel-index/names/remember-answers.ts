import { createBoundedMemory } from '../../platform/kept.ts'
import type { NameIndex } from './name-index.ts'

/** How many results are cached; each takes some 200 bytes. */
const MAX_ANSWERS = 5_000

/**
 * Caches the results of recent texts, because many users type the same beginnings. The cache lives as long as the index, which is
 * replaced when names change.
 */
export function rememberAnswers(index: NameIndex, most = MAX_ANSWERS): NameIndex {
  const answers = createBoundedMemory<string, readonly number[]>({ max: most, drops: 'least-used' })
  return {
    search: (wanted, limit) => {
      const key = `${limit} ${wanted}`
      const known = answers.get(key)
      if (known) return known
      const found = index.search(wanted, limit)
      answers.set(key, found)
      return found
    },
  }
}
