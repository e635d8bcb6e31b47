/** Suppliers have some hundred names of fields; whoever makes up more is not remembered. */
const MOST = 5_000

/** Remembers what a name was found to be. */
export function remembered<Found>(find: (name: string) => Found): (name: string) => Found {
  const known = new Map<string, Found>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    const found = find(name)
    if (known.size < MOST && name.length <= 64) known.set(name, found)
    return found
  }
}
