/**
 * A 32-bit hash of the parts: FNV-1a, then murmur's finalizer, so that similar inputs give very different hashes. It decides
 * everything in the sandbox that looks random, so changing a constant changes every price. It is not suitable for secrets.
 */
export function hash32(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const part of parts) {
    const text = typeof part === 'number' ? String(part) : part
    for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    // A separator makes ('ab', 'c') and ('a', 'bc') differ.
    hash = Math.imul(hash ^ 0x1f, 0x01000193)
  }
  return finalize(hash)
}

function finalize(hash: number): number {
  let mixed = hash
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** Maps a hash to a whole number in `min..max`, both included. */
export function between(hash: number, min: number, max: number): number {
  return min + (hash % (max - min + 1))
}

/** True for `permille` of every thousand hashes. */
export function chance(hash: number, permille: number): boolean {
  return hash % 1000 < permille
}

/** Picks one of the items. Throws when the list is empty, which is a mistake in the data. */
export function pick<T>(hash: number, items: readonly T[]): T {
  const item = items[hash % items.length]
  if (item === undefined) throw new RangeError('cannot pick from an empty list')
  return item
}

/** Returns the items in an order that depends only on `seed`; the list itself does not change. */
export function shuffled<T>(seed: string, items: readonly T[]): T[] {
  return items
    .map((item, index) => ({ item, rank: hash32(seed, index) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/** A prime above every count used here. Multiplying by a constant modulo a prime never maps two numbers to the same one. */
const PRIME = 899_981

/** Maps an index below 899,981 to a number in 0..899,980 that does not show the index. It is unique for each `multiplier`. */
export function scatter(index: number, multiplier: number): number {
  return (index * multiplier + 77_773) % PRIME
}
