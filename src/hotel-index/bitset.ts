/** A set of small whole numbers with one bit each: member `i` is bit `i & 31` of word `i >>> 5`. */
export type Bitset = Uint32Array

export function emptyBits(size: number): Bitset {
  return new Uint32Array((size + 31) >>> 5)
}

export function bitsWhere(size: number, has: (member: number) => boolean): Bitset {
  const bits = emptyBits(size)
  for (let member = 0; member < size; member++) if (has(member)) addBit(bits, member)
  return bits
}

export function addBit(bits: Bitset, member: number): void {
  bits[member >>> 5] = (bits[member >>> 5] ?? 0) | (1 << (member & 31))
}

export function removeBit(bits: Bitset, member: number): void {
  bits[member >>> 5] = (bits[member >>> 5] ?? 0) & ~(1 << (member & 31))
}

export function hasBit(bits: Bitset, member: number): boolean {
  return ((bits[member >>> 5] ?? 0) & (1 << (member & 31))) !== 0
}

/** The members that are in all of the sets. */
export function intersection(size: number, sets: readonly Bitset[]): Bitset {
  const bits = emptyBits(size).fill(0xffffffff)
  if (size % 32 !== 0) bits[bits.length - 1] = 2 ** (size % 32) - 1
  for (const set of sets)
    for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) & (set[word] ?? 0)
  return bits
}

/** Removes the members of `other` from `bits`. */
export function without(bits: Bitset, other: Bitset): void {
  for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) & ~(other[word] ?? 0)
}

/** The members that are in any of the sets. */
export function union(size: number, sets: readonly Bitset[]): Bitset {
  const bits = emptyBits(size)
  for (const set of sets)
    for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) | (set[word] ?? 0)
  return bits
}

export function countBits(bits: Bitset): number {
  let count = 0
  for (let word = 0; word < bits.length; word++) {
    let rest = bits[word] ?? 0
    rest -= (rest >>> 1) & 0x55555555
    rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
    count += (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
  }
  return count
}
