/**
 * The same function, which keeps its answers for texts that come again and again (cities, property types, chains). When `most` are kept, all
 * are forgotten: what comes often is soon there again.
 */
export function remembered<T>(most: number, make: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>()
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const made = make(text)
    if (kept.size >= most) kept.clear()
    kept.set(text, made)
    return made
  }
}
