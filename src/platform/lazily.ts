/**
 * Makes a value at the first call, and returns the same one from then on. A promise that is rejected is not kept: the next call tries again.
 */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    if (made) return made.value
    const value = make()
    made = { value }
    if (value instanceof Promise)
      value.catch(() => {
        made = null
      })
    return value
  }
}
