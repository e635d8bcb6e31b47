/** A number of [0, 1) for each index, always the same for a seed (mulberry32). */
function randomAt(seed: number, index: number): number {
  let state = Math.imul(seed + index * 0x6d2b79f5, 0x9e3779b1)
  state = Math.imul(state ^ (state >>> 15), state | 1)
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
  return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32
}

/** So many of them, in their order; which ones, the seed decides. */
export function draw<T>(all: readonly T[], count: number, seed: number): T[] {
  const ranked = all.map((one, index) => ({ one, rank: randomAt(seed, index), index }))
  const chosen = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, count)
  return chosen.toSorted((a, b) => a.index - b.index).map(({ one }) => one)
}
