/** Chance that comes back when asked for with the same seed. */
export type Random = {
  /** 0 or more, below 1. */
  readonly next: () => number
  /** Whole, `from` to `to`. */
  readonly int: (from: number, to: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(items: readonly T[]) => T
  /** Each item with this probability. */
  readonly some: <T>(items: readonly T[], probability: number) => T[]
  readonly bytes: (size: number) => Uint8Array
}

/** mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  function int(from: number, to: number): number {
    return from + Math.floor(next() * (to - from + 1))
  }
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]): T => items[int(0, items.length - 1)] as T, // never asked of an empty list
    some: (items, probability) => items.filter(() => next() < probability),
    bytes: (size) => Uint8Array.from({ length: size }, () => int(0, 255)),
  }
}

/** Of one request of a run: the same whatever came before it. */
export function randomAt(seed: number, index: number): Random {
  return randomOf(Math.imul(seed ^ 0x9e3779b9, index * 2 + 1) ^ index)
}
