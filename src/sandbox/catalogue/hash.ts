/**
 * A 32-bit hash of the parts (FNV-1a, then murmur's finalizer so that near inputs land far apart). It decides everything
 * in the sandbox that looks random, so a change of one constant here moves every price: not for secrets, only for variety.
 */
export function hash32(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const part of parts) {
    const text = typeof part === 'number' ? String(part) : part
    for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    // A separator, so that ('ab', 'c') and ('a', 'bc') differ.
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

/** A whole number in `min..max`, both included. */
export function between(hash: number, min: number, max: number): number {
  return min + (hash % (max - min + 1))
}

/** True for `permille` of a thousand hashes. */
export function chance(hash: number, permille: number): boolean {
  return hash % 1000 < permille
}

/** One of the items; throws on an empty list, which is a bug of the data. */
export function pick<T>(hash: number, items: readonly T[]): T {
  const item = items[hash % items.length]
  if (item === undefined) throw new RangeError('cannot pick from an empty list')
  return item
}

/** The items in an order that `seed` decides; the list itself stays as it is. */
export function shuffled<T>(seed: string, items: readonly T[]): T[] {
  return items
    .map((item, index) => ({ item, rank: hash32(seed, index) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/** A prime above every count here. Multiplying by a constant modulo a prime never maps two numbers to one. */
const PRIME = 899_981

/** A number in 0..899 980 for an index below that, unique for one `multiplier`, that does not betray the index. */
export function scatter(index: number, multiplier: number): number {
  return (index * multiplier + 77_773) % PRIME
}
