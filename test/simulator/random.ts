/** A generator of random numbers that a seed determines (mulberry32). */
export type Random = {
  /** At least 0, below 1. */
  readonly next: () => number
  readonly chance: (share: number) => boolean
  readonly pick: <T>(from: readonly T[]) => T
  readonly bytes: (size: number) => Uint8Array
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    chance: (share) => next() < share,
    pick: (from) => {
      const picked = from[Math.floor(next() * from.length)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
    bytes: (size) => Uint8Array.from({ length: size }, () => Math.floor(next() * 256)),
  }
}
