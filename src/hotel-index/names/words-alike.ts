/**
 * The words from index `from` up to, but not including, `to`, which have a beginning at distance `slips` from the wanted word.
 */
export type AlikeWords = { readonly from: number; readonly to: number; readonly slips: number }

/** The words in alphabetical order, in UTF-16: word `i` is `letters[starts[i]] … letters[starts[i + 1] − 1]`. */
export type Spelling = { readonly starts: Uint32Array; readonly letters: Uint16Array }

export function spell(words: readonly string[]): Spelling {
  const starts = new Uint32Array(words.length + 1)
  words.forEach((word, index) => {
    starts[index + 1] = (starts[index] ?? 0) + word.length
  })
  const letters = new Uint16Array(starts[words.length] ?? 0)
  words.forEach((word, index) => {
    const start = starts[index] ?? 0
    for (let at = 0; at < word.length; at++) letters[start + at] = word.charCodeAt(at)
  })
  return { starts, letters }
}

/** Longer words are not treated as misspellings. */
const MAX_WANTED = 64

/**
 * The words that begin like `wanted` with at most `allowed` typing errors (as `slips.ts` counts them), in the list's order. Words
 * with the same beginning are adjacent, so the distance table is extended letter by letter, and all words after a beginning that
 * is too different are skipped together.
 */
export function wordsAlike(spelling: Spelling, wanted: string, allowed: number): readonly AlikeWords[] {
  if (wanted.length > MAX_WANTED) return []
  const { starts, letters } = spelling
  const found: AlikeWords[] = []
  function tell(from: number, to: number, slips: number): void {
    if (slips <= allowed) found.push({ from, to, slips })
  }
  const beginning: number[] = []
  const rows = [firstRow(wanted)]

  /** Searches a range of words that share the beginning; `best` is the smallest distance of any prefix of it. */
  function follow(from: number, to: number, best: number): void {
    const depth = beginning.length
    let at = from
    if ((starts[at + 1] ?? 0) - (starts[at] ?? 0) === depth) {
      tell(at, at + 1, best)
      at += 1
    }
    while (at < to) {
      const letter = letters[(starts[at] ?? 0) + depth] ?? 0
      const end = endOfLetter(spelling, { from: at, to, depth, letter })
      beginning.push(letter)
      const { nearest, whole } = nextRow(rows, beginning, wanted)
      const reached = Math.min(best, whole)
      if (nearest >= reached) tell(at, end, reached)
      else follow(at, end, reached)
      beginning.pop()
      at = end
    }
  }
  follow(0, starts.length - 1, Math.min(allowed + 1, wanted.length))
  return found
}

function firstRow(wanted: string): Uint8Array {
  return Uint8Array.from({ length: wanted.length + 1 }, (_, column) => column)
}

/**
 * Fills the table's row for the beginning's last letter. `nearest` is a lower bound for all longer beginnings; `whole` is the
 * distance of this beginning.
 */
function nextRow(
  rows: Uint8Array[],
  beginning: readonly number[],
  wanted: string,
): { readonly nearest: number; readonly whole: number } {
  const depth = beginning.length
  const row = (rows[depth] ??= new Uint8Array(wanted.length + 1))
  const above = rows[depth - 1] as Uint8Array
  const twoAbove = rows[depth - 2]
  const letter = beginning[depth - 1]
  const letterBefore = beginning[depth - 2]
  row[0] = depth
  let nearest = depth
  for (let column = 1; column <= wanted.length; column++) {
    const other = wanted.charCodeAt(column - 1)
    const same = (above[column - 1] ?? 0) + (other === letter ? 0 : 1)
    let slips = Math.min(same, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1)
    if (twoAbove && column > 1 && other === letterBefore && wanted.charCodeAt(column - 2) === letter)
      slips = Math.min(slips, (twoAbove[column - 2] ?? 0) + 1)
    row[column] = slips
    if (slips < nearest) nearest = slips
  }
  return { nearest, whole: row[wanted.length] ?? 0 }
}

type Letter = { readonly from: number; readonly to: number; readonly depth: number; readonly letter: number }

/**
 * The end of the words in a range that have this letter at this depth. Most groups are small, so it searches in doubling steps
 * first.
 */
function endOfLetter({ starts, letters }: Spelling, { from, to, depth, letter }: Letter): number {
  function has(at: number): boolean {
    return letters[(starts[at] ?? 0) + depth] === letter
  }
  let low = from
  let step = 1
  while (low + step < to && has(low + step)) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, to)
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (has(middle)) low = middle
    else high = middle
  }
  return high
}
