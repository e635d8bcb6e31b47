import { createBoundedMemory } from '../../platform/kept.ts'
import type { NameIndex } from './name-index.ts'

/** Some 200 bytes each. */
const MAX_ANSWERS = 5_000

/**
 * Keeps what was found for the texts that were asked for last: everybody types the same beginnings. The answers live as long
 * as the index, which is replaced when the names change.
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
