/** How many typing errors are tolerated in a word. */
export function slipsAllowed(word: string): number {
  return word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0
}

const MAX_WORD = 64
/** The rows of the distance table: the current one and the two before it. */
const table = [new Uint8Array(MAX_WORD + 1), new Uint8Array(MAX_WORD + 1), new Uint8Array(MAX_WORD + 1)]

/**
 * The smallest number of typing errors between `wanted` and a beginning of `word`: an additional, missing or wrong letter, or two
 * swapped neighbours. Stops above `allowed`.
 */
export function slipsAtBeginning(wanted: string, word: string, allowed: number): number {
  if (word.length < wanted.length - allowed || wanted.length > MAX_WORD) return allowed + 1
  const width = Math.min(word.length, wanted.length + allowed, MAX_WORD)
  let [before, previous, current] = table as [Uint8Array, Uint8Array, Uint8Array]
  for (let column = 0; column <= width; column++) previous[column] = column
  for (let row = 1; row <= wanted.length; row++) {
    current[0] = row
    let least = row
    for (let column = 1; column <= width; column++) {
      const same = wanted.charCodeAt(row - 1) === word.charCodeAt(column - 1)
      let slips = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const isSwap =
        row > 1 &&
        column > 1 &&
        wanted.charCodeAt(row - 1) === word.charCodeAt(column - 2) &&
        wanted.charCodeAt(row - 2) === word.charCodeAt(column - 1)
      if (isSwap) slips = Math.min(slips, (before[column - 2] ?? 0) + 1)
      current[column] = slips
      if (slips < least) least = slips
    }
    if (least > allowed) return allowed + 1
    ;[before, previous, current] = [previous, current, before]
  }
  let best = allowed + 1
  for (let column = Math.max(0, wanted.length - allowed); column <= width; column++)
    best = Math.min(best, previous[column] ?? 0)
  return best
}
