import { randomBytes, randomFillSync } from 'node:crypto'

/** Makes random bytes by the page, because a call into OpenSSL for each id would cost more than the id itself. */
export function pooledRandomBytes(): (size: number) => Uint8Array {
  const pool = Buffer.alloc(8_192)
  let used = pool.length
  return (size) => {
    if (size > pool.length) return randomBytes(size)
    if (used + size > pool.length) {
      randomFillSync(pool)
      used = 0
    }
    used += size
    // This makes a copy: the caller's bytes must not change when the pool is filled again.
    return Uint8Array.prototype.slice.call(pool, used - size, used)
  }
}
