/**
 * Words in alphabetical order with the ranks that each occurs in: those of word `i` are `ranks[starts[i]] … ranks[starts[i + 1] −
 * 1]`, ascending.
 */
export type Postings = { readonly starts: Uint32Array; readonly ranks: Uint32Array }

/** The words from index `from` up to, but not including, `to`. */
export type Range = { readonly from: number; readonly to: number }

/** Groups ranks by word. Ranks arrive in ascending order, and remain so within each word. */
export function toPostings(words: Uint32Array, ranks: Uint32Array, places: Uint32Array): Postings {
  const starts = new Uint32Array(places.length + 1)
  for (const word of words) {
    const next = (places[word] ?? 0) + 1
    starts[next] = (starts[next] ?? 0) + 1
  }
  for (let place = 1; place < starts.length; place++) starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0)
  const filled = starts.slice()
  const sorted = new Uint32Array(ranks.length)
  words.forEach((word, index) => {
    const place = places[word] ?? 0
    sorted[filled[place] ?? 0] = ranks[index] ?? 0
    filled[place] = (filled[place] ?? 0) + 1
  })
  return { starts, ranks: sorted }
}

export function size({ starts }: Postings, { from, to }: Range): number {
  return (starts[to] ?? 0) - (starts[from] ?? 0)
}

/** The smallest ranks of all words in the ranges, ascending, at most `limit`. */
export function smallest({ starts, ranks }: Postings, ranges: readonly Range[], limit: number): readonly number[] {
  // Twice the wanted number is collected before it is sorted, and then the larger half is dropped.
  const gathered = new Uint32Array(limit * 2)
  let count = 0
  let worst = Number.POSITIVE_INFINITY
  for (const { from, to } of ranges)
    for (let word = from; word < to; word++) {
      const end = starts[word + 1] ?? 0
      for (let at = starts[word] ?? 0; at < end; at++) {
        const rank = ranks[at] ?? 0
        if (rank >= worst) break
        gathered[count++] = rank
        if (count < gathered.length) continue
        count = keepSmallest(gathered, count, limit)
        if (count === limit) worst = gathered[limit - 1] ?? worst
      }
    }
  return [...gathered.subarray(0, keepSmallest(gathered, count, limit))]
}

/** Sorts the first `count` ranks and removes duplicates; returns how many remain, at most `limit`. */
function keepSmallest(ranks: Uint32Array, count: number, limit: number): number {
  ranks.subarray(0, count).sort()
  let kept = 0
  for (let at = 0; at < count && kept < limit; at++)
    if (at === 0 || ranks[at] !== ranks[kept - 1]) ranks[kept++] = ranks[at] ?? 0
  return kept
}

function wordsIn(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0)
}

/** The most words that are looked up for a candidate before its name is read. */
const MAX_LOOKED_UP = 64

/**
 * Returns a check whether a candidate can have one word of each group, which is faster than reading its name. It skips groups of
 * many words. It must be called with ascending ranks.
 */
export function hasAll(postings: Postings, groups: readonly (readonly Range[])[]): (rank: number) => boolean {
  const few = groups.filter((ranges) => wordsIn(ranges) <= MAX_LOOKED_UP).map((ranges) => lookUp(postings, ranges))
  return (rank) => few.every((has) => has(rank))
}

/**
 * Returns a check whether a candidate has one of the words. It must be called with ascending ranks, so that each word's list is
 * read once.
 */
function lookUp({ starts, ranks }: Postings, ranges: readonly Range[]): (rank: number) => boolean {
  const lists = ranges.flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, word) => ({
      at: starts[from + word] ?? 0,
      end: starts[from + word + 1] ?? 0,
    })),
  )
  return (rank) => {
    for (const list of lists) {
      list.at = firstFrom(ranks, list, rank)
      if (list.at < list.end && ranks[list.at] === rank) return true
    }
    return false
  }
}

/** The index of the first rank that is not smaller. It searches in doubling steps, because the rank is usually close. */
function firstFrom(
  ranks: Uint32Array,
  { at, end }: { readonly at: number; readonly end: number },
  rank: number,
): number {
  let low = at
  let step = 1
  while (low + step <= end && (ranks[low + step - 1] ?? 0) < rank) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step - 1, end)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ranks[middle] ?? 0) < rank) low = middle + 1
    else high = middle
  }
  return low
}
